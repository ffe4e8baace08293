import type { LatLng, Suggestion } from '../geometry/types.ts'
import { toLatLng } from '../geometry/parse.ts'
import type { Client } from '../../http-client/client.ts'
import { type Json, object, readable, textOr } from '../../http-client/json.ts'
import { position } from './measures.ts'
import type { PlacesAdapter } from './types.ts'

export interface PhotonOptions {
  /** URL of the server, such as `http://photon:2322`. */
  url: string
  /** Value of the header `User-Agent`, with which public servers want clients to identify themselves. */
  userAgent: string
}

const PATHS = { autocomplete: 'api', reverse: 'reverse' }
const HITS = 8
/**
 * Number of hits to request when only hits of one country are wanted. We filter them ourselves, because Photon before version
 * 1.1 refuses the parameter for the country.
 */
const HITS_TO_SIFT = 40

const AREAS: ReadonlySet<unknown> = new Set(['locality', 'district', 'city', 'county', 'state', 'country'])

/**
 * Provider of places from a Photon server. Photon cannot look up a place by id, so our id is the place's coordinates. Source:
 * docs/api-v1.md of komoot/photon
 */
export function photonPlaces(client: Client, { url, userAgent }: PhotonOptions): PlacesAdapter {
  const ask = (
    operation: 'autocomplete' | 'reverse',
    options: Record<string, string>,
    language: string | undefined,
  ) => ({
    operation,
    url: new URL(`${url}/${PATHS[operation]}?${new URLSearchParams(options)}`),
    // Send the language as a header. Older servers refuse the parameter `lang` if they do not know the language.
    headers: { 'user-agent': userAgent, ...(language && { 'accept-language': language }) },
  })
  return {
    name: 'photon',

    async autocomplete(keyword, { near, country, language }, budget) {
      const options = {
        q: keyword,
        limit: String(country ? HITS_TO_SIFT : HITS),
        ...(near && { lat: String(near.lat), lon: String(near.lng) }),
      }
      const hits = await client.ask(ask('autocomplete', options, language), budget, readFeatures)
      return hits.filter((hit) => !country || hit.country === country).slice(0, HITS).map(toSuggestion)
    },

    coordinates(placeId) {
      const [lat, lng] = placeId.split(',').map(Number)
      return Promise.resolve(toLatLng(lat, lng))
    },

    async reverse({ lat, lng }, { language }, budget) {
      const options = { lat: String(lat), lon: String(lng), limit: '1' }
      const [hit] = await client.ask(ask('reverse', options, language), budget, readFeatures)
      return hit ? toSuggestion(hit).description : null
    },
  }
}

interface Hit extends LatLng {
  properties: Json
  /** ISO 3166 code of the country, two capital letters. */
  country: string
}

function readFeatures(json: unknown): Hit[] {
  return readable(object(json, 'the answer')['features'], 'features', (value) => {
    const { geometry, properties } = object(value, 'a feature')
    const known = object(properties, 'properties')
    return {
      ...position(object(geometry, 'a geometry')['coordinates'], 'a geometry'),
      properties: known,
      country: textOr(known['countrycode']).toUpperCase(),
    }
  })
}

function toSuggestion({ lat, lng, properties }: Hit): Suggestion {
  const of = (name: string) => textOr(properties[name])
  const door = [of('street') || of('locality'), of('housenumber')].filter(Boolean).join(' ')
  const town = [of('postcode'), of('city') || of('district')].filter(Boolean).join(' ')
  const main_text = of('name') || door || town
  const parts = [main_text === of('name') && of('housenumber') ? door : '', town === main_text ? '' : town]
  const secondary_text = [...parts, town ? '' : of('country')].filter(Boolean).join(', ')
  return {
    place_id: `${lat},${lng}`,
    description: secondary_text ? `${main_text}, ${secondary_text}` : main_text,
    main_text,
    secondary_text,
    kind: kindOf(properties),
    lat,
    lng,
  }
}

function kindOf({ type, osm_key, osm_value }: Json): string {
  if (AREAS.has(type) || osm_key === 'place' && osm_value !== 'house') return 'locality'
  if (osm_key === 'highway') return 'street'
  const isNamed = typeof osm_value === 'string' && osm_value !== 'yes' && osm_value !== 'house'
  // If a house is used for something, its kind is that use, such as `restaurant`.
  if (isNamed && osm_key !== 'building') return osm_value
  return type === 'street' ? 'street' : 'address'
}
