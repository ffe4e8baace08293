/** Results and errors of an adapter's methods in the conformance tests. */
import { assert } from '@std/assert'
import { ProviderFailure } from '../../../../_shared/http-client/failure.ts'
import { BadSignature, PaymentRefused } from '../../errors.ts'
import type { Fact } from '../../types.ts'

/** Returns the result of a call, or the error that it throws. */
export async function outcomeOf(run: () => Promise<unknown> | undefined): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    return error
  }
}

/**
 * Returns the facts, or null if the adapter throws one of our own errors. Any other error fails the test, because it would
 * become a response with status 500.
 */
export async function heardOrRefused(run: () => Promise<Fact[]> | undefined): Promise<Fact[] | null> {
  const outcome = await outcomeOf(run)
  if (outcome instanceof BadSignature || outcome instanceof ProviderFailure) return null
  if (outcome instanceof Error) throw outcome
  return outcome as Fact[]
}

export async function refuses(run: () => Promise<Fact[]>): Promise<void> {
  const outcome = await outcomeOf(run)
  assert(outcome instanceof BadSignature, `refused as a bad signature, not ${show(outcome)}`)
}

export const paidOf = (facts: readonly Fact[] | null) =>
  facts?.filter(({ kind }) => kind === 'paid' || kind === 'authorized') ?? []

export async function refusesOrFails(run: () => Promise<Fact[]> | undefined, what: string): Promise<void> {
  const outcome = await outcomeOf(run)
  if (outcome instanceof PaymentRefused || outcome instanceof ProviderFailure) return
  assert(Array.isArray(outcome), show(outcome))
  // Facts may also be correct here: an adapter such as PayPal's ignores the page's result and queries the order instead. They
  // then have to name the payment, by our id or by the provider's reference.
  assert(paidOf(outcome as Fact[]).every(({ paymentId, ref }) => paymentId ?? ref), `${what} is no payment`)
}

export const show = (value: unknown): string => value instanceof Error ? `${value.stack}` : JSON.stringify(value)
