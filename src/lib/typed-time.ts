/* Reads typed times of day, and formats times for input fields. Fields show 24 hours, as every page does. */

import { latinDigits } from './digits'
import { dateFormat, formatTime } from './format'

/** Returns whether a text is a time of day in the form `22:00`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Returns a time as an input field shows it, in the locale's format. */
export const writeTime = (time: string, locale: string): string => formatTime(`1970-01-01T${time}Z`, locale, 'UTC')

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/** Returns the names of one half of the day (AM if `hours` is 0, PM if it is 12), in the locale and in English. */
function namesOf(hours: number, locale: string): string[] {
  const own = dateFormat(locale, { hour: 'numeric', hour12: true, timeZone: 'UTC' })
    .formatToParts((hours + 6) * 3_600_000)
    .find(({ type }) => type === 'dayPeriod')?.value
  return [own ?? '', hours === 0 ? 'am' : 'pm'].map(lettersOf).filter((name) => name !== '')
}

/** Returns the number of hours that a word adds to a typed hour: 0 for AM, 12 for PM; null if it is neither. */
function halfOf(word: string, locale: string): number | null {
  const isNamed = (hours: number): boolean => namesOf(hours, locale).some((name) => name === word || name[0] === word)
  // One letter is enough, unless the names of both halves start with it.
  const found = [0, 12].filter(isNamed)
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * Parses a time of day to the form `22:00`. Accepts "22:00", "22.00", "2200", "22", "10 pm" and digits of any script. Returns
 * null if the text is not a time.
 *
 * @example readTime('2:30 pm', 'en-GB') // '14:30'
 */
export function readTime(text: string, locale: string): string | null {
  const parts = /^(\d{1,2}?)[\s:.,h]*(\d\d)?\s*([\p{L}\s.]*)$/u.exec(latinDigits(text).trim().toLowerCase())
  if (!parts) return null
  const [, hour = '', minute = '00', word = ''] = parts
  const half = word && halfOf(lettersOf(word), locale)
  if (half === null) return null
  const isOfTwelve = half !== ''
  if (isOfTwelve && (Number(hour) < 1 || Number(hour) > 12)) return null
  const time = `${String(isOfTwelve ? (Number(hour) % 12) + half : Number(hour)).padStart(2, '0')}:${minute}`
  return isTime(time) ? time : null
}
