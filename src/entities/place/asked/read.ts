import { type LatLng, latLngText, type Place } from '@/lib/geo/geo'

/**
 * A place as a link names it: a point with an optional name, or a text to search for. `problem` says why the text is neither.
 */
export type RequestedPlace = { at: LatLng; label: string } | { words: string } | { problem: 'coordinates' | 'too_long' }

/** Maximum length of a place in a link; longer texts are no addresses. */
export const MAX_ASKED = 200

const figure = '(?:[-+]?\\d*\\.?\\d*|[-+]?(?:nan|infinity))'
/** Matches two numbers, or what looks like them, and a name: "47.141,9.521,Hotel". */
const pair = new RegExp(`^(${figure})\\s*,\\s*(${figure})\\s*(?:,(.*))?$`, 'is')
const lonely = new RegExp(`^${figure},?$`, 'i')

/** Removes line breaks and direction marks from a text. */
const plainLine = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim()

const degrees = (text: string, most: number): number | null =>
  /\d/.test(text) && Math.abs(Number(text)) <= most ? Number(text) : null

/** Parses a place in a link; null if the text is empty. */
export function readRequested(text: string | null): RequestedPlace | null {
  if (text !== null && text.length > MAX_ASKED) return { problem: 'too_long' }
  const words = plainLine(text ?? '')
  if (!words) return null
  const [, first = '', second = '', label = ''] = pair.exec(words) ?? []
  if (!pair.test(words)) return lonely.test(words) ? { problem: 'coordinates' } : { words }
  const [lat, lng] = [degrees(first, 90), degrees(second, 180)]
  return lat === null || lng === null ? { problem: 'coordinates' } : { at: { lat, lng }, label: label.trim() }
}

/** Writes a place as text for a link: its coordinates and its address. */
export const askedText = (place: Place): string => `${latLngText(place)},${place.add}`.slice(0, MAX_ASKED)
