import type { EstimateAsked, Quote } from '@contract/routes'
import { keptPlace, type Place } from '@/lib/geo/geo'
import { invoke } from '@/lib/server/api'
import { type AppError, toAppError } from '@/lib/server/errors'
import type { ChosenExtras } from './model'

export interface EstimateRequest {
  pickup: Place
  drop: Place
  waypoints: readonly Place[]
  carTypeId: string
  extras: ChosenExtras | undefined
  /** Start of a trip for later (ms); null for now. */
  tripAt: number | null
  /** The id of the rider, if the office requests the price. */
  customerId?: string
}

/** Requests a price (quote) for one car type. The server stores it only for a rider (signed in, or named by `customerId`). */
export function estimate(request: EstimateRequest): Promise<Quote> {
  const { pickup, drop, waypoints, carTypeId, extras, tripAt, customerId } = request
  const asked: EstimateAsked = {
    pickup: keptPlace(pickup),
    drop: keptPlace(drop),
    car_type_id: carTypeId,
    ...(waypoints.length > 0 ? { waypoints: waypoints.map(keptPlace) } : {}),
    ...(tripAt !== null ? { trip_at: new Date(tripAt).toISOString() } : {}),
    ...(extras ? { parcel_type_index: extras.parcel, option_index: extras.option } : {}),
    ...(customerId ? { customer_id: customerId } : {})
  }
  return invoke<Quote>('routes/estimate', asked)
}

export type QuoteResult = { quote: Quote; error: null } | { quote: null; error: AppError }

/**
 * Requests several prices at the same time, such as one for each car type. Returns the results by car type id. If one request
 * fails, the others are not affected.
 */
export async function estimateAll(requests: EstimateRequest[]): Promise<Record<string, QuoteResult>> {
  const results = await Promise.all(
    requests.map(async (request): Promise<[string, QuoteResult]> => {
      try {
        return [request.carTypeId, { quote: await estimate(request), error: null }]
      } catch (error) {
        return [request.carTypeId, { quote: null, error: toAppError(error) }]
      }
    })
  )
  return Object.fromEntries(results)
}
