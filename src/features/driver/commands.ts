import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Fix } from './model'

const wire = ({ lat, lng, heading, accuracy, at }: Fix) => ({
  lat,
  lng,
  heading,
  accuracy,
  at: new Date(at).toISOString()
})

/**
 * Hands in fixes, oldest first. The newest makes the driver findable; during a trip all of them are its trail.
 *
 * @returns how many the server kept; implausible ones are dropped, never an error
 */
export async function reportPositions(fixes: readonly Fix[]): Promise<number> {
  return await unwrap(supabase.rpc('report_positions', { points: fixes.map(wire) }))
}

/**
 * Goes online (offers come in) or offline.
 *
 * @throws AppError `require_approval` for a driver nobody has approved
 */
export async function setDriverActive(active: boolean): Promise<void> {
  await unwrap(supabase.rpc('set_driver_active', { active }))
}
