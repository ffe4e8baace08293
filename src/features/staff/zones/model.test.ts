import { describe, expect, it } from 'vitest'
import { boundsOf } from '@/lib/geo/geo'
import errors from '@/lib/texts/errors/en.json'
import { formOf, overviewOf, toneOf, type Zone, type ZoneForm, zoneOf, zoneProblems } from './model'

const zone: Zone = {
  id: 'a',
  name: 'Airport',
  kind: 'surcharge',
  amount: null,
  percent: 12.5,
  applies_to: 'pickup',
  car_type_id: null,
  active: true,
  version: 1,
  geojson: { type: 'MultiPolygon', coordinates: [] }
}
const form = (patch: Partial<ZoneForm>) => ({ ...formOf(null), name: 'Centre', figure: '3', ...patch }) as ZoneForm

describe('the form of a zone', () => {
  it('returns the stored zone unchanged', () => {
    const { id: _, geojson: __, version: ___, ...fields } = zone
    expect(zoneOf(formOf(zone))).toEqual(fields)
    const fixed: Zone = { ...zone, kind: 'fixed', amount: 40, percent: null, car_type_id: 'c', active: false }
    expect(zoneOf(formOf(fixed))).toMatchObject({
      kind: 'fixed',
      amount: 40,
      percent: null,
      car_type_id: 'c',
      active: false
    })
  })

  it('accepts a decimal comma', () => {
    expect(zoneOf(form({ figure: '4,50' })).amount).toBe(4.5)
  })

  it.each(['1e3', '0x10', '-1', '+5', '1.', '.5', '1 000', '1,000.5', 'Infinity'])('refuses %s', (figure) => {
    expect(zoneProblems(form({ figure }))).toEqual({ figure: 'zone_amount_required' })
    expect(zoneProblems(form({ price: 'surcharge_percent', figure }))).toEqual({ figure: 'zone_percent_required' })
  })

  it('names the maximum if a number is too high', () => {
    const said = (patch: Partial<ZoneForm>) => errors[zoneProblems(form(patch)).figure as keyof typeof errors]
    expect(said({ price: 'surcharge_percent', figure: '1000' })).toBeUndefined()
    expect(said({ price: 'surcharge_percent', figure: '1000.5' })).toContain('1000')
    expect(said({ figure: '999999.99' })).toBeUndefined()
    expect(said({ figure: '1000000' })).toContain('1000000')
  })

  it('requires a name and a number, but no number for an unserved zone', () => {
    expect(zoneProblems(form({ name: ' ', figure: '' }))).toEqual({
      name: 'zone_name_required',
      figure: 'zone_amount_required'
    })
    expect(zoneProblems(form({ price: 'surcharge_percent', figure: 'x' })).figure).toBe('zone_percent_required')
    expect(zoneProblems(form({ price: 'surcharge_percent', figure: '0' })).figure).toBe('zone_percent_required')
    expect(zoneProblems(form({ price: 'no_service', figure: '' }))).toEqual({})
    expect(zoneOf(form({ price: 'no_service', figure: '9' }))).toMatchObject({ amount: null, percent: null })
  })
})

it('an inactive zone is grey', () => {
  expect(toneOf(zone)).toBe('info')
  expect(toneOf({ ...zone, active: false })).toBe('quiet')
})

it('the map starts with all zones in view, or with the region if there are none', () => {
  const square = (west: number, south: number) => ({
    geojson: {
      type: 'MultiPolygon' as const,
      coordinates: [
        [
          [
            [west, south],
            [west + 1, south],
            [west + 1, south + 1],
            [west, south]
          ]
        ]
      ]
    }
  })
  expect(boundsOf(overviewOf([square(9, 47), square(12, 44)], [0, 0, 1, 1]) ?? [])).toEqual([9, 44, 13, 48])
  expect(boundsOf(overviewOf([square(9, 47)], [0, 40, 9, 49]) ?? [])).toEqual([8, 46, 11, 49])
  expect(boundsOf(overviewOf([], [9, 47, 10, 48]) ?? [])).toEqual([9, 47, 10, 48])
  expect(overviewOf([], undefined)).toBeUndefined()
})
