import { useMemo, useState } from 'react'
import type { Booking } from '@/entities/booking'
import { type Place, readPlaces } from '@/lib/geo/geo'
import { keepOwn, readOwn } from '@/lib/session/own-storage'

const STORED = 'street-goal'

/** Returns the stored destination of this trip; null if there is none. */
function readGoal(bookingId: string): Place | null {
  const kept = readOwn(STORED) as { bookingId?: unknown; place?: unknown } | null
  return kept?.bookingId === bookingId ? (readPlaces([kept.place])[0] ?? null) : null
}

/**
 * The destination that the passenger of a street trip has named, stored on this phone. Only the driver's page knows it, for the
 * way and the expected fare; the trip ends where the passenger gets out.
 */
export function useStreetGoal(booking: Booking, me: string) {
  const isMetered = booking.source === 'street' && booking.status === 'STARTED'
  const [goal, setGoal] = useState(() => readGoal(booking.id))
  const shown = useMemo(
    () =>
      isMetered && goal ? { ...booking, drop_lat: goal.lat, drop_lng: goal.lng, drop_address: goal.add } : booking,
    [booking, goal, isMetered]
  )
  const set = (place: Place | null) => {
    setGoal(place)
    keepOwn(STORED, me, place && { bookingId: booking.id, place })
  }
  return { goal: isMetered ? goal : null, set, shown }
}
