import type { Authenticate } from '../_shared/kernel/auth.ts'
import { HttpError, invalidRequest } from '../_shared/kernel/errors.ts'
import { createHandler } from '../_shared/kernel/http.ts'
import type { ReadMapSettings } from '../_shared/maps/settings.ts'
import {
  MAX_PLACE_ID,
  type NameWishes,
  type PlacesProvider,
  type PlaceWishes,
} from '../_shared/maps/providers/types.ts'
import type { TakeLimit } from '../_shared/kernel/rate-limit.ts'
import { isUuid, shorten } from '../_shared/kernel/validate.ts'
import { parseLatLng } from '../_shared/maps/geometry/parse.ts'

export interface PlacesDeps {
  places: PlacesProvider
  settings: ReadMapSettings
  authenticate: Authenticate
  takeLimit: TakeLimit
}

const LIMIT = { name: 'places', limit: 120, windowSecs: 60 }
const MAX_KEYWORD = 200
const MAX_LANGUAGE = 35

/**
 * Place search for everyone with the publishable key.
 *
 * - `places/autocomplete {searchKeyword, near?: "lat,lng", session?, language?}` -> `{searchResults}`
 * - `places/coordinates {place_id, session?, language?}` -> `{coords: {lat, lng}, address?}`; 404 `place_to_coords_error`
 * - `places/reverse {latlng: "lat,lng", language?}` -> `{address}`; 404 `place_to_coords_error`
 *
 * `session` is a UUID for the keystrokes of one search and the choice that ends it, `language` a BCP 47 tag. Where
 * `settings.restrict_country` is on, only places of `settings.country` are found.
 */
export function createPlacesHandler(
  { places, settings, authenticate, takeLimit }: PlacesDeps,
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
      const wishes = { ...readWishes(body), ...(centre && { near: centre }) }
      const { country } = await settings()
      return {
        searchResults: await places.autocomplete(
          shorten(searchKeyword, MAX_KEYWORD),
          country === null ? wishes : { ...wishes, country },
        ),
      }
    },

    async coordinates({ request, body }) {
      await admit(request)
      const { place_id: placeId } = body
      if (typeof placeId !== 'string' || placeId === '') throw invalidRequest('place_id has to be a text')
      const wishes = readWishes(body)
      const found = placeId.length <= MAX_PLACE_ID ? await places.coordinates(placeId, wishes) : null
      if (!found) throw unknownPlace('Search for the place again')
      const { lat, lng, address } = found
      return { coords: { lat, lng }, ...(address && { address }) }
    },

    async reverse({ request, body }) {
      await admit(request)
      const point = parseLatLng(body['latlng'])
      if (!point) throw invalidRequest('latlng has to be "lat,lng"')
      const address = await places.reverse(point, readLanguage(body))
      if (address === null) throw unknownPlace('Choose a point within the region')
      return { address }
    },
  })
}

/** @throws {HttpError} 400 `invalid_request` */
function readWishes(body: Record<string, unknown>): PlaceWishes {
  const { session } = body
  if (session === undefined || session === null) return readLanguage(body)
  if (!isUuid(session)) throw invalidRequest('session has to be a UUID')
  return { ...readLanguage(body), session }
}

/** @throws {HttpError} 400 `invalid_request` */
function readLanguage({ language }: Record<string, unknown>): NameWishes {
  if (language === undefined || language === null) return {}
  const isTag = typeof language === 'string' && language.length <= MAX_LANGUAGE &&
    /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(language)
  if (!isTag) throw invalidRequest('language has to be a tag such as "de" or "pt-BR"')
  return { language }
}

function unknownPlace(hint: string): HttpError {
  return new HttpError(404, 'place_to_coords_error', 'This place is not known', hint)
}
