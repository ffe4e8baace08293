import { unwrap } from '@/lib/server/api'
import { AppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import type { Booking } from '../model'

/** The price of changing a booking's route, and whether the driver must agree. The server computes both before the change. */
export interface RouteTerms {
  /** The amount to pay before and after the change, including promotion, cash rounding and the driver's compensation. */
  before: number
  after: number
  /** The part of the amount that compensates the driver, because the new fare is below the one that they accepted. */
  compensation: number
  /** Whether the driver must agree to the change. */
  needsDriver: boolean
}

/**
 * Reads the terms of a change of route, without changing it.
 *
 * @throws AppError `route_shortened`, `promo_min_order`, `too_many_changes`, …: all errors of {@link changeRoute}
 */
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
 * Changes a booking's route at the price of a quote. If the new route is cheaper, the driver may have to agree first. In that
 * case this call returns the booking with its old route.
 *
 * @throws AppError `route_shortened`, …
 */
export const changeRoute = async (bookingId: string, quoteId: string, client_key: string): Promise<Booking> =>
  await unwrap(supabase.rpc('change_route', { booking_id: bookingId, quote_id: quoteId, client_key }))
