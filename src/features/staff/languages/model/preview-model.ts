import { pluralBase } from '@/lib/texts/model'
import type { TextRow } from './rows'

/** Sample values of placeholders, by their usual names. */
export const samples: Readonly<Record<string, string>> = {
  name: 'Anna Meier',
  time: '14:32',
  at: '14:32',
  amount: 'CHF 14.80',
  fee: 'CHF 6.00',
  fare: 'CHF 14.80',
  price: 'CHF 14.80',
  reference: 'ABCDEF',
  duration: '7 min',
  distance: '3.5 km',
  place: '9490 Vaduz',
  pickup: '9490 Vaduz',
  drop: '9494 Schaan',
  contact: '+423 555 01 01'
}

/** The lowest number for which the language uses the key's plural form, such as 1 for `_one` in English. */
function countFor(key: string, locale: string): number {
  const form = key.slice(pluralBase(key).length + 1)
  const rules = new Intl.PluralRules(locale)
  for (let count = 0; count <= 120; count++) if (rules.select(count) === form) return count
  return 3
}

/** Fills in all placeholders of a text with sample values. A placeholder without a sample shows its name. */
export function sampleOf(key: string, text: string, locale: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (name === 'count') return String(countFor(key, locale))
    return Object.hasOwn(samples, name) ? (samples[name] ?? '') : `‹${name}›`
  })
}

const parentOf = (key: string) => key.slice(0, key.lastIndexOf('.'))
const AROUND = 4

/** Returns the texts before and after a text that have the same parent key, in the page's order, including the text itself. */
export function neighboursOf(rows: readonly TextRow[], key: string): TextRow[] {
  const group = rows.filter((row) => row.key === key || (parentOf(row.key) === parentOf(key) && isAlike(row.key, key)))
  const at = group.findIndex((row) => row.key === key)
  return group.slice(Math.max(0, at - AROUND), at + AROUND + 1)
}

/** Whether the preview shows a neighbouring text. Of a neighbour with plural forms it shows only one form. */
const isAlike = (other: string, key: string) =>
  pluralBase(other) === other || other.endsWith('_other') || pluralBase(other) === pluralBase(key)

/** Guesses from a text's key and length how it appears on a page. */
export function partOf(key: string, said: string): 'heading' | 'button' | 'text' {
  const name = key.slice(key.lastIndexOf('.') + 1)
  if (/^(title|heading|headline)|_title$/.test(name)) return 'heading'
  if (/(text|hint|lead|description|note|empty)$/.test(name) || said.length > 28) return 'text'
  return 'button'
}
