import type { Booking } from '@/entities/booking'
import { usePaymentProviders } from '@/entities/payment'
import { useOwnWallet } from '@/entities/wallet'

/** Whether a card ride has not ended: its fare is then reserved on the card and not charged. */
export const isBeforeEnd = ({ status, payment_mode }: Pick<Booking, 'status' | 'payment_mode'>): boolean =>
  payment_mode === 'card' && ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'].includes(status)

/** A rider's ways to pay a booking besides cash; before the end of a ride, the providers that can reserve its fare. */
export function useWaysToPay(booking: Pick<Booking, 'customer_id' | 'status' | 'payment_mode'>) {
  const { data: wallet } = useOwnWallet(booking.customer_id ?? '')
  const isHold = isBeforeEnd(booking)
  const providers = usePaymentProviders().filter(({ holds }) => holds || !isHold)
  const balance = isHold ? 0 : (wallet?.balance ?? 0)
  return { isKnown: wallet !== undefined, isHold, balance, providers, hasAny: balance > 0 || providers.length > 0 }
}
