import type { Tags } from '../osm/primitives.ts'
import type { Measures } from './hours.ts'

/** Size of a taxi: metres and tonnes. */
export const TAXI: Measures = { width: 1.9, height: 2, length: 5, weight: 2.5 }

// Units in metres or tonnes. A number without a unit is in metres or tonnes.
const LENGTHS: Record<string, number> = {
  '': 1,
  m: 1,
  cm: 0.01,
  mm: 0.001,
  km: 1000,
  ft: 0.3048,
  "'": 0.3048,
  in: 0.0254,
  '"': 0.0254
}
const WEIGHTS: Record<string, number> = {
  '': 1,
  t: 1,
  kg: 0.001,
  lb: 0.45359237e-3,
  lbs: 0.45359237e-3,
  st: 0.90718474,
  lt: 1.0160469,
  cwt: 0.050802345
}

/** Returns a length in metres (`2.1`, `6'6"`, `7 ft 6 in`); null for words (`default`, `none`) and what cannot be read. */
export function metresOf(value: string): number | null {
  return amountOf(value, LENGTHS)
}

/** Returns a weight in tonnes (`3.5`, `7000 lb`); null for words and what cannot be read. */
export function tonnesOf(value: string): number | null {
  return amountOf(value, WEIGHTS)
}

function amountOf(value: string, units: Record<string, number>): number | null {
  const text = value
    .trim()
    .toLowerCase()
    .replaceAll('′', "'")
    .replaceAll('″', '"')
    .replace(/(feet|foot)\b/g, 'ft')
    .replace(/inch(es)?\b/g, 'in')
  const part = /(\d+(?:[.,]\d+)?)\s*([a-z'"]*)\s*-?\s*/y
  let sum = 0
  while (part.lastIndex < text.length) {
    const [, number = '', unit = ''] = part.exec(text) ?? []
    const factor = units[unit]
    if (number === '' || factor === undefined) return null
    sum += Number(number.replace(',', '.')) * factor
  }
  return text === '' ? null : sum
}

// Signs and gauges, on ways and nodes. The width of a way is one, too: nobody drives between its edges with less room.
const LIMITS: [keys: string[], read: (value: string) => number | null, own: number][] = [
  [['maxwidth', 'maxwidth:physical'], metresOf, TAXI.width],
  [['maxheight', 'maxheight:physical'], metresOf, TAXI.height],
  [['maxweight', 'maxweight:physical'], tonnesOf, TAXI.weight],
  [['maxlength', 'maxlength:physical'], metresOf, TAXI.length]
]
const WIDTHS = ['width', 'est_width']

/** Whether a taxi is too wide, too high, too long or too heavy for a way or for the barrier at a node. */
export function isTooLarge(tags: Tags): boolean {
  return LIMITS.some(([keys, read, own]) => keys.some((key) => isBelow(tags[key], read, own)))
}

/** Whether a way is narrower than a taxi. Points have a width of another meaning. */
export function isTooNarrow(tags: Tags): boolean {
  return WIDTHS.some((key) => isBelow(tags[key], metresOf, TAXI.width))
}

function isBelow(value: string | undefined, read: (value: string) => number | null, own: number): boolean {
  const limits = (value ?? '').split(';').map(read)
  return limits.some((limit) => limit !== null && limit < own)
}
