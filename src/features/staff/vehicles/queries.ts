import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

type Composite = Database['public']['CompositeTypes']

export interface NamedDriver {
  id: string
  name: string
}

/** A shared car as staff sees it. */
export interface Vehicle extends Omit<Composite['shared_vehicle'], 'id' | 'vehicle_number' | 'drivers'> {
  id: string
  vehicle_number: string
  /** The drivers who may take the car; empty if every driver of the fleet may. */
  drivers: readonly NamedDriver[]
}

export async function listVehicles(signal: AbortSignal): Promise<Vehicle[]> {
  const rows = await unwrap(supabase.rpc('shared_vehicles').abortSignal(signal))
  return rows.map(({ id, vehicle_number, drivers, ...row }) => ({
    ...row,
    id: id ?? '',
    vehicle_number: vehicle_number ?? '',
    drivers: (drivers ?? []) as unknown as NamedDriver[]
  }))
}

/** Returns the shifts that drivers had with a car, latest first. */
export const useVehicleShifts = (id: string) =>
  useSWR(['vehicle-shifts', id], () => unwrap(supabase.rpc('vehicle_shifts', { vehicle_id: id })))

export type VehicleShift = Composite['vehicle_shift']
