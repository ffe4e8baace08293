import type { Polygon } from 'geojson'
import { polygonOf } from '@/lib/geo/area'
import { type FixedSpot, pointsOf } from './map-facts'

/** What is saved for a place with a fixed price (`save_zone`). */
export interface FixedZone {
  id: string
  name: string
  kind: 'fixed'
  amount: number
  applies_to: 'either'
  geojson: Polygon
}

/** Returns what riders read: the name of the place; a border crossing has mostly none, so it is named by its town. */
export const nameOfSpot = ({ name, near }: FixedSpot, kind: string): string =>
  name || [kind, near].filter(Boolean).join(' ')

interface Fee {
  convenience_fees: number | null
  convenience_fee_type: string
}

/** Returns the part of a rider's price that is the fare: without the share of the firm, which is added to it. */
export function fareWithin(price: number, fee: Fee | undefined, decimals: number): number {
  const share = Number(fee?.convenience_fees ?? 0)
  const fare = fee?.convenience_fee_type === 'flat' ? price - share : price / (1 + share / 100)
  return Math.max(0, Number(fare.toFixed(decimals)))
}

/** Returns what a rider pays for a fixed fare, as `fareWithin` the other way round. */
export function priceWith(fare: number, fee: Fee | undefined): number {
  const share = Number(fee?.convenience_fees ?? 0)
  return fee?.convenience_fee_type === 'flat' ? fare + share : fare * (1 + share / 100)
}

export const zoneOfSpot = (spot: FixedSpot, name: string, id: string, amount: number): FixedZone => ({
  id,
  name,
  kind: 'fixed',
  amount,
  applies_to: 'either',
  geojson: polygonOf(pointsOf(spot.corners))
})
