import type { Client } from '../../http-client/client.ts'
import { garbage } from '../../http-client/failure.ts'
import { object, text, textOr } from '../../http-client/json.ts'
import type { PlacesAdapter } from './types.ts'

export interface NominatimOptions {
  /** URL of the server, such as `http://nominatim:8080`. */
  url: string
  /** Value of the header `User-Agent`, with which public servers want clients to identify themselves. */
  userAgent: string
}

/**
 * Provider of names of points from a Nominatim server. It does not suggest places: Nominatim cannot search by incomplete words,
 * and the public server forbids requests while somebody types.
 *
 * Source: https://nominatim.org/release-docs/latest/api/Reverse/
 */
export function nominatimPlaces(client: Client, { url, userAgent }: NominatimOptions): PlacesAdapter {
  return {
    name: 'nominatim',
    reverse({ lat, lng }, { language }, budget) {
      const address = new URL(`${url}/reverse`)
      address.search = new URLSearchParams({
        format: 'jsonv2',
        lat: String(lat),
        lon: String(lng),
        zoom: '18',
        addressdetails: '1',
        ...(language && { 'accept-language': language }),
      }).toString()
      return client.ask(
        { operation: 'reverse', url: address, headers: { 'user-agent': userAgent } },
        budget,
        readAddress,
      )
    },
  }
}

function readAddress(json: unknown): string | null {
  const answer = object(json, 'the answer')
  if ('error' in answer) {
    if (textOr(answer['error']) === 'Unable to geocode') return null
    throw garbage('it answers an error')
  }
  const address = object(answer['address'], 'an address')
  const of = (...names: string[]) => names.map((name) => textOr(address[name])).find(Boolean) ?? ''
  const street = of('road', 'pedestrian', 'footway', 'square', 'hamlet', 'isolated_dwelling')
  const door = [street, street && of('house_number')].filter(Boolean).join(' ')
  const town = [of('postcode'), of('city', 'town', 'village', 'municipality')].filter(Boolean).join(' ')
  const line = [door, town].filter(Boolean).join(', ')
  return line || text(answer['display_name'], 'a name')
}
