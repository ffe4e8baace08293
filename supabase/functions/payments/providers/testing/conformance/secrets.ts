/**
 * Secrets in the conformance tests: the keys of another account, and checks that neither keys nor personal data are in a text.
 */
import { assert } from '@std/assert'
import type { Fact, Payment } from '../../types.ts'
import type { Fixture } from '../simulation.ts'

/** Shortest secret that logs are searched for. Shorter values, such as `true`, occur in every log. */
const SECRET_LENGTH = 8

/** Returns the environment of another account: every secret is replaced by another one of the same length. */
export function forgedEnvironment(fixture: Fixture): Record<string, string> {
  const secrets = new Set(secretsOf(fixture))
  return Object.fromEntries(
    Object.entries(fixture.environment).map(([name, value]) => [name, secrets.has(value) ? turned(value) : value]),
  )
}

/**
 * Returns a secret with other letters and digits in its last part. The first third does not change. The part up to the last `_`
 * does not change either, because it states the key's mode (live or test).
 */
function turned(secret: string): string {
  const from = Math.max(secret.lastIndexOf('_') + 1, Math.floor(secret.length / 3))
  const rest = secret.slice(from).replaceAll(/[a-y0-8]/gi, (sign) => String.fromCharCode(sign.charCodeAt(0) + 1))
  return secret.slice(0, from) + rest
}

function secretsOf({ environment, public: known = [] }: Fixture): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    known.includes(name) || value.length < SECRET_LENGTH ? [] : [value]
  )
}

export function assertNoSecrets(fixture: Fixture, value: unknown, where: string): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  for (const secret of secretsOf(fixture)) {
    for (const written of [secret, encodeURIComponent(secret), btoa(secret)]) {
      assert(!text.includes(written), `a secret of ${fixture.provider.name} stands in ${where}`)
    }
  }
}

/** Checks that facts, whose `raw` is stored for the operator's staff, contain no personal data. */
export function assertNoPersons({ customer }: Payment, facts: readonly Fact[]): void {
  const text = JSON.stringify(facts)
  for (const word of [customer.email, customer.mobile, customer.lastName]) {
    assert(!text.includes(word), `${word} is not kept with a fact`)
  }
}
