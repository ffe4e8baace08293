// Refunds at providers that give them no id: what the provider already gave back tells whether one has arrived.
import type { Refund, Refunded } from './types.ts'

/**
 * Whether a refund still has to be sent.
 *
 * @param gone minor units that the provider gave back of the payment so far; null where it does not say
 * @returns null to send it; else what became of it. What cannot be told apart is never sent twice: `pending` leaves it to the desk
 */
export function settled({ amount, isRepeated = false, doneBefore }: Refund, gone: number | null): Refunded | null {
  const before = doneBefore ?? 0
  if (gone === null) {
    return isRepeated ? pending('it was asked for before, and the provider does not say what became of it') : null
  }
  if (gone === before) return null
  if (doneBefore !== undefined && gone - before >= amount) return { state: 'done' }
  return pending('the provider gave back another sum than we know of')
}

const pending = (reason: string): Refunded => ({ state: 'pending', reason })
