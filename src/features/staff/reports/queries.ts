import useSWR from 'swr'
import { pageOf, type Source, type TableQuery } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { monthOf } from '@/lib/time/days'
import type { Database } from '@/types/database'

type Functions = Database['public']['Functions']
/** The platform's earnings in a month; months begin in the operator's time zone. */
export type EarningsMonth = Functions['earnings_report']['Returns'][number]
/** A line of a month's earnings: one booking, or a later correction of one. */
export type EarningsLine = Functions['list_earnings']['Returns'][number]

export const getEarningsMonths = (): Promise<EarningsMonth[]> => unwrap(supabase.rpc('earnings_report'))

export const earningsKey = 'earnings-months'

/** The platform's earnings by month, newest first. */
export function useEarningsMonths() {
  return useSWR(earningsKey, getEarningsMonths)
}

/** A driver's earnings in a month; null if there were none. If `driverId` is null, no request is sent. */
export function useDriverMonth(month: string, driverId: string | null) {
  return useSWR(driverId && ['driver-month', month, driverId], async () => {
    const bounds = { from_month: month, to_month: month }
    const rows = await unwrap(supabase.rpc('driver_earnings', bounds).eq('driver_id', driverId as string))
    return rows[0] ?? null
  })
}

/** How drivers' earnings are summed: per month or per driver. */
export type SumPer = 'month' | 'driver'

/** A row of the table. The sum of a month has no driver, and the sum of a driver has no month. A single line has both. */
export interface EarningsRow {
  month: string | null
  driver_id: string | null
  driver_name: string | null
  driver_vehicle_no: string | null
  /** The number of lines that a sum consists of; null for a single line. */
  lines: number | null
  total_rides: number
  driver_share: number
}

export const isSum = (row: EarningsRow): boolean => row.lines !== null

/** Drivers' earnings per month (newest first) or per driver (by name), totalled by the database. */
export const sumSource =
  (per: SumPer): Source<EarningsRow> =>
  async ({ filters }, _page, signal) => {
    const asked = { per, ...monthsAsked(filters), of_driver: filters.driver?.[0] ?? null }
    const rows = await unwrap(supabase.rpc('driver_earnings_sums', asked).abortSignal(signal))
    return { rows, next: null, total: rows.length }
  }

export const driverMonthsKey = 'driver-earnings-months'

/** Reads the months that match the table's filters, for the chart, newest first. */
export const getDriverMonths = async ({ filters }: TableQuery, signal: AbortSignal): Promise<EarningsRow[]> => [
  ...(await sumSource('month')({ search: '', sort: null, filters }, { after: null, size: 0 }, signal)).rows
]

/** Reads the lines that a sum consists of; null reads all lines that match the filters. */
export async function getEarningsRows(
  sum: EarningsRow | null,
  { filters }: TableQuery,
  signal: AbortSignal
): Promise<EarningsRow[]> {
  const months = sum?.month ? { from_month: sum.month, to_month: sum.month } : monthsAsked(filters)
  const call = supabase.rpc('driver_earnings', months)
  const driver = sum?.driver_id ?? filters.driver?.[0]
  const rows = await unwrap((driver ? call.eq('driver_id', driver) : call).abortSignal(signal))
  return rows.map((row) => ({ ...row, lines: null }))
}

/** Converts the filter's days to the first days of their months, which the database expects. */
function monthsAsked({ months = [] }: TableQuery['filters']) {
  const [from, to] = months.map((day) => (day ? `${day.slice(0, 7)}-01` : null))
  return { from_month: from ?? null, to_month: to ?? null }
}

interface LinesOf {
  /** First day of the month. */
  month: string
  driverId: string | null
}

/** Creates the source of the bookings that a month's figures consist of, newest first. */
export function lineSource({ month, driverId }: LinesOf): Source<EarningsLine> {
  return async (_query, { after, size }, signal) => {
    const cursor = after as { day: string; id: number } | null
    const rows = await unwrap(
      supabase
        .rpc('list_earnings', {
          from_day: month,
          to_day: monthOf(month).to,
          of_driver: driverId,
          after_day: cursor?.day ?? null,
          after_id: cursor?.id ?? null,
          page_size: size
        })
        .abortSignal(signal)
    )
    return pageOf(rows, size, ({ day, id }) => ({ day, id }))
  }
}
