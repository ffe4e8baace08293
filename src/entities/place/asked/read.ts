import { type LatLng, latLngText, type Place } from '@/lib/geo'

/** A place in a link: a point with an optional name, or a text to search. */
export type RequestedPlace = { at: LatLng; label: string } | { words: string } | { problem: 'coordinates' | 'too_long' }

/** Longer texts are no address. */
export const MAX_ASKED = 200

const figure = '(?:[-+]?\\d*\\.?\\d*|[-+]?(?:nan|infinity))'
/** A pair of numbers, or an attempt at one, and a name after it: "47.141,9.521,Hotel". */
const pair = new RegExp(`^(${figure})\\s*,\\s*(${figure})\\s*(?:,(.*))?$`, 'is')
const lonely = new RegExp(`^${figure},?$`, 'i')

/** Letters only: no line breaks or direction marks. */
const plainLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()

const degrees = (text: string, most: number): number | null =>
  /\d/.test(text) && Math.abs(Number(text)) <= most ? Number(text) : null

/** Parses a link's text; null if it is empty. */
export function readRequested(text: string | null): RequestedPlace | null {
  if (text !== null && text.length > MAX_ASKED) return { problem: 'too_long' }
  const words = plainLine(text ?? '')
  if (!words) return null
  const [, first = '', second = '', label = ''] = pair.exec(words) ?? []
  if (!pair.test(words)) return lonely.test(words) ? { problem: 'coordinates' } : { words }
  const [lat, lng] = [degrees(first, 90), degrees(second, 180)]
  return lat === null || lng === null ? { problem: 'coordinates' } : { at: { lat, lng }, label: label.trim() }
}

/** The text that represents a place in a link. */
export const askedText = (place: Place): string => `${latLngText(place)},${place.add}`.slice(0, MAX_ASKED)
