import type { LatLng } from '@/lib/geo/geo'

type Corner = [lng: number, lat: number]

/** A place from and to which many firms drive at a fixed price. */
export interface FixedSpot extends LatLng {
  kind: 'airport' | 'station' | 'ferry' | 'hospital' | 'border'
  name: string
  near: string
  corners: Corner[]
}

/** What the map says about its town. The importer writes it beside the tiles, as `/region/town.json`. */
export interface MapFacts {
  drives_on: 'left' | 'right'
  roads: { km: number; out_of_reach_km: number; islands: { name: string; km: number }[] }
  addresses: { streets: number; without_numbers: number }
  area: { of: 'border' | 'streets'; name: string; corners: Corner[] }
  spots: FixedSpot[]
}

export const pointsOf = (corners: readonly Corner[]): LatLng[] => corners.map(([lng, lat]) => ({ lat, lng }))

/** Below these shares an extract is as good as any. */
const MANY_OUT_OF_REACH = 0.03
const MANY_WITHOUT_NUMBERS = 0.5

/** The share of the streets that no way reaches; 0 if it is too small to tell. */
export const outOfReach = ({ roads }: MapFacts): number => {
  const share = roads.km > 0 ? roads.out_of_reach_km / roads.km : 0
  return share >= MANY_OUT_OF_REACH ? share : 0
}

/** The share of the streets without house numbers; 0 if it is too small to tell. */
export const withoutNumbers = ({ addresses }: MapFacts): number => {
  const share = addresses.streets > 0 ? addresses.without_numbers / addresses.streets : 0
  return share >= MANY_WITHOUT_NUMBERS ? share : 0
}
