// Avoids double refunds at providers that do not accept our own id of a refund. Before a refund is sent, the amount that the
// provider has refunded so far is compared with the refunds that we know of.
import { type FailureKind, ProviderFailure } from '../../_shared/http-client/failure.ts'
import { textOf } from './read.ts'
import type { Refund, Refunded } from './types.ts'

/** Kinds of failure after which it is certain that the provider did not execute the request. */
const UNDONE: readonly FailureKind[] = ['resting', 'spent', 'denied', 'refused', 'throttled']

/**
 * Decides whether a refund still has to be sent.
 *
 * @param gone amount that the provider has refunded so far, in minor units; null if unknown
 * @param paid amount of the whole payment, in minor units; a refund of all of it can succeed only once
 * @returns null if the refund has to be sent; `done` if the provider has already executed it; `pending` if it is unclear
 *   whether an earlier request arrived. A `pending` refund is not sent again, and the operator's staff have to decide.
 */
export function settled(refund: Refund, gone: number | null, paid?: number): Refunded | null {
  const { amount, isRepeated = false, doneBefore } = refund
  if (gone === null) return isRepeated ? unclear('it was asked for before, and nothing says what became of it') : null
  if (gone === (doneBefore ?? 0)) return null
  const isDone = doneBefore === undefined ? gone === paid && amount === paid : gone - doneBefore >= amount
  return isDone ? { state: 'done' } : unclear('the provider gave back another sum than we know of')
}

/**
 * Sends a refund. After a failure the result is `pending` if the provider may have executed the refund. So a thrown error means
 * that it was certainly not executed.
 *
 * @throws {ProviderFailure}
 */
export async function sendOnce(send: () => Promise<Refunded>): Promise<Refunded> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ProviderFailure) || UNDONE.includes(error.kind)) throw error
    return unclear(`it may have arrived: ${error.kind}`)
  }
}

/** The outcome of a refund that the provider rejected. The reason is the provider's message, or else the HTTP status. */
export const rejected = (message: unknown, status: number): Refunded => ({
  state: 'failed',
  reason: textOf(message) ?? `status ${status}`,
})

const unclear = (reason: string): Refunded => ({ state: 'pending', reason })
