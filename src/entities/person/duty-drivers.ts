import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** A driver on duty and where they were last heard of. */
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
  /** The trip they are on. */
  booking_id: string | null
}

/** Positions are not told one by one, so they are asked for; drivers report about as often. */
const DRIVERS_MS = 5000

export const dutyDriversKey = 'duty-drivers'

async function getDrivers(): Promise<DutyDriver[]> {
  const rows = await unwrap(supabase.rpc('drivers_for_map'))
  return rows.map((row) => ({ ...row, state: row.state === 'busy' || row.state === 'silent' ? row.state : 'free' }))
}

/** Drivers on duty, as far as this person looks after them. */
export function useDutyDrivers(mayAsk = true) {
  return useSWR(mayAsk && dutyDriversKey, getDrivers, { refreshInterval: DRIVERS_MS })
}
