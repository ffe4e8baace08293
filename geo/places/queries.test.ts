import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { PlaceIndex } from '../../supabase/functions/_shared/region/mod.ts'
import { DEFAULT_INPUT } from '../fingerprint.mjs'
import { readExtract } from '../osm/extract.ts'
import { LIECHTENSTEIN } from '../testing/liechtenstein.ts'
import { buildPlaces } from './build.ts'

/** Minimum share of searches, and of their variants, whose first hit is the expected one. */
const ENOUGH = 0.99
const ENOUGH_VARIED = 0.95

interface Search {
  group: string
  typed: string
  wanted: string
  near: string
  kind: string
}

const table = await readFile(new URL('queries.txt', import.meta.url), 'utf8')
const searches = readSearches(table)

let places: PlaceIndex
beforeAll(async () => {
  places = new PlaceIndex(buildPlaces(await readExtract(DEFAULT_INPUT), LIECHTENSTEIN))
})

function readSearches(text: string): Search[] {
  let group = ''
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('## ')) group = line.slice(3)
    if (line.startsWith('#') || line.trim() === '') return []
    const [typed = '', wanted = '', near = '', kind = ''] = line.split('|').map((cell) => cell.trim())
    return [{ group, typed, wanted, near, kind }]
  })
}

/** Says why a search does not find the expected hit; null if it finds it. */
function missOf({ typed, wanted, near, kind }: Search): string | null {
  const [lat, lng] = near.split(',').map(Number)
  const point = lat !== undefined && lng !== undefined ? { near: { lat, lng } } : {}
  const [first] = places.autocomplete(typed, point)
  if (first?.description === wanted && (!kind || first.kind === kind)) return null
  return `"${typed}": wanted ${wanted} ${kind}, got ${first ? `${first.description} (${first.kind})` : 'nothing'}`
}

describe('realistic searches', () => {
  it('are many, of all kinds', () => {
    expect(searches.length).toBeGreaterThanOrEqual(200)
    expect(new Set(searches.map(({ group }) => group)).size).toBeGreaterThanOrEqual(15)
    expect(new Set(searches.map(({ typed, near }) => `${typed} ${near}`)).size).toBe(searches.length)
  })

  it('find the intended place first', () => {
    const misses = searches.flatMap((search) => missOf(search) ?? [])
    const share = 1 - misses.length / searches.length
    console.log(`${searches.length - misses.length} of ${searches.length} first hits (${(share * 100).toFixed(1)} %)`)
    for (const miss of misses) console.log(miss)
    expect(share, misses.join('\n')).toBeGreaterThanOrEqual(ENOUGH)
  })

  it('find it in each group of the table', () => {
    for (const group of new Set(searches.map((search) => search.group))) {
      const members = searches.filter((search) => search.group === group)
      const found = members.filter((search) => missOf(search) === null)
      expect(found.length / members.length, group).toBeGreaterThanOrEqual(0.9)
    }
  })

  it('are as good in lower case, in capitals and with an extra space', () => {
    const variants = [
      (text: string) => text.toLowerCase(),
      (text: string) => text.toUpperCase().replaceAll('SS', 'ss').toUpperCase(),
      (text: string) => `  ${text.replaceAll(' ', '  ')}`
    ]
    for (const vary of variants) {
      const misses = searches.flatMap((search) => missOf({ ...search, typed: vary(search.typed) }) ?? [])
      expect(misses.length / searches.length, misses.join('\n')).toBeLessThanOrEqual(1 - ENOUGH_VARIED)
    }
  })
})
