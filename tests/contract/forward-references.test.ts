/**
 * Sources are loaded in the order of `schema_paths`. A function body may name objects of later files, because it is resolved
 * only when it runs; each such reference makes the sources harder to read from top to bottom.
 */
import { describe, expect, it } from 'vitest'
import { read } from './files.ts'

/**
 * How often files of the first domain name objects that later files of the second create. The consequences of an event
 * (`app.broadcast`, `app.notify`, the money of a trip) are implemented in later files, because they need those tables. Lower a
 * number when a reference is removed; a new one needs a reason here.
 */
const known: Record<string, number> = {
  'base -> people': 2,
  'bookings -> desk': 2,
  'bookings -> money': 1,
  'bookings -> trips': 2,
  // An approved request calls the function that it was for.
  'desk -> money': 3,
  'desk -> pricing': 2,
  'dispatch -> bookings': 1,
  'dispatch -> messages': 2,
  'dispatch -> money': 2,
  'dispatch -> people': 5,
  // Further parcels of one sender are offered to the first one's driver.
  'dispatch -> trips': 7,
  'messages -> money': 2,
  'messages -> people': 1,
  // Each file that gives money asks whether one admin may.
  'money -> bookings': 1,
  'money -> desk': 5,
  'money -> pricing': 1,
  'people -> bookings': 1,
  'people -> desk': 1,
  // A person's export contains the corrections of their fares.
  'people -> pricing': 1,
  'people -> trips': 1,
  'trips -> bookings': 6,
  'trips -> dispatch': 1,
  // A car that reaches its pickup after the driver said so changes what the rider sees.
  'trips -> messages': 1,
  'trips -> pricing': 2
}

const paths = [...read('supabase/config.toml').matchAll(/"\.\/(schemas\/[^"]+\.sql)"/g)].map(([, path = '']) => path)
const domainOf = (path: string): string => path.split('/')[1] ?? ''

/** The sources without comments, which may name anything. */
const code = paths.map((path) =>
  read(`supabase/${path}`)
    .replace(/--[^\n]*/g, '')
    .replace(/(comment on [^';]*? is\s+)'(?:[^']|'')*';/g, '$1;')
    .replace(/(call app\.describe\('[^']*', )\$\$[^$]*\$\$/g, '$1')
)

function madeIn(): Map<string, number> {
  const made = new Map<string, number>()
  const pattern = /^create (?:function|procedure|view|(?:unlogged )?table|type|domain) ((?:app|public)\.\w+)/gm
  for (const [at, text] of code.entries()) {
    for (const [, name = ''] of text.matchAll(pattern)) if (!made.has(name)) made.set(name, at)
  }
  return made
}

function forwardReferences(): Map<string, string[]> {
  const made = madeIn()
  const found = new Map<string, string[]>()
  for (const [at, text] of code.entries()) {
    const path = paths[at] ?? ''
    for (const name of new Set([...text.matchAll(/\b(?:app|public)\.\w+\b/g)].map(([word]) => word))) {
      const target = made.get(name)
      if (target === undefined || target <= at) continue
      const to = domainOf(paths[target] ?? '')
      if (to === domainOf(path)) continue
      const pair = `${domainOf(path)} -> ${to}`
      found.set(pair, [...(found.get(pair) ?? []), `${path} names ${name}`])
    }
  }
  return found
}

describe('the order of the sources', () => {
  it('has no references to later files of another domain beyond the known ones', () => {
    const found = forwardReferences()
    const added = [...found].filter(([pair, names]) => names.length > (known[pair] ?? 0))
    expect(Object.fromEntries(added)).toEqual({})
  })
})
