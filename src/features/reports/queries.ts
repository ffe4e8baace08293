import useSWR from 'swr'
import { pageOf, type Source, type TableQuery } from '@/components/data-table'
import { unwrap } from '@/lib/api'
import { monthOf } from '@/lib/days'
import { supabase } from '@/lib/supabase'
import type { Database } from '@/types/database'

type Functions = Database['public']['Functions']
/** The platform's earnings of a month in the operator's zone. */
export type EarningsMonth = Functions['earnings_report']['Returns'][number]
/** What a driver earned in a month. */
export type DriverMonth = Functions['driver_earnings']['Returns'][number]
/** What one booking added to the earnings; a correction is a line of its own. */
export type EarningsLine = Functions['list_earnings']['Returns'][number]

/** The platform's months, newest first. */
export const getEarningsMonths = (): Promise<EarningsMonth[]> => unwrap(supabase.rpc('earnings_report'))

export const earningsKey = 'earnings-months'

/** The platform's months, newest first. */
export function useEarningsMonths() {
  return useSWR(earningsKey, getEarningsMonths)
}

/** The accounts that a month's earnings stand in. */
export function useEarningsAccounts(month: string) {
  return useSWR(['earnings-accounts', month], async () => {
    const accounts = await unwrap(supabase.rpc('trial_balance', { from_day: month, to_day: monthOf(month).to }))
    return accounts.filter(({ account }) => /^(revenue|expense)\./.test(account))
  })
}

/** One driver's month, or null where nothing was earned. */
export function useDriverMonth(month: string, driverId: string | null) {
  return useSWR(driverId && ['driver-month', month, driverId], async () => {
    const bounds = { from_month: month, to_month: month }
    const rows = await unwrap(supabase.rpc('driver_earnings', bounds).eq('driver_id', driverId as string))
    return rows[0] ?? null
  })
}

/** Months read at once until one has drivers; a platform that rested for longer says so by its filter. */
const EMPTY_MONTHS = 24

/** Drivers' earnings, one month after the other from the newest, each by name. */
export function driverSource(thisMonth: string): Source<DriverMonth> {
  return async ({ filters }, { after }, signal) => {
    const [from = '', to = ''] = monthsAsked(filters)
    let month = (after as string | null) ?? (to && to < thisMonth ? to : thisMonth)
    for (let read = 0; read < EMPTY_MONTHS && (!from || month >= from); read++, month = monthOf(month, -1).from) {
      const call = supabase.rpc('driver_earnings', { from_month: month, to_month: month })
      const driver = filters.driver?.[0]
      const rows = await unwrap((driver ? call.eq('driver_id', driver) : call).abortSignal(signal))
      if (rows.length > 0) return { rows, next: monthOf(month, -1).from }
    }
    return { rows: [], next: null }
  }
}

/** The months that the days of the filter touch. */
const monthsAsked = ({ months = [] }: TableQuery['filters']): string[] =>
  months.map((day) => day && `${day.slice(0, 7)}-01`)

interface LinesOf {
  /** First day of the month. */
  month: string
  driverId: string | null
}

/** The bookings whose amounts sum to the figures of a month, newest first. */
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
