import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
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

/** The data that staff enters about a car. Without an id the car is new. */
export interface VehicleContent {
  id?: string
  fleet_id?: string | null
  car_type_id?: string
  vehicle_number?: string
  vehicle_make?: string
  vehicle_model?: string
  vehicle_color?: string
  seats?: number | null
  luggage?: number
  child_seats?: number
  wheelchair?: boolean
  mileage?: number | null
  retired?: boolean
  drivers?: string[]
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

/** Saves a car. @throws AppError `vehicle_exists`, `person_invalid`, `not_allowed`, `demo_mode` */
export const saveVehicle = (vehicle: VehicleContent) =>
  unwrap(supabase.rpc('save_shared_vehicle', { vehicle: { ...vehicle } }))

/** Ends the shift of the car's current driver. @throws AppError `driver_busy`, `demo_mode` */
export const freeVehicle = (vehicle_id: string) => unwrap(supabase.rpc('free_vehicle', { vehicle_id }))

/** Returns the shifts that drivers had with a car, latest first. */
export const useVehicleShifts = (id: string) =>
  useSWR(['vehicle-shifts', id], () => unwrap(supabase.rpc('vehicle_shifts', { vehicle_id: id })))

export type VehicleShift = Composite['vehicle_shift']
