import { beforeAll, describe, expect, it } from 'vitest'
import {
  decodePolyline,
  distance,
  type LatLng,
  type Place,
  PlaceIndex
} from '../../supabase/functions/_shared/region/mod.ts'
import { DEFAULT_INPUT } from '../fingerprint.mjs'
import { type Extract, readExtract } from '../osm/extract.ts'
import { LIECHTENSTEIN } from '../testing/liechtenstein.ts'
import { randomOf } from '../testing/random.ts'
import { buildPlaces } from './build.ts'

let extract: Extract
let index: PlaceIndex
beforeAll(async () => {
  extract = await readExtract(DEFAULT_INPUT)
  index = new PlaceIndex(buildPlaces(extract, LIECHTENSTEIN))
})

/** Texts to search for: places, mapped houses, interpolated numbers, crossings. */
function typed(): string[] {
  const { places, crossings } = index.file
  const houses = places.flatMap(({ name, houses = [] }) =>
    houses.flatMap(({ numbers }) =>
      numbers.split(';').flatMap((number) => [`${name} ${number}`, `${name} ${Number.parseInt(number, 10) + 2}`])
    )
  )
  return [
    ...places.map(({ name }) => name),
    ...houses,
    ...crossings.map(([one, other]) => `${places[one]?.name} / ${places[other]?.name}`)
  ]
}

describe('an id', () => {
  it('is unique, finds its place and reveals nothing', () => {
    const of = new Map<string, string>()
    for (const keyword of typed().filter((_, i) => i % 3 === 0)) {
      for (const hit of index.autocomplete(keyword)) {
        const key = `${hit.kind} ${hit.description} ${hit.lat} ${hit.lng}`
        const known = of.get(hit.place_id)
        of.set(hit.place_id, key)
        // The two streets of a crossing are in the typed order.
        if (known !== undefined) expect(known.split(' ').slice(-2)).toEqual(key.split(' ').slice(-2))
        if (known !== undefined) continue
        expect(index.coordinates(hit.place_id), key).toEqual({ lat: hit.lat, lng: hit.lng })
        expect(hit.place_id).toMatch(/^[\w-]{16}([\w-]{9})?$/)
      }
    }
    const kinds = new Set([...of.values()].map((key) => key.split(' ')[0]))
    for (const kind of ['address', 'interpolated', 'street', 'crossing', 'locality']) expect(kinds).toContain(kind)
    expect(of.size).toBeGreaterThan(1000)
  })

  it('stays the same when the region is imported again', () => {
    const again = new PlaceIndex(buildPlaces(extract, LIECHTENSTEIN))
    for (const keyword of ['Städtle 43', 'Im Pardiel 18', 'Bahnhofstrasse / Poststrasse', 'Schloss Vaduz', 'Vaduz']) {
      const [hit] = index.autocomplete(keyword)
      expect(again.coordinates(hit?.place_id ?? ''), keyword).toEqual({ lat: hit?.lat, lng: hit?.lng })
    }
  })
})

describe('an interpolated house number', () => {
  it('is on the street between its known neighbours', () => {
    const [low, between, high] = [30, 36, 42].map((number) => index.autocomplete(`Gapetschstrasse ${number}`)[0])
    expect([low?.kind, between?.kind, high?.kind]).toEqual(['address', 'interpolated', 'address'])
    expect(between?.lat).toBeLessThan(low?.lat ?? 0)
    expect(between?.lat).toBeGreaterThan(high?.lat ?? 90)
  })
})

describe('a point', () => {
  it.each([
    ['at a door', { lat: 47.13817, lng: 9.52273 }, 'Städtle 43, 9490 Vaduz'],
    ['at one of several doors', { lat: 47.16299, lng: 9.505 }, 'Gapetschstrasse 12a, 9494 Schaan'],
    ['on a long street without houses', { lat: 47.1223, lng: 9.5239 }, 'Landstrasse, Triesen'],
    ['in the middle of a junction', { lat: 47.16741, lng: 9.50889 }, 'Bahnhofstrasse / Poststrasse, Schaan'],
    ['on a mountain', { lat: 47.1, lng: 9.6 }, 'Malbun, Liechtenstein'],
    ['elsewhere', { lat: 46, lng: 9 }, undefined]
  ])('%s', (_, point, expected) => {
    expect(index.reverse(point)?.description).toBe(expected)
  })

  it('is named by the nearest street, as an exhaustive search confirms', () => {
    const streets = index.file.places.filter(({ lines }) => lines)
    const random = randomOf(3)
    let compared = 0
    for (let i = 0; i < 80; i++) {
      const start = streets[Math.floor(random() * streets.length)] as Place
      const point = { lat: start.lat + (random() - 0.5) * 0.002, lng: start.lng + (random() - 0.5) * 0.003 }
      const hit = index.reverse(point)
      if (hit?.kind !== 'street') continue
      const metres = new Map(streets.map((street) => [street, metresTo(street, point)]))
      const nearest = Math.min(...metres.values())
      const named = streets.find(({ id }) => id === hit.place_id) as Place
      // Allow half a metre: two ways of computing metres differ by a few centimetres.
      expect(metres.get(named), hit.description).toBeLessThan(nearest + 0.5)
      compared++
    }
    expect(compared).toBeGreaterThan(40)
  })
})

/** Metres from a point to a street, by bisecting each of its segments. */
function metresTo({ lines = [] }: Place, point: LatLng): number {
  let best = Infinity
  for (const line of lines) {
    const points = decodePolyline(line)
    for (const [i, end] of points.entries()) {
      let [a, b] = [points[i - 1] ?? end, end]
      for (let step = 0; step < 18; step++) {
        const middle = { lat: (a.lat + b.lat) / 2, lng: (a.lng + b.lng) / 2 }
        if (distance(a, point) < distance(b, point)) b = middle
        else a = middle
      }
      best = Math.min(best, distance(a, point))
    }
  }
  return best
}

describe('towns', () => {
  it('are settlements and municipalities, not districts', () => {
    const towns = index.file.places.filter(({ kind }) => kind === 'locality').map(({ name }) => name)
    // Mauren is in the list, too: it has a border but no node.
    for (const name of ['Vaduz', 'Malbun', 'Mauren']) expect(towns.filter((town) => town === name)).toEqual([name])
    expect(towns.filter((name) => /Wahlkreis|Bezirk|Liechtenstein/.test(name))).toEqual([])
  })
})

describe('a country', () => {
  it('is determined by its border, not by the extract', () => {
    expect(index.file.country).toBe('LI')
    const inside = index.autocomplete('Sebastian-Kneipp-Straße', { country: 'LI' })
    expect(inside.map(({ main_text }) => main_text)).not.toContain('Sebastian-Kneipp-Straße')
    expect(index.autocomplete('Sebastian-Kneipp-Straße', { country: 'at' })[0]?.kind).toBe('street')
    expect(index.autocomplete('Tisis', { country: 'AT' })[0]?.kind).toBe('halt')
    expect(index.autocomplete('Trübbach', { country: 'CH' })[0]?.main_text).toBe('Trübbach')
    expect(index.autocomplete('Städtle 43', { country: 'CH' })).toEqual([])
    expect(index.autocomplete('Bahnhofstrasse / Poststrasse', { country: 'AT' })).toEqual([])
  })
})

describe('a language', () => {
  it('selects the names of towns in the data, while streets keep their local names', () => {
    expect(index.autocomplete('Vaduz', { language: 'ar' })[0]?.description).toBe('فادوز, Liechtenstein')
    expect(index.autocomplete('Städtle 43', { language: 'ru-RU' })[0]?.description).toBe('Städtle 43, 9490 Вадуц')
    expect(index.autocomplete('Städtle 43', { language: 'xx' })[0]?.description).toBe('Städtle 43, 9490 Vaduz')
    expect(index.reverse({ lat: 47.13817, lng: 9.52273 }, { language: 'el' })?.secondary_text).toBe('9490 Βαντούζ')
    for (const language of ['not a tag', '', '\0', 'a'.repeat(1000), '__proto__', 'constructor']) {
      expect(index.autocomplete('Vaduz', { language })[0]?.main_text, language).toBe('Vaduz')
    }
  })
})
