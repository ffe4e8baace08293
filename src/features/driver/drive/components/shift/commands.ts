import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { transportOf } from '@/lib/upload/transport'

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
