import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/**
 * Goes online (offers come in) or offline.
 *
 * @throws AppError `require_approval` for a driver nobody has approved
 */
export async function setDriverActive(active: boolean): Promise<void> {
  await unwrap(supabase.rpc('set_driver_active', { active }))
}
