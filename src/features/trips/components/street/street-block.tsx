import type { Booking } from '@/entities/booking'
import { Meter } from './meter'
import { StreetCard } from './street-card'
import { TextReceipt } from './text-receipt'

interface StreetBlockProps {
  booking: Booking
  onReload: () => void
}

/**
 * The driver's view of a street trip: the taximeter while it runs, the code for paying by card, and the receipt after payment.
 */
export function StreetBlock({ booking: { id, status, payment_mode }, onReload }: StreetBlockProps) {
  if (status === 'STARTED') return <Meter bookingId={id} />
  if (status === 'PENDING') return <StreetCard bookingId={id} isCard={payment_mode === 'card'} onAsked={onReload} />
  if (status === 'PAID' || status === 'COMPLETE') return <TextReceipt bookingId={id} />
  return null
}
