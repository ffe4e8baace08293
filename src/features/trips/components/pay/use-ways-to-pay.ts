import type { Booking } from '@/entities/booking'
import { usePaymentProviders } from '@/entities/payment'
import { useOwnWallet } from '@/entities/wallet'

/** What a rider could pay a booking with beside cash. */
export function useWaysToPay({ customer_id }: Pick<Booking, 'customer_id'>) {
  const { data: wallet } = useOwnWallet(customer_id ?? '')
  const providers = usePaymentProviders()
  const balance = wallet?.balance ?? 0
  return { isKnown: wallet !== undefined, balance, providers, hasAny: balance > 0 || providers.length > 0 }
}
