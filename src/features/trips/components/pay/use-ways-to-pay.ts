import type { Booking } from '@/entities/booking'
import { usePaymentProviders } from '@/entities/payment'
import { useOwnWallet } from '@/entities/wallet'

/** Before its end a ride by card is not paid: the card is reserved. */
export const isBeforeEnd = ({ status, payment_mode }: Pick<Booking, 'status' | 'payment_mode'>): boolean =>
  payment_mode === 'card' && ['NEW', 'ACCEPTED', 'ARRIVED', 'STARTED'].includes(status)

/** What a rider could pay a booking with beside cash; before the end of a ride, who reserves its fare on a card. */
export function useWaysToPay(booking: Pick<Booking, 'customer_id' | 'status' | 'payment_mode'>) {
  const { data: wallet } = useOwnWallet(booking.customer_id ?? '')
  const isHold = isBeforeEnd(booking)
  const providers = usePaymentProviders().filter(({ holds }) => holds || !isHold)
  const balance = isHold ? 0 : (wallet?.balance ?? 0)
  return { isKnown: wallet !== undefined, isHold, balance, providers, hasAny: balance > 0 || providers.length > 0 }
}
