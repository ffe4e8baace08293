import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { DutyDriver } from '../model'

/** Positions are not told one by one, so they are asked for; drivers report about as often. */
const REFRESH_MS = 5000

async function getDrivers(): Promise<DutyDriver[]> {
  const rows = await unwrap(supabase.rpc('drivers_for_map'))
  return rows.map((row) => ({ ...row, state: row.state === 'busy' || row.state === 'silent' ? row.state : 'free' }))
}

/** Drivers on duty, as far as this person looks after them. */
export function useDutyDrivers() {
  return useSWR('duty-drivers', getDrivers, { refreshInterval: REFRESH_MS, keepPreviousData: true })
}
