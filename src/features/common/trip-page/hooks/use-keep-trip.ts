import { useEffect } from 'react'
import { type Booking, keepTrip, useStartCode, useStops } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/time/server-clock'
import type { Trip } from './use-trip'

const driverOf = (booking: Booking) => ({
  driver_name: booking.driver_name,
  vehicle_make: booking.vehicle_make,
  vehicle_model: booking.vehicle_model,
  vehicle_color: booking.vehicle_color,
  vehicle_number: booking.vehicle_number
})

/** Stores what a rider sees of the trip on this device, so that the page can show it offline. */
export function useKeepTrip(booking: Booking, me: string, { view, isScheduled }: Pick<Trip, 'view' | 'isScheduled'>) {
  const { timeZone: zone } = useFormat()
  const isMine = booking.customer_id === me
  const stops = useStops(booking)
  const { data: code = null } = useStartCode(isMine && view.blocks.includes('code') ? booking.id : null)
  useEffect(() => {
    if (!isMine) return
    const { id, reference, status, category, trip_at: tripAt } = booking
    const trip = {
      ...{ id, reference, status, category, isScheduled, tripAt, code, zone },
      pickup: booking.pickup_address,
      stops: stops.map(({ address }) => address),
      drop: booking.drop_address ?? '',
      driver: booking.driver_id ? driverOf(booking) : null,
      at: serverNow()
    }
    keepTrip(trip, me)
  }, [booking, isMine, me, stops, code, isScheduled, zone])
}
