import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

type Shift = Database['public']['CompositeTypes']['driver_shift']

export type SharedCar = Database['public']['CompositeTypes']['shared_vehicle']

/** The open shift, and the cars that the driver can choose. */
export interface WorkShift {
  shift: Shift | null
  cars: readonly SharedCar[]
}

export const workShiftKey = (driverId: string) => ['work-shift', driverId] as const

async function getWorkShift(): Promise<WorkShift> {
  const [shifts, cars] = await Promise.all([unwrap(supabase.rpc('my_shift')), unwrap(supabase.rpc('shared_vehicles'))])
  return { shift: shifts[0] ?? null, cars }
}

/**
 * Returns the driver's open shift and the cars to choose from.
 *
 * @param refreshMs interval between requests in ms, which are needed because other drivers take cars
 */
export const useWorkShift = (driverId: string, refreshMs = 0) =>
  useSWR(workShiftKey(driverId), getWorkShift, { refreshInterval: refreshMs })
