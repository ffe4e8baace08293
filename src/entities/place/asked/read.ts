import { type LatLng, latLngText, type Place } from '@/lib/geo'

/** A place as a link asks for it: by a point that may have a name, or by words that have to be looked for. */
export type Asked = { at: LatLng; label: string } | { words: string } | { problem: 'coordinates' | 'too_long' }

/** Longer is no address. */
export const MAX_ASKED = 200

const figure = '(?:[-+]?\\d*\\.?\\d*|[-+]?(?:nan|infinity))'
/** A pair of figures, or what was meant as one, and a name behind it: "47.141,9.521,Hotel". */
const pair = new RegExp(`^(${figure})\\s*,\\s*(${figure})\\s*(?:,(.*))?$`, 'is')
const lonely = new RegExp(`^${figure},?$`, 'i')

/** Letters only: nothing that breaks the line or turns the words round. */
const plainLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()

const degrees = (text: string, most: number): number | null =>
  /\d/.test(text) && Math.abs(Number(text)) <= most ? Number(text) : null

/** What a text of a link asks for; null where it says nothing. */
export function readAsked(text: string | null): Asked | null {
  if (text !== null && text.length > MAX_ASKED) return { problem: 'too_long' }
  const words = plainLine(text ?? '')
  if (!words) return null
  const [, first = '', second = '', label = ''] = pair.exec(words) ?? []
  if (!pair.test(words)) return lonely.test(words) ? { problem: 'coordinates' } : { words }
  const [lat, lng] = [degrees(first, 90), degrees(second, 180)]
  return lat === null || lng === null ? { problem: 'coordinates' } : { at: { lat, lng }, label: label.trim() }
}

/** The text that asks for a place. */
export const askedText = (place: Place): string => `${latLngText(place)},${place.add}`.slice(0, MAX_ASKED)
