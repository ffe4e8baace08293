import { garbage } from '../../http-client/failure.ts'
import { list } from '../../http-client/json.ts'
import { toLatLng } from '../geometry/parse.ts'
import type { LatLng } from '../geometry/types.ts'

/** Returns a point. @throws {ProviderFailure} of kind `garbage`, with `what` as its name, if it is no point on earth */
export function point(lat: unknown, lng: unknown, what: string): LatLng {
  const found = toLatLng(lat, lng)
  if (!found) throw garbage(`${what} is no point`)
  return found
}

/**
 * Reads a GeoJSON position.
 *
 * @param what name of the value in the error
 * @throws {ProviderFailure} of kind `garbage` if it is no point on earth
 */
export function position(value: unknown, what: string): LatLng {
  const [lng, lat] = list(value, what)
  return point(lat, lng, what)
}

/** Returns the metres and seconds of a provider's route as our `Measure`. */
export function measure(metres: number, seconds: number) {
  return { distance_in_km: Math.round(metres) / 1000, time_in_secs: Math.round(seconds) }
}
