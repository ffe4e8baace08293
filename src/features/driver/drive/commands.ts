import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Fix } from './model/state'

const wire = ({ lat, lng, heading, accuracy, at }: Fix) => ({
  lat,
  lng,
  heading,
  accuracy,
  at: new Date(at).toISOString()
})

/**
 * Goes online (on duty) at the phone's position.
 *
 * @throws AppError `outside_service_area` if no trips are offered at the position, `require_approval` if the driver is not
 * approved
 */
export async function goOnDuty(fix: Fix): Promise<void> {
  // A browser short of storage may otherwise delete steps and positions that could not be sent yet.
  void navigator.storage?.persist?.().catch(() => {})
  await unwrap(supabase.rpc('set_driver_active', { active: true, place: wire(fix) }))
}

/** Goes offline: the driver gets no more offers. */
export async function goOffDuty(): Promise<void> {
  await unwrap(supabase.rpc('set_driver_active', { active: false }))
}

/** Says whether the trip under way is the last one: the driver then gets no more offers until going offline. */
export async function setLastRide(isLast: boolean): Promise<void> {
  await unwrap(supabase.rpc('set_last_ride', { is_last: isLast }))
}
