import type { Authenticate } from '../_shared/kernel/auth.ts'
import { type Endpoints, readAsked } from '../_shared/kernel/contract.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { createHandler } from '../_shared/kernel/http.ts'
import type { TakeLimit } from '../_shared/kernel/rate-limit.ts'
import { shorten } from '../_shared/kernel/validate.ts'
import {
  MAX_PLACE_ID,
  type NamePoint,
  type PlaceOptions,
  type PlacesProvider,
} from '../_shared/region/providers/types.ts'
import type { LatLng } from '../_shared/region/geometry/types.ts'
import type { ReadMapSettings } from '../_shared/region/settings.ts'
import { placesContract } from './contract.ts'

export interface PlacesDeps {
  places: PlacesProvider
  settings: ReadMapSettings
  authenticate: Authenticate
  takeLimit: TakeLimit
  /** Returns the name of a point in the language that is spoken there. */
  nameOf: NamePoint
}

const LIMIT = { name: 'places', limit: 120, windowSecs: 60 }
const MAX_KEYWORD = 200

/**
 * Handles place searches; see `contract.ts`. Clients need only the publishable key, no account.
 *
 * With `settings.restrict_country` only places of `settings.country` are found.
 *
 * Errors: 400 `invalid_request`, 404 `place_to_coords_error`, 429 `too_many_requests`, 503 `maps_unavailable`.
 */
export function createPlacesHandler(
  { places, settings, authenticate, takeLimit, nameOf }: PlacesDeps,
): (request: Request) => Promise<Response> {
  const admit = async (request: Request): Promise<void> => {
    const caller = await authenticate(request)
    if (caller.role !== 'service_role') takeLimit(request, LIMIT)
  }

  /** Returns the field `local` with a point's local name, if a language was requested and the name differs from `address`. */
  const localOf = async (
    point: LatLng,
    { language }: Asked,
    address: string | undefined,
  ): Promise<{ local?: string }> => {
    const local = language ? await nameOf(point) : null
    return local !== null && local !== address ? { local } : {}
  }

  const endpoints: Endpoints<typeof placesContract> = {
    async autocomplete({ request, body }) {
      await admit(request)
      const { searchKeyword, near, ...asked } = readAsked(placesContract.autocomplete.asked, body)
      const { country } = await settings()
      const options = { ...optionsOf(asked), ...(near && { near }), ...(country !== null && { country }) }
      return { searchResults: await places.autocomplete(shorten(searchKeyword, MAX_KEYWORD), options) }
    },

    async coordinates({ request, body }) {
      await admit(request)
      const { place_id: placeId, ...asked } = readAsked(placesContract.coordinates.asked, body)
      const found = placeId.length <= MAX_PLACE_ID ? await places.coordinates(placeId, optionsOf(asked)) : null
      if (!found) throw unknownPlace('Search for the place again')
      const { lat, lng, address } = found
      return { coords: { lat, lng }, ...(address && { address }), ...(await localOf(found, asked, address)) }
    },

    async reverse({ request, body }) {
      await admit(request)
      const { latlng, ...asked } = readAsked(placesContract.reverse.asked, body)
      const address = await places.reverse(latlng, optionsOf(asked))
      if (address === null) throw unknownPlace('Choose a point within the region')
      return { address, ...(await localOf(latlng, asked, address)) }
    },
  }
  return createHandler('places', endpoints)
}

interface Asked {
  session?: string | null | undefined
  language?: string | null | undefined
}

const optionsOf = ({ session, language }: Asked): PlaceOptions => ({
  ...(session && { session }),
  ...(language && { language }),
})

function unknownPlace(hint: string): HttpError {
  return new HttpError(404, 'place_to_coords_error', 'This place is not known', hint)
}
