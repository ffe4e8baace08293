import { unwrap } from '@/lib/api'
import { AppError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { Booking } from '../model'

/** What another route makes of a booking, as the server says before anything changes. */
export interface RouteTerms {
  /** What is paid now, and then: with promotion, rounding of cash and compensation. */
  before: number
  after: number
  /** Of it, what the driver gets for a fare below the one they accepted. */
  compensation: number
  /** It stands only once the driver agrees. */
  needsDriver: boolean
}

/** @throws AppError `route_shortened`, `promo_min_order`, `too_many_changes`, …: all that {@link changeRoute} would refuse */
export async function getRouteTerms(bookingId: string, quoteId: string): Promise<RouteTerms> {
  const rows = await unwrap(supabase.rpc('route_change_quote', { booking_id: bookingId, quote_id: quoteId }))
  const [terms] = rows
  if (!terms) throw new AppError('not_found')
  return {
    before: terms.amount_before,
    after: terms.amount_after,
    compensation: terms.compensation,
    needsDriver: terms.needs_driver
  }
}

/**
 * Gives the booking another route, by a price that was asked for it; a cheaper one may wait for its driver, and the answer
 * is then the booking as it was.
 *
 * @throws AppError `route_shortened`, …
 */
export const changeRoute = async (bookingId: string, quoteId: string, client_key: string): Promise<Booking> =>
  await unwrap(supabase.rpc('change_route', { booking_id: bookingId, quote_id: quoteId, client_key }))
