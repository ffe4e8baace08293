import type { Booking } from '@/entities/booking'
import { usePaymentProviders } from '@/entities/payment'
import { useOwnWallet } from '@/entities/wallet'
import { isBeforeEnd } from '../../model/before-end'

/**
 * Returns a rider's ways to pay a booking, besides cash: the wallet and the providers. Until a card ride ends, its fare is only
 * reserved. The ways are then only the providers that can reserve a fare, and the balance is 0, so that the wallet is not offered.
 */
export function useWaysToPay(booking: Pick<Booking, 'customer_id' | 'status' | 'payment_mode'>) {
  const { data: wallet } = useOwnWallet(booking.customer_id ?? '')
  const isHold = isBeforeEnd(booking)
  const providers = usePaymentProviders(true, booking.payment_mode === 'card').filter(({ holds }) => holds || !isHold)
  const balance = isHold ? 0 : (wallet?.balance ?? 0)
  return { isKnown: wallet !== undefined, isHold, balance, providers, hasAny: balance > 0 || providers.length > 0 }
}
