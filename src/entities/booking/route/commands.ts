import { unwrap } from '@/lib/api'
import { AppError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
import type { Booking } from '../model'

/** The effect of another route on a booking, from the server before the change. */
export interface RouteTerms {
  /** The payable amount now and then: with promotion, cash rounding and compensation. */
  before: number
  after: number
  /** The driver's compensation in it for a fare below the accepted one. */
  compensation: number
  /** It needs the driver's agreement. */
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
 * Changes the booking's route at a quoted price; a cheaper one may wait for its driver, and then the
 * unchanged booking is returned.
 *
 * @throws AppError `route_shortened`, …
 */
export const changeRoute = async (bookingId: string, quoteId: string, client_key: string): Promise<Booking> =>
  await unwrap(supabase.rpc('change_route', { booking_id: bookingId, quote_id: quoteId, client_key }))
