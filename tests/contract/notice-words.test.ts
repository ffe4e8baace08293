/** A notice reads the same on the page and on a phone: both fill its placeholders by the same rules. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import words from '../../src/features/common/notices/texts/notices/en.json' with { type: 'json' }

const page = readFileSync('src/features/common/notices/model.ts', 'utf8')
const phone = readFileSync('supabase/functions/notifications/texts.ts', 'utf8')

/** The names in `const <list> = [...]` or `new Set([...])`. */
function namesIn(source: string, list: string): string[] {
  const [, inner = ''] = new RegExp(`${list} = (?:new Set\\()?\\[([^\\]]*)\\]`).exec(source) ?? []
  return [...inner.matchAll(/'(\w+)'/g)].map(([, name]) => String(name))
}

it.each(['AMOUNTS', 'TIMES'])('page and phone know the same %s', (list) => {
  expect(namesIn(page, list).length).toBeGreaterThan(2)
  expect(namesIn(phone, list)).toEqual(namesIn(page, list))
})

/** Placeholders whose values are inserted unchanged. */
const plain = [
  'reference',
  'driver',
  'vehicle_number',
  'pickup',
  'drop',
  'note',
  'code',
  'stars',
  'message',
  'from',
  'account',
  'number',
  'name',
  'firm',
  'link',
  'minutes',
  'area',
  'reason',
  'vehicle',
  'used',
  'limit'
]

it('each placeholder is an amount, a time, a kind of extra, or known to be inserted unchanged', () => {
  const known = new Set([...namesIn(page, 'AMOUNTS'), ...namesIn(page, 'TIMES'), 'kind', ...plain])
  const blanks = [...JSON.stringify(words).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => String(name))
  expect(blanks.filter((name) => !known.has(name))).toEqual([])
})
