import type { Authenticate } from '../_shared/auth.ts'
import { HttpError, invalidRequest } from '../_shared/errors.ts'
import { createHandler } from '../_shared/http.ts'
import type { PlacesProvider } from '../_shared/providers/types.ts'
import type { TakeLimit } from '../_shared/rate-limit.ts'
import { parseLatLng } from '../_shared/validate.ts'

export interface PlacesDeps {
  places: PlacesProvider
  authenticate: Authenticate
  takeLimit: TakeLimit
}

const LIMIT = { name: 'places', limit: 120, windowSecs: 60 }
const MAX_KEYWORD = 200

/**
 * Place search for everyone with the publishable key.
 *
 * - `places/autocomplete {searchKeyword, near?: "lat,lng"}` -> `{searchResults}`
 * - `places/coordinates {place_id}` -> `{coords: {lat, lng}}`; 404 `place_to_coords_error`
 * - `places/reverse {latlng: "lat,lng"}` -> `{address}`; 404 `place_to_coords_error`
 */
export function createPlacesHandler(
  { places, authenticate, takeLimit }: PlacesDeps,
): (request: Request) => Promise<Response> {
  const admit = async (request: Request): Promise<void> => {
    const caller = await authenticate(request)
    if (caller.role !== 'service_role') takeLimit(request, LIMIT)
  }

  return createHandler('places', {
    async autocomplete({ request, body }) {
      await admit(request)
      const { searchKeyword, near } = body
      if (typeof searchKeyword !== 'string') throw invalidRequest('searchKeyword has to be a text')
      const centre = parseLatLng(near)
      if (near !== undefined && !centre) throw invalidRequest('near has to be "lat,lng"')
      return {
        searchResults: await places.autocomplete(searchKeyword.slice(0, MAX_KEYWORD), centre ? { near: centre } : {}),
      }
    },

    async coordinates({ request, body }) {
      await admit(request)
      const { place_id: placeId } = body
      if (typeof placeId !== 'string' || placeId === '') throw invalidRequest('place_id has to be a text')
      const coords = await places.coordinates(placeId)
      if (!coords) throw unknownPlace('Search for the place again')
      return { coords }
    },

    async reverse({ request, body }) {
      await admit(request)
      const point = parseLatLng(body['latlng'])
      if (!point) throw invalidRequest('latlng has to be "lat,lng"')
      const address = await places.reverse(point)
      if (address === null) throw unknownPlace('Choose a point within the region')
      return { address }
    },
  })
}

function unknownPlace(hint: string): HttpError {
  return new HttpError(404, 'place_to_coords_error', 'This place is not known', hint)
}
