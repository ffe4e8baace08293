import { useEffect } from 'react'
import type { Booking } from '@/entities/booking'
import { compareWithRoads } from './api'
import { Meter } from './meter'
import { TextReceipt } from './text-receipt'

/** What a driver needs on a ride from the street: the meter while it runs, the passenger's receipt once it is paid. */
export function StreetBlock({ booking: { id, status } }: { booking: Booking }) {
  const hasEnded = status === 'PENDING'
  useEffect(() => {
    if (hasEnded) void compareWithRoads(id)
  }, [hasEnded, id])
  if (status === 'STARTED') return <Meter bookingId={id} />
  if (status === 'PAID' || status === 'COMPLETE') return <TextReceipt bookingId={id} />
  return null
}
