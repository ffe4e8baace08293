/* Reads typed times of day, and formats times for input fields. Fields show 24 hours, as every page does. */

import { dateFormat, formatTime } from '../format/format'
import { latinDigits } from './digits'

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

/** Maximum number of minutes of a typed span, 12 hours: a later trip is typed with its day. */
const LONGEST_SPAN = 720

/** Numbers whose words cover the plural forms of languages, such as the Arabic one from 3 and the one from 11. */
const COUNTS = [1, 2, 5, 11, 100]

/** Words for "in" that people type, of which a browser's Unicode data contain only one, depending on its version. */
const BEFORE: Readonly<Record<string, readonly string[]>> = { ar: ['بعد', 'خلال'] }

/** Returns the words around a number of minutes or hours from now, in the locale and in English. */
function spanWords(locale: string, unit: 'minute' | 'hour') {
  const texts = [locale, 'en'].flatMap((language) =>
    (['long', 'short', 'narrow'] as const).flatMap((style) =>
      COUNTS.map((count) => new Intl.RelativeTimeFormat(language, { style }).formatToParts(count, unit))
    )
  )
  const around = (isBefore: boolean) =>
    texts.flatMap((parts) => {
      const at = parts.findIndex(({ type }) => type === 'integer')
      const side = isBefore ? parts.slice(0, at) : parts.slice(at + 1)
      return at < 0 ? [] : [lettersOf(side.map(({ value }) => value).join(''))]
    })
  return {
    before: new Set([...around(true), ...(BEFORE[new Intl.Locale(locale).language] ?? [])]),
    after: new Set([...around(false), unit, `${unit}s`, unit === 'minute' ? 'min' : 'h'])
  }
}

/**
 * Parses a span of time from now to minutes. Accepts "in 30 min", "30 min", "in 2 hours", "+45" and the words of the locale.
 * Returns null if the text is no such span, or one of more than 12 hours.
 *
 * @example readSpan('in 30 Min.', 'de-CH') // 30
 */
export function readSpan(text: string, locale: string): number | null {
  const parts = /^([^\d]*)(\d{1,3})([^\d]*)$/u.exec(latinDigits(text).trim().toLowerCase())
  if (!parts) return null
  const [, start = '', digits = '', end = ''] = parts
  const [before, after] = [lettersOf(start), lettersOf(end)]
  const isComing = start.trim() === '+' || (before !== '' && spanWords(locale, 'minute').before.has(before))
  if (!isComing && start.trim() !== '') return null
  const unit = (['minute', 'hour'] as const).find((one) => spanWords(locale, one).after.has(after))
  // A bare number, or one with an "h", is a time of day.
  const minutes = after === '' ? 1 : unit === 'minute' ? 1 : unit === 'hour' && isComing ? 60 : 0
  if (minutes === 0 || (after === '' && !isComing)) return null
  const span = Number(digits) * minutes
  return span > 0 && span <= LONGEST_SPAN ? span : null
}
