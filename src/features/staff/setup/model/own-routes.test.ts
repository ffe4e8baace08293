import { expect, it } from 'vitest'
import { fareWithin, nameOfSpot, priceWith, zoneOfSpot } from './fixed-places'
import type { FixedSpot } from './map-facts'
import { proposeRoutes } from './own-routes'

const spot = (kind: FixedSpot['kind'], name: string, lat: number): FixedSpot => ({
  kind,
  name,
  near: 'Town',
  lat,
  lng: 9.5,
  corners: [
    [9.4, lat],
    [9.6, lat],
    [9.5, lat + 0.01]
  ]
})

it('the routes that a set-up proposes lead between places of different kinds that are not side by side', () => {
  const spots = [
    spot('airport', 'Airport', 47.2),
    spot('station', 'North', 47.3),
    spot('station', 'Beside', 47.201),
    spot('hospital', 'Clinic', 47.1),
    spot('border', '', 47.4)
  ]
  expect(proposeRoutes(spots).map(({ from, to }) => `${from?.add} ${to?.add}`)).toEqual([
    'North Airport',
    'North Clinic',
    'Beside Clinic'
  ])
})

it('routes that the map cannot propose are empty', () => {
  const empty = { from: null, to: null }
  expect(proposeRoutes([])).toEqual([empty, empty, empty])
  expect(proposeRoutes([spot('airport', 'A', 47), spot('station', 'B', 47.1)]).slice(1)).toEqual([empty, empty])
})

it.each([
  [45, { convenience_fees: 10, convenience_fee_type: 'percentage' }, 2, 40.91],
  [45, { convenience_fees: 3.5, convenience_fee_type: 'flat' }, 2, 41.5],
  [4500, { convenience_fees: 15, convenience_fee_type: 'percentage' }, 0, 3913],
  [45, { convenience_fees: null, convenience_fee_type: 'percentage' }, 2, 45],
  [45, undefined, 2, 45],
  [2, { convenience_fees: 3.5, convenience_fee_type: 'flat' }, 2, 0]
])('the fixed price of %d that riders pay contains the share of the firm: %j', (price, fee, decimals, fare) => {
  expect(fareWithin(price, fee, decimals)).toBe(fare)
  if (fare > 0) expect(priceWith(fare, fee)).toBeCloseTo(price, decimals === 0 ? -1 : 1)
})

it('a place without a name is named by its kind and town', () => {
  expect(nameOfSpot(spot('border', '', 47), 'Border')).toBe('Border Town')
  expect(nameOfSpot(spot('airport', 'Malta International', 47), 'Airport')).toBe('Malta International')
})

it('the zone of a place has its area, closed', () => {
  expect(zoneOfSpot(spot('airport', 'A', 47), 'A', 'id', 40)).toMatchObject({
    id: 'id',
    kind: 'fixed',
    amount: 40,
    applies_to: 'either',
    geojson: { coordinates: [expect.objectContaining({ length: 4 })] }
  })
})
