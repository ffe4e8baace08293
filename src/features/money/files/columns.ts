import { latinDigits } from '@/lib/decimal'
import { isDay } from '@/lib/typed-day'

/** In which order days are written where that could be read in two ways. */
export type DayOrder = 'dmy' | 'mdy'

/** Which column of a list holds what, and how its days and figures are written. */
export interface Mapping<Field extends string> {
  /** The line with the names of the columns. */
  head: number
  /** By field the number of its column. */
  columns: Partial<Record<Field, number>>
  order: DayOrder
  /** Whether the file itself says the order. */
  isOrderSure: boolean
  /** The decimal sign. */
  point: '.' | ','
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const DAYS = /^(\d{1,4})[./-](\d{1,2})[./-](\d{2,4})/

/** What the file shows of the order of day and month. */
function orderOf(days: readonly string[]): { order: DayOrder; isOrderSure: boolean } {
  for (const day of days) {
    const [, first = '', second = ''] = DAYS.exec(latinDigits(day).trim()) ?? []
    if (first.length > 2 || /\./.test(day)) return { order: 'dmy', isOrderSure: true }
    if (Number(first) > 12) return { order: 'dmy', isOrderSure: true }
    if (Number(second) > 12) return { order: 'mdy', isOrderSure: true }
  }
  return { order: 'dmy', isOrderSure: !days.some((day) => DAYS.test(day)) }
}

/** The decimal sign of a column: the last sign of a figure, unless three digits follow wherever it stands. */
export function pointOf(figures: readonly string[]): '.' | ',' {
  const votes = { '.': 0, ',': 0 }
  for (const figure of figures) {
    const [, sign, rest = ''] = /([.,])(\d+)\D*$/.exec(latinDigits(figure)) ?? []
    if (!sign) continue
    const isMixed = figure.includes(',') && figure.includes('.')
    const other = sign === ',' ? '.' : ','
    if (rest.length !== 3 || isMixed) votes[sign as '.' | ','] += 1
    // "1,234" alone is read as a thousand and more.
    else votes[other] += 0.01
  }
  return votes[','] > votes['.'] ? ',' : '.'
}

/** A figure of a file; null for what is none. Signs stand before, behind, or are brackets. */
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

/** A day of a file as `2026-11-22`; null for what is none. */
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

const LOOKS_AT = 30

/**
 * Finds the columns of a list by their names, and how it writes days and figures by what is in them.
 *
 * @param names for each field what its column may be called, the likeliest first; a name that only some files use stands last
 */
export function guessMapping<Field extends string>(
  rows: readonly (readonly string[])[],
  names: Readonly<Record<Field, readonly RegExp[]>>,
  kinds: { days: readonly Field[]; figures: readonly Field[] }
): Mapping<Field> {
  const fields = Object.keys(names) as Field[]
  const found = rows.slice(0, LOOKS_AT).map((row, head) => {
    const heads = row.map(plain)
    const columns: Partial<Record<Field, number>> = {}
    const taken = new Set<number>()
    for (const field of fields) {
      for (const name of names[field]) {
        const column = heads.findIndex((text, index) => !taken.has(index) && name.test(text))
        if (column < 0) continue
        columns[field] = column
        taken.add(column)
        break
      }
    }
    return { head, columns, count: taken.size }
  })
  const best = found.reduce((one, next) => (next.count > one.count ? next : one), { head: 0, columns: {}, count: 0 })
  const below = rows.slice(best.head + 1, best.head + 2000)
  const valuesOf = (of: readonly Field[]) =>
    of.flatMap((field) => {
      const column = (best.columns as Partial<Record<Field, number>>)[field]
      return column === undefined ? [] : below.map((row) => row[column] ?? '').filter(Boolean)
    })
  return {
    head: best.head,
    columns: best.columns,
    ...orderOf(valuesOf(kinds.days)),
    point: pointOf(valuesOf(kinds.figures))
  }
}

/** Reads a field of a row; '' where the file has no such column. */
export const cellOf =
  <Field extends string>({ columns }: Mapping<Field>) =>
  (row: readonly string[], field: Field): string => {
    const column = columns[field]
    return column === undefined ? '' : (row[column] ?? '').trim()
  }
