import { useEffect, useMemo } from 'react'
import useSWR from 'swr'
import type { Bbox } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { serverNow } from '@/lib/time/server-clock'
import { type PlacedDriver, useMapDrivers } from './map-drivers'

/** A driver on duty, with their last position. */
export interface DutyDriver {
  driver_id: string
  driver_name: string
  vehicle_number: string
  car_type: string
  lat: number
  lng: number
  heading: number | null
  updated_at: string
  state: 'free' | 'busy' | 'silent'
  /** The id of the driver's current trip; null without one. */
  booking_id: string | null
}

/** Interval for reading names and cars again (ms). They hardly change, and a driver who goes on duty causes another request. */
const FACTS_MS = 60_000
const everywhere: Bbox = [-180, -85, 180, 85]

export const dutyDriversKey = 'duty-drivers'

async function getDrivers(): Promise<DutyDriver[]> {
  const rows = await unwrap(supabase.rpc('duty_drivers'))
  return rows.map((row) => ({ ...row, state: row.state === 'busy' || row.state === 'silent' ? row.state : 'free' }))
}

/** Returns the drivers with their current positions, without those who went off duty. */
function placedAt(drivers: readonly DutyDriver[], placed: readonly PlacedDriver[]): DutyDriver[] {
  const places = new Map(placed.map((place) => [place.id, place]))
  const now = serverNow()
  return drivers.flatMap((driver) => {
    const place = places.get(driver.driver_id)
    if (!place) return []
    const { lat, lng, heading, state, age } = place
    return [{ ...driver, lat, lng, heading, state, updated_at: new Date(now - age * 1000).toISOString() }]
  })
}

/** The drivers on duty whom the caller may see, with their positions. */
export function useDutyDrivers(mayAsk = true) {
  const facts = useSWR(mayAsk && dutyDriversKey, getDrivers, { refreshInterval: FACTS_MS })
  const { drivers: placed, refresh } = useMapDrivers(everywhere, mayAsk)
  const { data: known, mutate } = facts
  const data = useMemo(() => (known && placed ? placedAt(known, placed) : known), [known, placed])
  const isNews = known && placed?.some(({ id, state }) => hasChanged(known, id, state))
  useEffect(() => {
    if (isNews) void mutate()
  }, [isNews, mutate])
  return { ...facts, data, refresh }
}

/** Whether a driver's facts must be read again: the driver went on duty, or began or ended a trip. */
function hasChanged(known: readonly DutyDriver[], id: string, state: PlacedDriver['state']): boolean {
  const driver = known.find(({ driver_id }) => driver_id === id)
  // A silent driver may be on a trip or free.
  return !driver || (state !== 'silent' && (driver.booking_id !== null) !== (state === 'busy'))
}
