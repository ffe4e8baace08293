/* Reads typed days in the locale's order and with the locale's separators, and formats days for input fields. */

import { dateFormat } from '../format/format'
import { addDays } from '../time/days'
import { latinDigits, withoutMarks } from './digits'

type Part = 'year' | 'month' | 'day'

/** Format of a day in an input field. All digits are written, so that every day has the same length. */
const FULL = { year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory', timeZone: 'UTC' } as const

const isPart = (type: string): type is Part => type === 'year' || type === 'month' || type === 'day'

const partsIn = (locale: string, month: '2-digit' | 'long' | 'short' = '2-digit', at = 0) =>
  dateFormat(locale, { ...FULL, month }).formatToParts(at)

const orderOf = (locale: string): Part[] => partsIn(locale).flatMap(({ type }) => (isPart(type) ? [type] : []))

/** Returns whether a text is an existing day in the form `2026-11-22`. */
export const isDay = (text: string): boolean => /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text

/** Returns a day as an input field shows it, such as "22/11/2026", "11/22/2026" or "22.11.2026". */
export const writeDay = (day: string, locale: string): string =>
  dateFormat(locale, FULL).format(new Date(`${day}T00:00:00Z`))

/**
 * Returns the placeholder of an empty field: letters for each part of the day, in the locale's order and with its separators.
 */
export const dayPattern = (locale: string, letters: Record<Part, string>): string =>
  partsIn(locale)
    .map(({ type, value }) => (isPart(type) ? letters[type] : value))
    .join('')
    .trim()

/**
 * Adds the locale's direction marks to a day that is being typed. Without them, an Arabic day would jump to the other side of
 * the field once it is complete.
 */
export function withDayMarks(text: string, locale: string): string {
  const literal = partsIn(locale).find(({ type }) => type === 'literal')?.value ?? ''
  const sign = withoutMarks(literal)
  return sign === literal ? text : withoutMarks(text).replaceAll(sign, literal)
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []

/** Returns the words that a language writes between the parts of a day, such as "de" in Spanish. */
const joints = (locale: string): Set<string> =>
  new Set(
    (['2-digit', 'long'] as const).flatMap((month) =>
      partsIn(locale, month).flatMap(({ type, value }) => (type === 'literal' ? wordsIn(value) : []))
    )
  )

/**
 * Returns the number of the month with this name, which may be shortened to three letters or more. Returns null if there is no
 * such month, or more than one.
 */
function monthNamed(name: string, locale: string): number | null {
  const isNamed = (month: number) =>
    (['long', 'short'] as const).some((length) => {
      const known = partsIn(locale, length, Date.UTC(2026, month, 1)).find(({ type }) => type === 'month')?.value ?? ''
      const words = wordsIn(known).join(' ')
      return words === name || (name.length > 2 && words.startsWith(name))
    })
  const found = Array.from({ length: 12 }, (_, month) => month).filter(isNamed)
  return found.length === 1 ? (found[0] ?? 0) + 1 : null
}

function dayFrom({ year, month, day }: Record<Part, string>): string | null {
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2) return null
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? text : null
}

const inOrder = (numbers: readonly string[], order: readonly Part[], rest: Partial<Record<Part, string>> = {}) =>
  dayFrom({
    ...({ year: '', month: '', day: '', ...rest } satisfies Record<Part, string>),
    ...Object.fromEntries(order.map((part, index) => [part, numbers[index] ?? '']))
  })

/**
 * Splits four, six or eight digits that were typed without separators, as on a numeric keyboard: two for each part, or four for
 * the year, which is missing in four digits. Returns an empty list for any other number of digits.
 */
function digitsApart(digits: string, order: readonly Part[]): string[] {
  if (![4, 6, 8].includes(digits.length)) return []
  let from = 0
  return order.map((part) => {
    const width = part === 'year' ? Math.max(0, digits.length - 4) : 2
    from += width
    return digits.slice(from - width, from)
  })
}

/**
 * Returns the day that one to three numbers mean. A year of four digits is recognised at the beginning and at the end. Returns
 * null if the numbers do not form a valid day, or if it is not clear which number is the day and which is the month.
 */
function numberedDay(numbers: readonly string[], locale: string, thisYear: string): string | null {
  const order = orderOf(locale)
  const [day, month] = [order.indexOf('day'), order.indexOf('month')]
  const short: Part[] = day < month ? ['day', 'month'] : ['month', 'day']
  if (numbers.length === 1) {
    const parts = digitsApart(numbers[0] ?? '', order)
    const isWithoutYear = numbers[0]?.length === 4
    return inOrder(isWithoutYear ? parts.filter((part) => part !== '') : parts, isWithoutYear ? short : order, {
      year: thisYear
    })
  }
  if (numbers.length === 2) return inOrder(numbers, short, { year: thisYear })
  if (numbers.length !== 3) return null
  // The first number is the year. If the locale's order also begins with the year, it decides which of the other numbers is the
  // month. If it does not, or if its order gives no valid day, the month comes before the day.
  if (numbers[0]?.length === 4)
    return (order[0] === 'year' && inOrder(numbers, order)) || inOrder(numbers, ['year', 'month', 'day'])
  if (order[0] !== 'year' || numbers[2]?.length !== 4) return inOrder(numbers, order)
  const read = [inOrder(numbers, ['day', 'month', 'year']), inOrder(numbers, ['month', 'day', 'year'])]
  const days = new Set(read.filter((one) => one !== null))
  return days.size === 1 ? ([...days][0] ?? null) : null
}

/**
 * Parses a day to the form `2026-11-22`. Accepts the locale's order with any separators or none, names of months, 2026-11-22,
 * and digits of any script. A year of two digits belongs to this century, a missing year is the current one. Returns null if
 * the text is not a day, or is ambiguous.
 *
 * @example readDay('22.11.26', 'de-CH', today) // '2026-11-22'
 */
export function readDay(text: string, locale: string, today: string): string | null {
  const plain = latinDigits(text)
  if (/[^\d\s\p{L}\p{M}\p{P}]/u.test(plain)) return null
  const numbers = plain.match(/\d+/g) ?? []
  const known = joints(locale)
  const words = wordsIn(plain.replace(/\d+/g, ' ')).filter((word) => !known.has(word))
  const thisYear = today.slice(0, 4)
  if (words.length === 0) return numberedDay(numbers, locale, thisYear)
  const month = monthNamed(words.join(' '), locale)
  if (month === null || numbers.length > 2) return null
  const rest = { month: String(month), year: thisYear }
  if (numbers.length < 2) return inOrder(numbers, ['day'], rest)
  const isYearFirst = numbers[0]?.length === 4 || (numbers[1]?.length !== 4 && orderOf(locale)[0] === 'year')
  return inOrder(numbers, isYearFirst ? ['year', 'day'] : ['day', 'year'], rest)
}
