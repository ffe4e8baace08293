import type { CarTone, HeatCell, MapDriver } from '@/components/map'
import { DASHBOARD_MAP_ZOOM } from '@/config/constants'
import { bookingsPath } from '@/config/paths'
import type { BookingStatus } from '@/entities/booking'
import type { DutyDriver } from '@/entities/person'
import { addDays, type Period } from '@/lib/days'
import type { Bbox, LatLng } from '@/lib/geo'
import type { Database } from '@/types/database'

/** A place of about 500 m with what was wanted there and who is free. */
export interface DemandCell extends LatLng {
  demand: number
  /** Of them, those whom nobody came for. */
  unmet: number
  /** Free drivers there now. */
  supply: number
}

/** Convenience fees, and what they are held against. */
export type Totals = { [Figure in keyof GrossEarnings]: NonNullable<GrossEarnings[Figure]> }
type GrossEarnings = Database['public']['CompositeTypes']['gross_earnings']

type DayRow = Database['public']['Functions']['dashboard_days']['Returns'][number]
/** How bookings of a day, or of several, went; counts are those of the lists in {@link figureLinks}. */
export type DayFigures = Omit<DayRow, 'statuses' | 'pickup_seconds'> & {
  statuses: Partial<Record<BookingStatus, number>>
  /** Null where nobody arrived. */
  pickup_seconds: number | null
}

/** Figures of some days, one by one and together, and of as many days before. */
export interface PeriodData {
  period: Period
  days: readonly DayFigures[]
  all: DayFigures
  before: DayFigures
}

/** Days that the figures are of; today is the last of them. */
export const RANGES = ['1', '7', '30'] as const
export type Range = (typeof RANGES)[number]
export const readRange = (text: string | null): Range => RANGES.find((range) => range === text) ?? '7'

/** The days of a range on the operator's calendar, or as many before them. */
export function periodOf(range: Range, today: string, isBefore = false): Period {
  const to = isBefore ? addDays(today, -Number(range)) : today
  return { from: addDays(to, 1 - Number(range)), to }
}

/** Days as filters of a table take them. */
export const daysOf = ({ from, to }: Period): string => `${from}..${to}`

/** The bookings that each figure counts. */
export function figureLinks(period: Period) {
  const created = daysOf(period)
  return {
    bookings: bookingsPath({ created }),
    accepted: bookingsPath({ created, milestone: 'accepted' }),
    arrived: bookingsPath({ created, milestone: 'arrived' }),
    finished: bookingsPath({ created, status: 'PAID,COMPLETE' }),
    cancelled: bookingsPath({ created, status: 'CANCELLED' }),
    cancelled_by_rider: bookingsPath({ created, by: 'rider' }),
    cancelled_by_driver: bookingsPath({ created, by: 'driver' }),
    unserved: bookingsPath({ created, unserved: 'yes' }),
    earned: bookingsPath({ earned: created })
  } satisfies Partial<Record<keyof DayFigures, string>>
}

/** A part of a whole; null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** By which part a figure changed; null where there was nothing before. */
export const changeOf = (now: number | null | undefined, was: number | null | undefined): number | null =>
  now === null || now === undefined || !was ? null : (now - was) / was

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

/** Drivers that need attention come first: silent, then on a trip, then free; each by name. */
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
