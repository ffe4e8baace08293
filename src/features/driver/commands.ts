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
 * Goes online at the phone's position.
 *
 * @throws AppError `outside_service_area` where no trips are offered, `require_approval` for a driver who is not approved
 */
export async function goOnDuty(fix: Fix): Promise<void> {
  await unwrap(supabase.rpc('set_driver_active', { active: true, place: wire(fix) }))
}

/** Goes offline: stops offers. */
export async function goOffDuty(): Promise<void> {
  await unwrap(supabase.rpc('set_driver_active', { active: false }))
}
