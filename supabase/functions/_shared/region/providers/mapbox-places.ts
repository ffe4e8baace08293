import { distance } from '../geometry/distance.ts'
import type { LatLng, Suggestion } from '../geometry/types.ts'
import type { Client } from '../../http-client/client.ts'
import { id, type Json, list, object, readable, text, textOr } from '../../http-client/json.ts'
import { point, position } from './measures.ts'
import type { Budget } from '../../http-client/client.ts'
import type { Located, PlacesAdapter } from './types.ts'

export interface MapboxPlacesOptions {
  token: string
  url?: string
}

const HITS = 8
/** Longest search text: Mapbox refuses longer ones. */
const MAX_KEYWORD = 256
/** A chosen place is geocoded again. A result that is farther from the place than this (metres) is a different place. */
const SAME_PLACE_METRES = 500

/** Mapbox's ids are base64 or URNs. Other text from a client must not get into a URL: dots could change the path. */
const ID = /^[\w:+/=-]+(\.[\w:+/=-]+)*$/

/**
 * Types of Mapbox's results that are also kinds of our suggestions. All other types except `poi` are areas: kind `locality`.
 */
const KINDS: ReadonlySet<unknown> = new Set(['address', 'street'])

/**
 * Provider of Mapbox's places. Suggestions come from the Search Box API, which bills by session. Its results may be shown but
 * not stored. A booking stores the address, so the chosen place and all points are geocoded by Geocoding v6 with
 * `permanent=true`.
 *
 * Sources: https://docs.mapbox.com/api/search/search-box/, https://docs.mapbox.com/api/search/geocoding/
 */
export function mapboxPlaces(
  client: Client,
  { token, url = 'https://api.mapbox.com' }: MapboxPlacesOptions,
): PlacesAdapter {
  const addressOf = (path: string, options: Record<string, string | undefined>): URL => {
    const address = new URL(`${url}/search/${path}`)
    for (const [name, value] of Object.entries({ ...options, access_token: token })) {
      if (value) address.searchParams.set(name, value)
    }
    return address
  }
  const geocode = (way: 'forward' | 'reverse', options: Record<string, string | undefined>, budget: Budget) => {
    const address = addressOf(`geocode/v6/${way}`, { ...options, permanent: 'true', limit: '1' })
    const operation = way === 'forward' ? 'coordinates' : 'reverse'
    return client.ask({ operation, url: address }, budget, readFeature)
  }
  const nameOf = ({ lat, lng }: LatLng, language: string | undefined, budget: Budget) =>
    geocode('reverse', { longitude: `${lng}`, latitude: `${lat}`, language, types: 'address,street,place' }, budget)

  return {
    name: 'mapbox',

    autocomplete(keyword, { near, country, language, session = crypto.randomUUID() }, budget) {
      const address = addressOf('searchbox/v1/suggest', {
        q: keyword.slice(0, MAX_KEYWORD),
        limit: String(HITS),
        session_token: session,
        language,
        country: country?.toLowerCase(),
        proximity: near && `${near.lng},${near.lat}`,
        // Request all types except areas that are too large for a pickup, such as countries.
        types: 'address,street,poi,place,locality,neighborhood,district,postcode',
      })
      return client.ask({ operation: 'autocomplete', url: address }, budget, readSuggestions)
    },

    async coordinates(placeId, { session = crypto.randomUUID(), language }, budget) {
      if (!ID.test(placeId)) return null
      const address = addressOf(`searchbox/v1/retrieve/${encodeURIComponent(placeId)}`, {
        session_token: session,
        language,
      })
      // Mapbox responds to an unknown id with 404, to a malformed one with 400.
      const chosen = await client.ask(
        { operation: 'coordinates', url: address, accept: [400, 404] },
        budget,
        (json, status) => status === 200 ? readChosen(json) : null,
      )
      if (!chosen) return null
      const found = chosen.words &&
        await geocode('forward', {
          q: chosen.words.slice(0, MAX_KEYWORD),
          autocomplete: 'false',
          proximity: `${chosen.lng},${chosen.lat}`,
          language,
        }, budget)
      if (found && distance(found, chosen) <= SAME_PLACE_METRES) return found
      return await nameOf(chosen, language, budget)
    },

    async reverse(at, { language }, budget) {
      return (await nameOf(at, language, budget))?.address ?? null
    },
  }
}

function readSuggestions(json: unknown): Suggestion[] {
  return readable(object(json, 'the answer')['suggestions'], 'suggestions', (value) => {
    const { mapbox_id, name, full_address, place_formatted, feature_type, poi_category_ids } = object(
      value,
      'a suggestion',
    )
    // Skip brands and categories: they are suggestions of search words, not places.
    if (feature_type === 'brand' || feature_type === 'category') return []
    const main_text = text(name, 'a name')
    const secondary_text = textOr(place_formatted) || textOr(full_address)
    return [{
      place_id: id(mapbox_id, ID),
      description: secondary_text ? `${main_text}, ${secondary_text}` : main_text,
      main_text,
      secondary_text,
      kind: kindOf(feature_type, poi_category_ids),
    }]
  }).flat()
}

function kindOf(type: unknown, categories: unknown): string {
  if (type === 'poi') return (Array.isArray(categories) && textOr(categories[0])) || 'poi'
  return typeof type === 'string' && KINDS.has(type) ? type : 'locality'
}

/** Reads the point and the address of the chosen place; null if the response has no place. */
function readChosen(json: unknown): (LatLng & { words: string }) | null {
  const [feature] = list(object(json, 'the answer')['features'], 'features')
  if (feature === undefined) return null
  const { properties, geometry } = object(feature, 'a feature')
  const { full_address, name, place_formatted } = object(properties, 'properties')
  const words = textOr(full_address) || [textOr(name), textOr(place_formatted)].filter(Boolean).join(', ')
  return { ...position(object(geometry, 'a geometry')['coordinates'], 'a geometry'), words }
}

/** Reads the point and the address of the first result of Geocoding v6; null if there is no result. */
function readFeature(json: unknown): Required<Located> | null {
  const [feature] = list(object(json, 'the answer')['features'], 'features')
  if (feature === undefined) return null
  const properties = object(object(feature, 'a feature')['properties'], 'properties')
  const { latitude, longitude } = object(properties['coordinates'], 'coordinates')
  return { ...point(latitude, longitude, 'a feature'), address: addressOf(properties) }
}

function addressOf({ full_address, name, place_formatted }: Json): string {
  const parts = [textOr(name), textOr(place_formatted)].filter(Boolean)
  return textOr(full_address) || text(parts.join(', '), 'an address')
}
