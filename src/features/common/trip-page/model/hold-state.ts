import type { BookingHold, PaymentProvider } from '@/entities/payment'

/**
 * What the rider of a card ride that has not ended can know about its reservation:
 *
 * - `reserved`: the amount is reserved on the card. Only then the page says so
 * - `short`: the fare rose above what is reserved; the rider can reserve up to the new maximum
 * - `asking`: a saved card is being asked
 * - `confirm`: the bank wants the owner of the saved card to confirm
 * - `planned`: the saved card is asked at `from`, shortly before the ride
 * - `later`: the rider can reserve from `from` on
 * - `open`: not reserved; the rider can reserve now
 * - `none`: nothing can be reserved, and the ride is paid by card at its end
 */
export type HoldState =
  | { kind: 'reserved' | 'asking'; amount: number; card: BookingHold['card'] }
  | { kind: 'confirm'; amount: number; paymentId: string }
  | { kind: 'planned'; amount: number; from: string; card: BookingHold['card'] }
  | { kind: 'later'; from: string }
  | { kind: 'open'; amount: number }
  | { kind: 'short'; amount: number; reserved: number }
  | { kind: 'none' }

/** @param now the server's time (ms since the epoch) */
export function holdStateOf(hold: BookingHold, providers: readonly PaymentProvider[], now: number): HoldState {
  const { status, ceiling, card, from_at: from, confirm_id: paymentId } = hold
  const amount = ceiling ?? 0
  if (status === 'authorized' && !hold.is_short) return { kind: 'reserved', amount: hold.authorized_amount ?? 0, card }
  if (hold.is_requested) return { kind: 'asking', amount, card }
  if (paymentId) return { kind: 'confirm', amount, paymentId }
  if (hold.is_short) return { kind: 'short', amount, reserved: hold.authorized_amount ?? 0 }
  if (ceiling === null || !providers.some(({ holds }) => holds)) return { kind: 'none' }
  if (!from || Date.parse(from) <= now) return { kind: 'open', amount }
  const asksCard = providers.some(({ name, off_session }) => name === card?.provider && off_session)
  return asksCard ? { kind: 'planned', amount, from, card } : { kind: 'later', from }
}

/** Returns whether the rider has to do something so that the fare is reserved. */
export const needsRider = (state: HoldState): state is Extract<HoldState, { kind: 'open' | 'short' | 'confirm' }> =>
  state.kind === 'open' || state.kind === 'short' || state.kind === 'confirm'
