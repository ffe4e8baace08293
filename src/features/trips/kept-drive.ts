import { useEffect } from 'react'
import { useSWRConfig } from 'swr'
import { type Booking, bookingKeys, isOver, type Stop } from '@/entities/booking'
import { keepOwn, readOwn } from '@/lib/own-storage'
import { figure, listOf, shaped, text } from '@/lib/shape'

/**
 * The driver's current trip as this phone stored it last. A page that is opened without a signal continues with it. It contains
 * the whole row, because the driver's next step needs it; a rider's stored copy contains only what is shown.
 */
interface StoredDriverTrip {
  booking: Booking
  stops: Stop[]
}

const STORED = 'drive-trip'

const isBooking = shaped<Pick<Booking, 'id' | 'driver_id' | 'status' | 'reference'>>({
  id: text,
  driver_id: text,
  status: text,
  reference: text
})
const isStop = shaped<Pick<Stop, 'position' | 'lat' | 'lng' | 'address'>>({
  position: figure,
  lat: figure,
  lng: figure,
  address: text
})
const isKept = shaped<{ booking: unknown; stops: unknown }>({ booking: isBooking, stops: listOf(isStop) })

/** Reads the stored trip with this id; null if another trip or none is stored. */
export function readStoredDriverTrip(id: string): StoredDriverTrip | null {
  const kept = readOwn(STORED)
  return isKept(kept) && (kept as StoredDriverTrip).booking.id === id ? (kept as StoredDriverTrip) : null
}

/** Stores the driver's current trip on this phone. */
export function useKeepDrive(booking: Booking, me: string, stops: readonly Stop[]): void {
  useEffect(() => {
    if (booking.driver_id === me && !isOver(booking.status)) keepOwn(STORED, me, { booking, stops })
  }, [booking, me, stops])
}

/** Puts a stored trip's stops into the cache that the page reads. */
export function useKeptStops(kept: StoredDriverTrip | null): void {
  const { mutate } = useSWRConfig()
  useEffect(() => {
    if (!kept) return
    const key = bookingKeys.stops(kept.booking.id, kept.booking.status)
    void mutate(key, (known: Stop[] | undefined) => known ?? kept.stops, { revalidate: false })
  }, [kept, mutate])
}
