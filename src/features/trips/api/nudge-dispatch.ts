import { supabase } from '@/lib/supabase'

/**
 * Lets dispatch move on when an offer has run out. A hint, not a duty: the server ticks by itself, so a failure
 * is nobody's concern.
 */
export async function nudgeDispatch(bookingId: string): Promise<void> {
  await supabase.rpc('nudge_dispatch', { booking_id: bookingId })
}
