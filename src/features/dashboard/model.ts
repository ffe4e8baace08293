import type { CarTone, HeatCell, MapDriver } from '@/components/map'
import { DASHBOARD_MAP_HEIGHT_PX, DASHBOARD_MAP_ZOOM } from '@/config/constants'
import type { DutyDriver } from '@/entities/person'
import type { Bbox, LatLng } from '@/lib/geo'

/** A place of about 500 m with what was wanted there and who is free. */
export interface DemandCell extends LatLng {
  demand: number
  /** Of them, those whom nobody came for. */
  unmet: number
  /** Free drivers there now. */
  supply: number
}

export interface Totals {
  today: number
  this_month: number
  total: number
}

export const onMap = (driver: DutyDriver): MapDriver => ({
  id: driver.driver_id,
  lat: driver.lat,
  lng: driver.lng,
  heading: driver.heading,
  tone: driver.state
})

/** What is wanted, as the map shows it. */
export const heatOf = (cells: readonly DemandCell[]): HeatCell[] =>
  cells.filter(({ demand }) => demand > 0).map(({ lat, lng, demand }) => ({ lat, lng, weight: demand }))

const order: Record<CarTone, number> = { silent: 0, busy: 1, free: 2 }

/** Whoever needs a look first: silent, then on a trip, then free; each by name. */
export function byAttention(drivers: readonly DutyDriver[]): DutyDriver[] {
  return drivers.toSorted(
    (a, b) =>
      order[a.state] - order[b.state] ||
      a.driver_name.localeCompare(b.driver_name) ||
      (a.driver_id < b.driver_id ? -1 : 1)
  )
}

/** How many are in each state. */
export function countStates(drivers: readonly DutyDriver[]): Record<CarTone, number> {
  const counts = { free: 0, busy: 0, silent: 0 }
  for (const { state } of drivers) counts[state] += 1
  return counts
}

/** Pixels of a degree of longitude where the desk begins (tiles of 512 pixels). */
const DEGREE_PIXELS = (512 * 2 ** DASHBOARD_MAP_ZOOM) / 360
/** A third of the desk's map: what is smaller than that would lie lost in it. */
const LOST_PIXELS = 160

/** Pixels that stay free beside the region at least. */
const BESIDE = 96

/** How wide the desk's map has to be: as the region is, so that it is not lost between empty ground. */
export function mapWidth(bbox: Bbox): number {
  const { wide, tall } = deskPixels(bbox)
  return Math.round(Math.max(352, wide * Math.min(1, DASHBOARD_MAP_HEIGHT_PX / tall) + 2 * BESIDE))
}

/** A region at the desk's zoom. */
function deskPixels([west, south, east, north]: Bbox): { wide: number; tall: number } {
  return {
    wide: (east - west) * DEGREE_PIXELS,
    tall: ((north - south) * DEGREE_PIXELS) / Math.cos(((south + north) / 360) * Math.PI)
  }
}

/**
 * How near the desk's map begins. The whole region is always in view: at zoom 10 where it fits there, from farther off
 * where it is larger. Only a region that would be lost at zoom 10, a town cut out of a country, is fitted from nearer;
 * for it there is no limit.
 */
export function deskZoom(bbox: Bbox): number | undefined {
  const { wide, tall } = deskPixels(bbox)
  return Math.max(wide, tall) < LOST_PIXELS ? undefined : DASHBOARD_MAP_ZOOM
}
