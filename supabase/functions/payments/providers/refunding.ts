// Refunds at providers without refund ids: the amount already refunded shows whether one has arrived.
import { type FailureKind, ProviderFailure } from '../../_shared/http-client/failure.ts'
import type { Refund, Refunded } from './types.ts'

/** Kinds of failure after which it is certain that the provider did not execute the request. */
const UNDONE: readonly FailureKind[] = ['resting', 'spent', 'denied', 'refused', 'throttled']

/**
 * Whether a refund still has to be sent.
 *
 * @param gone minor units refunded by the provider so far; null if unknown
 * @param paid minor units of the whole payment: a refund of all of it can succeed only once
 * @returns null to send it; else its outcome. If unclear it is not sent twice: `pending` leaves it to the desk
 */
export function settled(refund: Refund, gone: number | null, paid?: number): Refunded | null {
  const { amount, isRepeated = false, doneBefore } = refund
  if (gone === null) return isRepeated ? unclear('it was asked for before, and nothing says what became of it') : null
  if (gone === (doneBefore ?? 0)) return null
  const isDone = doneBefore === undefined ? gone === paid && amount === paid : gone - doneBefore >= amount
  return isDone ? { state: 'done' } : unclear('the provider gave back another sum than we know of')
}

/**
 * Sends a refund. If it may have arrived, the result is `pending`, so an error means that nothing was sent.
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

const unclear = (reason: string): Refunded => ({ state: 'pending', reason })
