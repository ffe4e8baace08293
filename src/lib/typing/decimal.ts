/*
 * Reads and writes decimal numbers. A value stays a text until it is sent. So nothing is computed with rounding errors (such as
 * 0.1 + 0.2), and no input is silently rounded.
 */

import { formatNumber } from '../format/format'
import { latinDigits } from './digits'

/** Matches spaces and quotes that separate groups of digits, in Intl's output and in people's input. */
const GROUPS = /[\s'\u2019\u066c\u00a0\u202f]/g

/** Returns the decimal sign of a locale. */
const signOf = (locale: string): string => /\P{Nd}/u.exec(formatNumber(1.5, locale))?.[0] ?? '.'

/**
 * Returns a number without separators between groups of digits, and with a point as its decimal sign. Returns null if the
 * meaning of a point or comma is not clear.
 */
function ungrouped(text: string, locale: string): string | null {
  const signs = text.match(/[.,]/g) ?? []
  const last = signs.at(-1)
  if (!last) return text
  const isMixed = signs.some((sign) => sign !== last)
  if (isMixed) {
    const other = last === '.' ? ',' : '.'
    // If the text has both point and comma, as in "1,234.50" or "1.234,50", the last one is the decimal sign. It must then
    // occur only once.
    return signs.filter((sign) => sign === last).length === 1 ? text.replaceAll(other, '').replace(last, '.') : null
  }
  if (signs.length > 1) return /^-?\d{1,3}([.,]\d{3})+$/.test(text) ? text.replaceAll(last, '') : null
  // "1,234" and "1.234" are ambiguous: for some readers they are more than a thousand, for others a bit more than one. They are
  // refused unless the separator is the locale's decimal sign.
  if (last !== signOf(locale) && /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text)) return null
  return text.replace(last, '.')
}

/**
 * Reads a typed number and returns it as a plain decimal without needless zeros ("1234.5"). It accepts decimal comma or point,
 * grouped digits, and digits of any script. Returns null if the text is not a number, has too many decimals, or is ambiguous.
 *
 * @example readDecimal('٧٫٥٠', 'ar', 2) // '7.5'
 */
export function readDecimal(text: string, locale: string, decimals: number): string | null {
  const plain = latinDigits(text).replace(GROUPS, '').replaceAll('\u066b', '.').replace('\u2212', '-')
  const figure = ungrouped(plain, locale)
  const parts = figure === null ? null : /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(figure)
  if (!parts) return null
  const [, minus, whole, rest = ''] = parts
  // More than fifteen digits are refused, because a JavaScript number is not exact beyond that.
  if (rest.length > decimals || `${whole}${rest}`.length > 15) return null
  const value = rest ? `${whole}.${rest}` : `${whole}`
  return value === '0' ? '0' : `${minus}${value}`
}

const DECIMALS = ['decimals_0', 'decimals_1', 'decimals_2', 'decimals_3', 'decimals_4'] as const

/**
 * Returns the error key of a typed number that is clear but has more decimals than its field allows, which names them; null for
 * every other text. Whoever refuses a text that `readDecimal` cannot read asks for this reason first.
 */
export function decimalsProblem(text: string, locale: string, decimals: number): (typeof DECIMALS)[number] | null {
  const isClear = readDecimal(text, locale, decimals) === null && readDecimal(text, locale, 15) !== null
  return isClear ? (DECIMALS[decimals] ?? 'decimals_4') : null
}

/**
 * Returns a number as an input field shows it: with the locale's decimal sign, without grouping, with at least this many
 * decimals, and with the hyphen that a keyboard types as a minus.
 */
export function writeDecimal(value: number, locale: string, decimals = 0): string {
  return formatNumber(value, locale, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: 12
  }).replace('\u2212', '-')
}

/** Factor that turns amounts, which have at most four decimals, into whole numbers. Whole numbers can be added exactly. */
const EXACT = 10_000

/** Returns the exact sum of amounts. */
export const exactSum = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * EXACT), 0) / EXACT
