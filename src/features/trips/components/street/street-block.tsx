import { useEffect } from 'react'
import type { Booking } from '@/entities/booking'
import { compareWithRoads } from './api'
import { Meter } from './meter'
import { StreetCard } from './street-card'
import { TextReceipt } from './text-receipt'

interface StreetBlockProps {
  booking: Booking
  onReload: () => void
}

/** What a driver needs on a ride from the street: the meter while it runs, the code to pay by card, the receipt once it is paid. */
export function StreetBlock({ booking: { id, status, payment_mode }, onReload }: StreetBlockProps) {
  const hasEnded = status === 'PENDING'
  useEffect(() => {
    if (hasEnded) void compareWithRoads(id)
  }, [hasEnded, id])
  if (status === 'STARTED') return <Meter bookingId={id} />
  if (hasEnded) return <StreetCard bookingId={id} isCard={payment_mode === 'card'} onAsked={onReload} />
  if (status === 'PAID' || status === 'COMPLETE') return <TextReceipt bookingId={id} />
  return null
}
