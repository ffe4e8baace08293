import type { Client } from '../../http-client/client.ts'
import { googleHeaders, REFUSALS, refuseIfRefused, toGoogle } from './google-format.ts'
import { id, list, object, readable, text, textOr } from '../../http-client/json.ts'
import { point } from './measures.ts'
import type { Suggestion } from '../geometry/types.ts'
import type { Located, PlacesAdapter } from './types.ts'

export interface GooglePlacesOptions {
  key: string
  places?: string
  geocode?: string
}

const HITS = 8
/** Radius in metres around the person's position in which Google prefers hits. */
const NEAR_METRES = 30_000

/**
 * Google's place ids use the alphabet of base64url. Other text from a client must not get into a URL: dots could change the
 * path.
 */
const ID = /^[\w-]+={0,2}$/

const PREDICTION = 'suggestions.placePrediction'
const SEARCH_FIELDS = [
  'placeId',
  'text.text',
  'structuredFormat.mainText.text',
  'structuredFormat.secondaryText.text',
  'types',
]
  .map((field) => `${PREDICTION}.${field}`)
const AREAS = new Set([
  'locality',
  'sublocality',
  'postal_code',
  'neighborhood',
  'political',
  'administrative_area_level_1',
])

/**
 * Provider of Google's places: Places API (New) for searches, Geocoding v4 for names of points.
 *
 * Sources: https://developers.google.com/maps/documentation/places/web-service/place-autocomplete,
 * …/place-details, https://developers.google.com/maps/documentation/geocoding/start-v4
 */
export function googlePlaces(
  client: Client,
  { key, places = 'https://places.googleapis.com', geocode = 'https://geocode.googleapis.com' }: GooglePlacesOptions,
): PlacesAdapter {
  return {
    name: 'google',

    autocomplete(keyword, { near, country, language, session }, budget) {
      const body = {
        input: keyword,
        ...(session && { sessionToken: session }),
        ...(language && { languageCode: language }),
        ...(country && { includedRegionCodes: [country.toLowerCase()] }),
        ...(near && { locationBias: { circle: { center: toGoogle(near), radius: NEAR_METRES } } }),
      }
      const headers = googleHeaders(key, SEARCH_FIELDS)
      const url = new URL(`${places}/v1/places:autocomplete`)
      return client.ask(
        { operation: 'autocomplete', url, headers, body, isRepeatable: true, accept: REFUSALS },
        budget,
        (json, status) => {
          refuseIfRefused(json, status)
          return readSuggestions(json)
        },
      )
    },

    async coordinates(placeId, { session, language }, budget) {
      if (!ID.test(placeId)) return null
      const url = new URL(`${places}/v1/places/${encodeURIComponent(placeId)}`)
      if (session) url.searchParams.set('sessionToken', session)
      if (language) url.searchParams.set('languageCode', language)
      const headers = googleHeaders(key, ['location'])
      // Google responds to an unknown or expired id with 404, to a malformed one with 400.
      return await client.ask(
        { operation: 'coordinates', url, headers, accept: [...REFUSALS, 404] },
        budget,
        (json, status) => {
          if (status === 404) return null
          return status === 400 ? refusedId(json, status) : readPlace(json)
        },
      )
    },

    reverse({ lat, lng }, { language }, budget) {
      const url = new URL(`${geocode}/v4/geocode/location/${lat},${lng}`)
      if (language) url.searchParams.set('languageCode', language)
      const headers = googleHeaders(key, ['results.formattedAddress', 'results.types'])
      return client.ask({ operation: 'reverse', url, headers, accept: REFUSALS }, budget, (json, status) => {
        refuseIfRefused(json, status)
        return readAddress(json)
      })
    },
  }
}

/** Reads suggestions; the response is an empty object if nothing was found. */
function readSuggestions(json: unknown): Suggestion[] {
  const { suggestions = [] } = object(json, 'the answer')
  return readable(suggestions, 'suggestions', (value) => {
    const found = object(object(value, 'a suggestion')['placePrediction'], 'a prediction')
    const description = text(object(found['text'], 'a text')['text'], 'a text')
    const format = object(found['structuredFormat'] ?? {}, 'a format')
    const part = (name: string) => textOr(object(format[name] ?? {}, 'a part')['text'])
    return {
      place_id: id(found['placeId'], ID),
      description,
      main_text: part('mainText') || description,
      secondary_text: part('secondaryText'),
      kind: kindOf(list(found['types'] ?? [], 'types').filter((type) => typeof type === 'string')),
    }
  }).slice(0, HITS)
}

function kindOf(types: string[]): string {
  if (types.some((type) => ['street_address', 'premise', 'subpremise'].includes(type))) return 'address'
  if (types.includes('route')) return 'street'
  if (types.some((type) => AREAS.has(type))) return 'locality'
  return textOr(types[0]) || 'poi'
}

/**
 * Returns null for a request that Google rejected because of the place id.
 *
 * @throws {ProviderFailure} if Google rejected the key
 */
function refusedId(json: unknown, status: number): null {
  try {
    refuseIfRefused(json, status)
  } catch (error) {
    if ((error as { kind?: string }).kind !== 'refused') throw error
  }
  return null
}

function readPlace(json: unknown): Located {
  const { latitude, longitude } = object(object(json, 'the answer')['location'], 'a location')
  return point(latitude, longitude, 'a place')
}

/** Returns the first result that is a postal address; skips plus codes, which are codes for coordinates. */
function readAddress(json: unknown): string | null {
  const { results = [] } = object(json, 'the answer')
  for (const value of list(results, 'results')) {
    const { formattedAddress, types = [] } = object(value, 'a result')
    if (!list(types, 'types').includes('plus_code')) return text(formattedAddress, 'an address')
  }
  return null
}
