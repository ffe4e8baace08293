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
 * Goes online, where the phone is.
 *
 * @throws AppError `outside_service_area` where no trip can be offered, `require_approval` for a driver nobody has approved
 */
export async function goOnDuty(fix: Fix): Promise<void> {
  await unwrap(supabase.rpc('set_driver_active', { active: true, place: wire(fix) }))
}

/** Goes offline: no offers come in. */
export async function goOffDuty(): Promise<void> {
  await unwrap(supabase.rpc('set_driver_active', { active: false }))
}
