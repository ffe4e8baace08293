/** Conformance of an adapter: the provider's server fails, or the keys are wrong. */
import { assert } from '@std/assert'
import { setTimeout as delay } from 'node:timers/promises'
import { ProviderFailure } from '../../../../_shared/http-client/failure.ts'
import { BadSignature, PaymentRefused } from '../../errors.ts'
import type { Fixture } from '../simulation.ts'
import { paymentOf, REFUND_ID, urlsOf } from '../world.ts'
import { outcomeOf, show } from './outcomes.ts'
import { assertNoSecrets, forgedEnvironment } from './secrets.ts'
import { begin, chargeOf, happeningOf, type Test, verify } from './steps.ts'

/** Ways in which a provider's server can fail, by name. */
export const bad: Record<string, () => Response | Promise<Response>> = {
  'a server error': () => new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } }),
  'a page': () => new Response('<html><body>Be right back</body></html>', { headers: { 'content-type': 'text/html' } }),
  'a redirect': () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
  'an empty object': () => Response.json({}),
  'a list of lists': () => Response.json([[[]]]),
  'a slow server': async () => {
    await delay(400)
    return Response.json({})
  },
}

/** Defines tests in which the provider's server fails. */
export function failureTests(fixture: Fixture, test: Test): void {
  for (const [what, answer] of Object.entries(bad)) {
    test(`${what} is a failure of the provider, never a payment`, async (world) => {
      const { adapter, budget, misbehave, asked } = world
      const payment = await begin(fixture, world, false, asked)
      const happening = happeningOf('paid', payment)
      const params = await world.simulation.yields?.(happening) ?? {}
      await world.simulation.happen(happening)
      const message = fixture.tells.includes('paid') ? await world.simulation.webhook(happening) : null
      const charged = { ...payment, chargeRef: await chargeOf(fixture, world, payment, message) }
      misbehave(answer)
      const fails = async (name: string, run: () => Promise<unknown> | undefined) => {
        const before = asked.length
        const outcome = await outcomeOf(run)
        if (asked.length > before) assert(outcome instanceof ProviderFailure, `${name} with ${what}: ${show(outcome)}`)
        assertNoSecrets(fixture, outcome instanceof Error ? outcome.message : '', `what ${name} throws`)
      }
      await fails('create', () => adapter.create(paymentOf(fixture.currency), urlsOf(fixture.provider.name), budget()))
      await fails('fetch', () => adapter.fetch?.(charged, budget()))
      await fails('complete', () => adapter.complete?.(payment, params, budget()))
      await fails('refund', () => adapter.refund(charged, { id: REFUND_ID, amount: payment.amount }, budget()))
      await fails('capture', () => adapter.capture?.({ ...charged, isHold: true }, payment.amount, budget()))
      await fails('void', () => adapter.void?.({ ...charged, isHold: true }, budget()))
      if (message) {
        const before = asked.length
        const outcome = await outcomeOf(() => verify(world, message))
        // An adapter may query the provider to confirm the webhook, and refuse the webhook after a bad response.
        if (asked.length > before) {
          assert(
            outcome instanceof ProviderFailure || outcome instanceof BadSignature,
            `verify with ${what}: ${show(outcome)}`,
          )
        }
      }
    }, { isHasty: what === 'a slow server' })
  }

  test('wrong keys are a failure whose message contains no key', async (world) => {
    const outcome = await outcomeOf(() =>
      world.adapter.create(paymentOf(fixture.currency), urlsOf(fixture.provider.name), world.budget())
    )
    if (world.asked.length === 0) return
    assert(outcome instanceof ProviderFailure || outcome instanceof PaymentRefused, show(outcome))
    assertNoSecrets(
      { ...fixture, environment: forgedEnvironment(fixture) },
      [outcome.message, world.lines],
      'the failure',
    )
  }, { environment: forgedEnvironment(fixture) })
}
