import { type Booking, type Party, paymentModeOf } from '@/entities/booking'
import { useBookingHold, usePaymentProviders } from '@/entities/payment'
import { serverNow } from '@/lib/time/server-clock'
import { useNow } from '@/lib/time/use-now'
import { isBeforeEnd } from '../model/before-end'
import { type HoldState, holdStateOf } from '../model/hold-state'

const TICK_MS = 5000

/** The reservation of a card ride for its rider. Both values are null for other rides, and until they are known. */
export function useHold(booking: Booking, party: Party) {
  useNow(TICK_MS)
  const isCard = party === 'rider' && paymentModeOf(booking) === 'card' && !booking.prepaid
  const isOpen = isCard && isBeforeEnd(booking)
  const { data: hold = null, isLoading } = useBookingHold(
    isOpen || (isCard && booking.status === 'PENDING') ? booking : null
  )
  const providers = usePaymentProviders(isOpen)
  const state: HoldState | null = isOpen && hold ? holdStateOf(hold, providers, serverNow()) : null
  return { hold, isLoading, state }
}

export type Hold = ReturnType<typeof useHold>
