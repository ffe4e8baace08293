import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Booking } from '../model'
import type { Step } from '../steps'

/**
 * Tells the server that the driver has done a step. Each is safe to call twice.
 *
 * @throws AppError with the server's key, `network_error` where it could not be reached
 */
export async function sendStep(step: Step): Promise<Booking> {
  const booking_id = step.bookingId
  const otp = step.otp ? { otp: step.otp } : {}
  switch (step.kind) {
    case 'arrive':
      return await unwrap(supabase.rpc('arrive_at_pickup', { booking_id }))
    case 'start':
      return await unwrap(supabase.rpc('start_trip', { booking_id, ...otp }))
    case 'reach':
      return await unwrap(supabase.rpc('reach_drop', { booking_id, ...otp }))
    case 'confirm_cash':
      return await unwrap(supabase.rpc('confirm_cash', { booking_id }))
  }
}
