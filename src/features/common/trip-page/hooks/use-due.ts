import { type Booking, openAmount, type Party, paymentModeOf } from '@/entities/booking'
import { useOwnWallet } from '@/entities/wallet'
import type { DueKind } from '../model/trip-view'
import type { Hold } from './use-hold'

/** How a ride that has ended gets paid, and which sentence explains it to the rider (`pay:due`). */
export interface Due {
  kind: DueKind
  note:
    | 'confirm'
    | 'confirm_quote'
    | 'wallet_part'
    | 'wallet_short'
    | 'card_part'
    | 'card_failed'
    | 'card'
    | 'charging'
    | null
  /** The fare that the rider agreed to. */
  agreed: number
}

/**
 * Returns how a ride that has ended gets paid. Cash is named only where it was chosen. What waits for the rider after a ride by
 * wallet or card is an amount to confirm, a rest, or a card that did not pay.
 */
export function useDue(booking: Booking, party: Party, { hold, isLoading }: Hold): Due {
  const mode = paymentModeOf(booking)
  const agreed = booking.estimate - booking.discount_amount
  const isAsked = party === 'rider' && booking.status === 'PENDING'
  const { data: wallet } = useOwnWallet(isAsked && mode === 'wallet' ? (booking.customer_id ?? '') : null)
  if (mode === 'cash' || booking.prepaid) return { kind: 'cash', note: null, agreed }
  if (booking.source === 'street') return { kind: 'here', note: null, agreed }
  if (!isAsked) return { kind: 'asked', note: null, agreed }
  if (mode === 'card') {
    if (!hold || isLoading) return { kind: 'unknown', note: null, agreed }
    if (hold.is_capturing) return { kind: 'charging', note: 'charging', agreed }
    const note = booking.customer_paid > 0 ? 'card_part' : hold.status === 'failed' ? 'card_failed' : 'card'
    return { kind: 'asked', note, agreed }
  }
  if (!wallet) return { kind: 'unknown', note: null, agreed }
  if (booking.used_wallet_money > 0) return { kind: 'asked', note: 'wallet_part', agreed }
  if (wallet.balance <= 0) return { kind: 'asked', note: 'wallet_short', agreed }
  return { kind: 'confirm', note: openAmount(booking) > agreed ? 'confirm' : 'confirm_quote', agreed }
}
