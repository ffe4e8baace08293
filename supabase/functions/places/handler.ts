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
  /** Returns the country (ISO 3166) of the only region that is searched; '' if unknown, or if a map service searches the world. */
  regionCountry: () => Promise<string>
}

const LIMIT = { name: 'places', limit: 120, windowSecs: 60 }
const MAX_KEYWORD = 200

/**
 * Handles place searches; see `contract.ts`. Clients need only the publishable key, no account.
 *
 * With `settings.restrict_country` only places of `settings.country` are found. If the region is in another country, which finds
 * nothing for everybody, the answer says so.
 *
 * Errors: 400 `invalid_request`, 404 `place_to_coords_error`, 409 `map_of_other_country`, 429 `too_many_requests`, 503
 * `maps_unavailable`.
 */
export function createPlacesHandler(
  { places, settings, authenticate, takeLimit, nameOf, regionCountry }: PlacesDeps,
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

  const refuseOtherCountry = async (country: string): Promise<void> => {
    const region = await regionCountry()
    if (region === '' || region === country) return
    throw new HttpError(
      409,
      'map_of_other_country',
      `The search is limited to ${country}, and the map is in ${region}`,
      'Change the setting country, or import the map of your country',
    )
  }

  const endpoints: Endpoints<typeof placesContract> = {
    async autocomplete({ request, body }) {
      await admit(request)
      const { searchKeyword, near, ...asked } = readAsked(placesContract.autocomplete.asked, body)
      const { country } = await settings()
      const options = { ...optionsOf(asked), ...(near && { near }), ...(country !== null && { country }) }
      const searchResults = await places.autocomplete(shorten(searchKeyword, MAX_KEYWORD), options)
      if (searchResults.length === 0 && country !== null) await refuseOtherCountry(country)
      return { searchResults }
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
