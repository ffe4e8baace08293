// Tests of features that the extract in data/ does not have: interpolation ways, streets that meet twice, a roundabout between
// two streets, a border through the town, Arabic names.
import { describe, expect, it } from 'vitest'
import { distance, PlaceIndex } from '../../supabase/functions/_shared/region/mod.ts'
import type { Relation } from '../osm/extract.ts'
import { Sketch } from '../testing/extract.ts'
import { buildPlaces } from './build.ts'
import { numbersBetween } from './interpolation.ts'
import { crediblePostcodes } from './postcodes.ts'

const house = (street: string, number: string) => ({ 'addr:street': street, 'addr:housenumber': number })
const interpolation = (kind: string) => ({ highway: '', name: '', 'addr:interpolation': kind })
const border = (id: number, code: string, name: string, ways: number[]): Relation => ({
  id,
  tags: { boundary: 'administrative', admin_level: '2', 'ISO3166-1': code, name },
  members: ways.map((way) => ({ type: 'way', id: way, role: 'outer' }))
})

/**
 * A town of 1000 by 800 m with a border at 700 m; metres east and north:
 *
 *   200  P---Q          Ringweg, with interpolation ways         |
 *   100    X            Bogen leaves Hauptstrasse and returns    | Grenzweg, in the
 *     0  A---B---C---D  Hauptstrasse, 0, 200, 400, 600 m         | other country
 *  -200  a---(b c d)---e  Westallee and Ostallee, a roundabout   |
 */
function town(): PlaceIndex {
  const sketch = new Sketch()
    .node('A', 0, 0)
    .node('B', 200, 0)
    .node('C', 400, 0)
    .node('D', 600, 0)
    .node('X', 200, 100)
    .node('1', 20, 15, house('Hauptstrasse', '1'))
    .node('2', 20, -15, house('Hauptstrasse', '2'))
    .node('3', 180, 15, house('Hauptstr.', '9'))
    .node('4', 180, -15, house('Hauptstraße', '10'))
    .node('5', 380, 15, house('Hauptstrasse', '20'))
    .node('6', 390, -15, house('Hauptstrasse', '23;25'))
    .node('7', 395, -18, house('Hauptstrasse', '12/3'))
    .node('P', 0, 200, house('Ringweg', '2'))
    .node('Q', 300, 200, house('Ringweg', '8'))
    .node('R', 300, 260, house('Ringweg', '31'))
    .node('S', 0, 260, house('Ringweg', '25'))
    .node('T', 0, 290, house('Ringweg', '3a'))
    .node('U', 90, 290, house('Ringweg', '3d'))
    .node('a', 0, -200)
    .node('b', 190, -200)
    .node('c', 200, -190)
    .node('d', 210, -200)
    .node('e', 400, -200)
    .node('g', 800, 0, house('Grenzweg', '7'))
    .node('h', 800, 100)
    .node('i', 800, -100)
    .node('v', 100, 50, { place: 'town', name: 'Musterstadt', 'name:ar': 'مدينة النموذج', 'name:de': 'Musterstadt' })
    .node('w', 850, 50, {
      amenity: 'restaurant',
      name: 'Zollhaus',
      'name:en': 'Customs House',
      'name:ar': 'بيت الجمارك'
    })
    .node('z', 900, 300, { place: 'village', name: 'Grenzdorf' })
    .node('y', 100, 60, {
      amenity: 'pharmacy',
      name: 'Adler-Apotheke',
      alt_name: 'Alte Apotheke;Zum Adler',
      old_name: 'Hirsch'
    })
    .node('k', -500, -500)
    .node('l', 700, -500)
    .node('m', 700, 500)
    .node('n', -500, 500)
    .way(1, 'AB', { name: 'Hauptstrasse', 'name:ar': 'الشارع الرئيسي', 'name:en': 'Main Street', ref: 'B 17' })
    .way(2, 'DCB', { name: 'Hauptstrasse' })
    .way(3, 'AXD', { name: 'Bogen', 'name:ar': 'شارع القوس' })
    .way(4, 'PQ', { name: 'Ringweg' })
    .way(5, 'PQ', interpolation('even'))
    .way(6, 'RS', interpolation('odd'))
    .way(7, 'TU', interpolation('alphabetic'))
    .way(8, 'ab', { name: 'Westallee' })
    .way(9, 'bcdb', { name: '', junction: 'roundabout' })
    .way(10, 'de', { name: 'Ostallee' })
    .way(11, 'hi', { name: 'Grenzweg' })
    .way(12, 'ih', { name: 'FIXME' })
    .way(50, 'lm', { highway: '', name: '', boundary: 'administrative' })
    .way(51, 'mnkl', { highway: '', name: '', boundary: 'administrative' })
  sketch.extract.relations.push(border(1, 'de', 'Deutschland', [50, 51]), border(2, 'AT', 'Österreich', [50, 99]))
  const bbox: [number, number, number, number] = [9.49, 47.09, 9.52, 47.11]
  return new PlaceIndex(buildPlaces(sketch.extract, { name: 'Aland', bbox, center: [9.501, 47.1005] }))
}

const index = town()
const first = (typed: string, options = {}) => index.autocomplete(typed, options)[0]
/** The position of a point in metres east and north of the sketch's corner, as its nodes have them. */
const at = (point: { lat: number; lng: number } | null | undefined) =>
  [((point?.lng ?? 0) - 9.5) * 75_700, ((point?.lat ?? 0) - 47.1) * 111_195].map((metres) => Math.round(metres))

describe('house numbers', () => {
  it.each([
    ['Ringweg 4', [100, 200]],
    ['Ringweg 6', [200, 200]],
    ['Ringweg 27', [100, 260]],
    ['Ringweg 29', [200, 260]],
    ['Ringweg 3b', [30, 290]],
    ['Ringweg 3c', [60, 290]]
  ])('%s comes from an interpolation way', (typed, place) => {
    expect(first(typed)).toMatchObject({ kind: 'interpolated', main_text: typed })
    for (const [i, metres] of at(first(typed)).entries()) expect(Math.abs(metres - (place[i] ?? 0))).toBeLessThan(2)
  })

  it('between known ones are interpolated along the street, on the same side', () => {
    const five = first('Hauptstrasse 5')
    expect(five).toMatchObject({ kind: 'interpolated', main_text: 'Hauptstrasse 5' })
    expect(Math.abs((at(five)[0] ?? 0) - 100)).toBeLessThan(2)
    expect(Math.abs((at(five)[1] ?? 0) - 15)).toBeLessThan(2)
    const six = first('Hauptstrasse 6')
    expect(Math.abs((at(six)[0] ?? 0) - 100)).toBeLessThan(2)
    expect(Math.abs((at(six)[1] ?? 0) + 15)).toBeLessThan(2)
    expect(index.coordinates(five?.place_id ?? '')).toEqual({ lat: five?.lat, lng: five?.lng })
  })

  it('beyond the known ones, and between those of two sides, are not invented', () => {
    // Number 10 is on the right side and 20 on the left; 9 is on the left and 23 on the right: no two of the same parity on one
    // side.
    for (const typed of ['Hauptstrasse 14', 'Hauptstrasse 15', 'Hauptstrasse 99', 'Ringweg 40']) {
      expect(first(typed)?.kind, typed).toBe('street')
    }
  })

  it('that match exactly come before longer ones', () => {
    const numbers = index.autocomplete('Hauptstrasse 2').map(({ main_text }) => main_text)
    expect(numbers.slice(0, 3)).toEqual(['Hauptstrasse 2', 'Hauptstrasse 20', 'Hauptstrasse 23'])
  })

  it.each([
    ['12/3 Hauptstrasse', 'Hauptstrasse 12/3'],
    ['Hauptstrasse 25', 'Hauptstrasse 25'],
    ['Hauptstrasse 10/4', 'Hauptstrasse 10'],
    ['Hauptstrasse 9-11', 'Hauptstrasse 9'],
    ['9, Hauptstr., Musterstadt', 'Hauptstrasse 9'],
    ['Main Street 9', 'Hauptstrasse 9'],
    ['9 Main St.', 'Hauptstrasse 9'],
    ['B17', 'Hauptstrasse']
  ])('%s is %s', (typed, found) => {
    expect(first(typed)?.main_text).toBe(found)
  })

  it('are read from the ends of a way', () => {
    expect(numbersBetween('even', '2', '8')).toEqual(['4', '6'])
    expect(numbersBetween('odd', '9', '3')).toEqual(['7', '5'])
    expect(numbersBetween('all', '20', '23')).toEqual(['21', '22'])
    expect(numbersBetween('4', '1', '13')).toEqual(['5', '9'])
    expect(numbersBetween('alphabetic', '3a', '3d')).toEqual(['3b', '3c'])
    for (const [kind, from, to] of [
      ['even', '1', '7'],
      ['all', 'x', '9'],
      ['all', '1', '1000000000'],
      ['alphabetic', '3a', '5c'],
      ['alphabetic', '3a', '3a'],
      ['0', '1', '9'],
      ['some', '1', '9']
    ] as const)
      expect(numbersBetween(kind, from, to), `${kind} ${from} ${to}`).toEqual([])
  })
})

describe('crossings', () => {
  it('of streets that meet twice are the one near the person', () => {
    const west = first('Hauptstrasse / Bogen', { near: { lat: 47.1, lng: 9.5 } })
    const east = first('Hauptstrasse / Bogen', { near: { lat: 47.1, lng: 9.5 + 600 / 75_700 } })
    expect([at(west), at(east)]).toEqual([
      [0, 0],
      [600, 0]
    ])
    expect(west?.place_id).not.toBe(east?.place_id)
    for (const hit of [west, east]) {
      expect(hit).toMatchObject({ kind: 'crossing', description: 'Hauptstrasse / Bogen, Musterstadt' })
      expect(index.coordinates(hit?.place_id ?? '')).toEqual({ lat: hit?.lat, lng: hit?.lng })
    }
    expect(index.reverse({ lat: 47.1, lng: 9.5 })?.main_text).toContain(' / ')
  })

  it('are at roundabouts, too', () => {
    const hit = first('Westallee / Ostallee')
    expect(hit?.kind).toBe('crossing')
    expect(distance(hit ?? { lat: 0, lng: 0 }, { lat: 47.1 - 197 / 111_195, lng: 9.5 + 200 / 75_700 })).toBeLessThan(5)
  })

  it('are not found if the streets do not meet', () => {
    expect(index.autocomplete('Ringweg / Bogen').map(({ kind }) => kind)).not.toContain('crossing')
  })

  it('are understood in other languages', () => {
    expect(first('الشارع الرئيسي و شارع القوس')?.kind).toBe('crossing')
    expect(first('Main Street and Bogen', { language: 'ar' })?.main_text).toBe('الشارع الرئيسي / شارع القوس')
  })

  it('are suggested before the second street is typed', () => {
    expect(first('Westallee / ')?.main_text).toBe('Westallee / Ostallee')
    expect(first('Bogen / Haup')?.main_text).toBe('Bogen / Hauptstrasse')
  })
})

describe('names', () => {
  it.each([
    ['الشارع الرئيسي', 'Hauptstrasse'],
    ['شارع الرئيسي', 'Hauptstrasse'],
    ['رئيسي', 'Hauptstrasse'],
    ['مدينه النموذج', 'Musterstadt'],
    ['مدينـــة', 'Musterstadt'],
    ['بيت الجمارك', 'Zollhaus'],
    ['customs house', 'Zollhaus'],
    ['Zum Adler', 'Adler-Apotheke'],
    ['Hirsch Apotheke', 'Adler-Apotheke'],
    ['صيدلية', 'Adler-Apotheke'],
    ['Apotheke in der Musterstadt', 'Adler-Apotheke'],
    ['pharmacy near Musterstadt', 'Adler-Apotheke'],
    ['Bogne Musterstadt', 'Bogen'],
    ['Haputst', 'Hauptstrasse']
  ])('%s finds %s', (typed, found) => {
    expect(first(typed)?.main_text).toBe(found)
  })

  it('are returned in the requested language, if available', () => {
    expect(first('Zollhaus', { language: 'ar' })?.main_text).toBe('بيت الجمارك')
    expect(first('Zollhaus', { language: 'en-GB' })?.main_text).toBe('Customs House')
    expect(first('Zollhaus', { language: 'fr' })?.main_text).toBe('Zollhaus')
    expect(first('Hauptstrasse 9', { language: 'ar' })?.description).toBe('الشارع الرئيسي 9, مدينة النموذج')
    const point = { lat: 47.1 + 15 / 111_195, lng: 9.5 + 180 / 75_700 }
    expect(index.reverse(point, { language: 'ar' })?.main_text).toBe('الشارع الرئيسي 9')
  })

  it('come with the local ones, which a booking stores for every reader', () => {
    expect(first('Zollhaus', { language: 'ar' })?.local).toBe(first('Zollhaus')?.description)
    expect(first('Hauptstrasse 9', { language: 'ar' })?.local).toBe('Hauptstrasse 9, Musterstadt')
    expect(first('Zollhaus', { language: 'fr' })?.local).toBe(first('Zollhaus')?.description)
    expect(first('Zollhaus')?.local).toBeUndefined()
  })

  it('of countries follow towns beyond the border, in any language', () => {
    const behind = (language: string) => first('Grenzdorf', { language })?.secondary_text
    expect(['de', 'en-GB', 'ar', 'not a tag', ''].map(behind)).toEqual([
      'Österreich',
      'Austria',
      'النمسا',
      'Austria',
      'Austria'
    ])
    expect(first('Musterstadt')?.secondary_text).toBe('Aland')
  })

  it('that are not names do not make streets', () => {
    expect(index.file.places.map(({ name }) => name)).not.toContain('FIXME')
  })
})

describe('postcodes', () => {
  it('are accepted if another address has the same or a similar one', () => {
    const spots = ['9490', '94490', 'FL-9490', '9493', 'Vaduz', ''].map((code, i) => {
      return { key: `n${i}`, tags: { 'addr:postcode': code }, at: [9.5, 47.1] as [number, number] }
    })
    expect([...crediblePostcodes(spots)].sort()).toEqual(['9490', '9493'])
  })
})

describe('a country', () => {
  it('is determined by borders, and the neighbour’s by the available part of its border', () => {
    expect(index.file.country).toBe('DE')
    expect(first('Grenzweg', { country: 'AT' })?.main_text).toBe('Grenzweg')
    expect(index.autocomplete('Grenzweg', { country: 'DE' })).toEqual([])
    expect(first('Zollhaus', { country: 'at' })?.main_text).toBe('Zollhaus')
    expect(index.autocomplete('Zollhaus', { country: 'DE' })).toEqual([])
    expect(first('Hauptstrasse', { country: 'DE' })?.main_text).toBe('Hauptstrasse')
    expect(index.autocomplete('Hauptstrasse 9', { country: 'AT' })).toEqual([])
    expect(index.autocomplete('Hauptstrasse / Bogen', { country: 'AT' })).toEqual([])
  })
})
