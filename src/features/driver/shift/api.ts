import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import { transportOf } from '@/lib/upload/transport'
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

export interface CarCheck {
  /** The id of the car; null for the driver's own. */
  carId: string | null
  mileage: number | null
  photos: readonly string[]
  note: string
}

/**
 * Begins a shift with a car that the driver has checked.
 *
 * @throws AppError `vehicle_in_use`, `mileage_required`, `mileage_invalid`, `photos_required`, …
 */
export const beginShift = ({ carId, mileage, photos, note }: CarCheck) =>
  unwrap(supabase.rpc('start_shift', { vehicle_id: carId, mileage, photos: [...photos], note }))

/** Ends the shift. @throws AppError `driver_busy`, `mileage_required`, `mileage_invalid` */
export const endShift = (mileage: number | null) => unwrap(supabase.rpc('end_shift', { mileage }))

/** Uploads a photo of the car; returns its path. */
export async function sendCarPhoto(driverId: string, file: Blob): Promise<string> {
  const path = `${driverId}/${crypto.randomUUID()}`
  await transportOf({ bucket: 'shifts', path, file }).send({ onProgress: () => {} })
  return path
}
