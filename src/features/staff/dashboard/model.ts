import type { CarTone, HeatCell, MapDriver } from '@/components/map'
import { DASHBOARD_MAP_ZOOM } from '@/config/constants'
import { bookingsPath } from '@/config/report-paths'
import type { BookingStatus } from '@/entities/booking'
import type { DutyDriver } from '@/entities/person'
import type { Bbox, LatLng } from '@/lib/geo/geo'
import { addDays, type Period } from '@/lib/time/days'
import type { Database } from '@/types/database'

/** An area of about 500 m with its demand and its free drivers. */
export interface DemandCell extends LatLng {
  demand: number
  /** Requests that no driver served. */
  unmet: number
  /** Free drivers in the area now. */
  supply: number
}

/** Convenience fees, and the figures with which they are compared. */
export type Totals = { [Figure in keyof GrossEarnings]: NonNullable<GrossEarnings[Figure]> }
type GrossEarnings = Database['public']['CompositeTypes']['gross_earnings']

type DayRow = Database['public']['Functions']['dashboard_days']['Returns'][number]
/**
 * Figures of bookings on one or several days. Each count equals the number of rows in the list to which {@link figureLinks}
 * links.
 */
export type DayFigures = Omit<DayRow, 'statuses' | 'pickup_seconds' | 'revenue' | 'fleet_share'> & {
  statuses: Partial<Record<BookingStatus, number>>
  /** The median time from booking to the driver's arrival, of rides for now (s); null if no driver arrived. */
  pickup_seconds: number | null
  /** Convenience fees; null for staff who may not read earnings. */
  revenue: number | null
  /** A fleet admin's own share of the fares; null for admins. */
  fleet_share: number | null
}

/** Returns what this reader earned: the operator its fees, a fleet its share; null if the reader may not see it. */
export const earnedBy = (figures: DayFigures, isFleet: boolean): number | null =>
  isFleet ? figures.fleet_share : figures.revenue

/** Figures of a period, by day and in total, and the total of the same number of days before. */
export interface PeriodData {
  period: Period
  days: readonly DayFigures[]
  all: DayFigures
  before: DayFigures
}

/** Numbers of days that can be chosen; each range ends today. */
export const RANGES = ['1', '7', '30'] as const
export type Range = (typeof RANGES)[number]
export const readRange = (text: string | null): Range => RANGES.find((range) => range === text) ?? '7'

/** Returns the days of a range, which ends today. With `isBefore`, it returns the same number of days before that range. */
export function periodOf(range: Range, today: string, isBefore = false): Period {
  const to = isBefore ? addDays(today, -Number(range)) : today
  return { from: addDays(to, 1 - Number(range)), to }
}

/** Returns a period as the value of a table's date filter in a page's URL. */
export const daysOf = ({ from, to }: Period): string => `${from}..${to}`

/** Returns for each figure the path of the page that lists the bookings that it counts. */
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

/** Returns a part as a fraction of the whole; null if the whole is 0. */
export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Returns the relative change of a figure (0.1 is an increase by 10 %); null if there is no earlier figure or it is 0. */
export const changeOf = (now: number | null | undefined, was: number | null | undefined): number | null =>
  now === null || now === undefined || !was ? null : (now - was) / was

export const onMap = (driver: DutyDriver): MapDriver => ({
  id: driver.driver_id,
  lat: driver.lat,
  lng: driver.lng,
  heading: driver.heading,
  tone: driver.state
})

/** Returns the demand in the form that the heat map expects. */
export const heatOf = (cells: readonly DemandCell[]): HeatCell[] =>
  cells.filter(({ demand }) => demand > 0).map(({ lat, lng, demand }) => ({ lat, lng, weight: demand }))

const order: Record<CarTone, number> = { silent: 0, busy: 1, free: 2 }

/**
 * Sorts drivers by the attention that they need: silent drivers (no recent position) first, then drivers on a trip, then free
 * ones. Each group is sorted by name.
 */
export function byAttention(drivers: readonly DutyDriver[]): DutyDriver[] {
  return drivers.toSorted(
    (a, b) =>
      order[a.state] - order[b.state] ||
      a.driver_name.localeCompare(b.driver_name) ||
      (a.driver_id < b.driver_id ? -1 : 1)
  )
}

/** Returns the number of drivers in each state. */
export function countStates(drivers: readonly DutyDriver[]): Record<CarTone, number> {
  const counts = { free: 0, busy: 0, silent: 0 }
  for (const { state } of drivers) counts[state] += 1
  return counts
}

/** Pixels per degree of longitude at the dashboard's first zoom (tiles of 512 pixels). */
const DEGREE_PIXELS = (512 * 2 ** DASHBOARD_MAP_ZOOM) / 360
/** Width (px) below which a region would look too small on the map: a third of the map's width. */
const LOST_PIXELS = 160

/** Returns the size of a region in pixels at the dashboard's first zoom. */
function deskPixels([west, south, east, north]: Bbox): { wide: number; tall: number } {
  return {
    wide: (east - west) * DEGREE_PIXELS,
    tall: ((north - south) * DEGREE_PIXELS) / Math.cos(((south + north) / 360) * Math.PI)
  }
}

/**
 * Returns the maximum zoom for the map's first view, which shows the whole region. It is zoom 10, so that the surroundings of a
 * small region are visible, too. Undefined (no limit) for a region so small that it would be only a spot at zoom 10, such as a
 * single town.
 */
export function deskZoom(bbox: Bbox): number | undefined {
  const { wide, tall } = deskPixels(bbox)
  return Math.max(wide, tall) < LOST_PIXELS ? undefined : DASHBOARD_MAP_ZOOM
}
