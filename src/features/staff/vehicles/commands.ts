import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

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

/** Saves a car. @throws AppError `vehicle_exists`, `person_invalid`, `not_allowed`, `demo_mode` */
export const saveVehicle = (vehicle: VehicleContent) =>
  unwrap(supabase.rpc('save_shared_vehicle', { vehicle: { ...vehicle } }))

/** Ends the shift of the car's current driver. @throws AppError `driver_busy`, `demo_mode` */
export const freeVehicle = (vehicle_id: string) => unwrap(supabase.rpc('free_vehicle', { vehicle_id }))
