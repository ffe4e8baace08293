import { garbage } from '../../http-client/failure.ts'
import { list } from '../../http-client/json.ts'
import { toLatLng } from '../geometry/parse.ts'
import type { LatLng } from '../geometry/types.ts'

/** @throws {ProviderFailure} of kind `garbage`, naming the value that is no point on earth */
export function point(lat: unknown, lng: unknown, what: string): LatLng {
  const found = toLatLng(lat, lng)
  if (!found) throw garbage(`${what} is no point`)
  return found
}

/** A GeoJSON position. @throws {ProviderFailure} of kind `garbage`, naming the value that is no point on earth */
export function position(value: unknown, what: string): LatLng {
  const [lng, lat] = list(value, what)
  return point(lat, lng, what)
}

/** Metres and seconds of a provider's route. */
export function measure(metres: number, seconds: number) {
  return { distance_in_km: Math.round(metres) / 1000, time_in_secs: Math.round(seconds) }
}
