import { latinDigits } from '@/lib/typing/digits'
import { isDay } from '@/lib/typing/typed-day'

/** Whether the day or the month comes first in a date such as 03/04/2026. */
export type DayOrder = 'dmy' | 'mdy'

const DAYS = /^(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})/

/** Finds out from the file's dates whether the day or the month comes first. */
export function orderOf(days: readonly string[]): { order: DayOrder; isOrderSure: boolean } {
  for (const day of days) {
    const [, first = '', second = ''] = DAYS.exec(latinDigits(day).trim()) ?? []
    if (first.length > 2 || /\./.test(day)) return { order: 'dmy', isOrderSure: true }
    if (Number(first) > 12) return { order: 'dmy', isOrderSure: true }
    if (Number(second) > 12) return { order: 'mdy', isOrderSure: true }
  }
  return { order: 'dmy', isOrderSure: !days.some((day) => DAYS.test(day)) }
}

/**
 * Finds the decimal separator of a column's numbers. In each number, the last separator is taken for it. An exception is a
 * number such as "1,234", in which three digits follow the only kind of separator: it probably separates thousands.
 */
export function pointOf(figures: readonly string[]): '.' | ',' {
  const votes = { '.': 0, ',': 0 }
  for (const figure of figures) {
    const [, sign, rest = ''] = /([.,])(\d+)\D*$/.exec(latinDigits(figure)) ?? []
    if (!sign) continue
    const isMixed = figure.includes(',') && figure.includes('.')
    const other = sign === ',' ? '.' : ','
    if (rest.length !== 3 || isMixed) votes[sign as '.' | ','] += 1
    // "1,234" by itself is probably one thousand and more, so it counts a little for the other sign as decimal separator.
    else votes[other] += 0.01
  }
  return votes[','] > votes['.'] ? ',' : '.'
}

/** Parses a number; null if the text is not one. A negative number has a minus in front, a minus behind, or brackets. */
export function readFigure(text: string, point: '.' | ','): number | null {
  const latin = latinDigits(text).replaceAll('\u2212', '-').replaceAll('\u066b', point).trim()
  const isBelow = /^\(.*\)$/.test(latin) || /^-|-$/.test(latin.replace(/[^\d-]/g, ''))
  const figure = latin
    .replace(/[^\d.,]/g, '')
    .replaceAll(point === ',' ? '.' : ',', '')
    .replace(point, '.')
  if (!/^\d{1,15}(\.\d{0,6})?$/.test(figure) || /[\p{L}]{4,}/u.test(latin)) return null
  return isBelow ? -Number(figure) : Number(figure)
}

/** Parses a date to the form `2026-11-22`; null if the text is not a date. */
export function readDay(text: string, order: DayOrder): string | null {
  const latin = latinDigits(text).trim()
  const [, y, m, d] = /^(\d{4})(\d{2})(\d{2})$/.exec(latin) ?? []
  const [, first = '', second = '', third = ''] = DAYS.exec(latin) ?? []
  const two = (part: string) => part.padStart(2, '0')
  const day = y
    ? `${y}-${m}-${d}`
    : first.length === 4
      ? `${first}-${two(second)}-${two(third)}`
      : `${third.length === 2 ? `20${third}` : third}-${two(order === 'dmy' ? second : first)}-${two(order === 'dmy' ? first : second)}`
  return isDay(day) ? day : null
}
