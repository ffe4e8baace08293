import useSWR, { type Key } from 'swr'
import type { Bbox } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { keptWhile } from '@/lib/server/kept-while'
import { supabase } from '@/lib/server/supabase'
import type { Period } from '@/lib/time/days'
import { type DayFigures, type DemandCell, type PeriodData, periodOf, type Range, type Totals } from './model'

const DEMAND_MS = 60_000
const totalsKey = 'dashboard-totals'
const daysKey = 'dashboard-days'

/** Returns whether a cache key belongs to figures that change with each booking. */
export const isFigures = (key: Key): boolean => key === totalsKey || (Array.isArray(key) && key[0] === daysKey)

async function getDemand([west, south, east, north]: Bbox, hours: number): Promise<DemandCell[]> {
  const rows = await unwrap(supabase.rpc('heat_map', { south, west, north, east, hours }))
  return rows.map(({ unmet, supply, ...row }) => ({ ...row, unmet: unmet ?? 0, supply: supply ?? 0 }))
}

/** Returns the demand by place over the last `hours` hours. A null area requests nothing. */
export function useDemand(area: Bbox | null, hours: number) {
  const key = area && (['demand', area.join(), hours] as const)
  return useSWR(key, () => getDemand(area as Bbox, hours), { refreshInterval: DEMAND_MS })
}

async function getTotals(isFleet: boolean): Promise<Totals> {
  const totals = await unwrap(isFleet ? supabase.rpc('fleet_totals') : supabase.rpc('dashboard_totals'))
  return totals as Totals
}

/**
 * Returns what was earned today, this month and in total, and the figures to compare them with: the convenience fees, or a fleet's
 * own share of the fares.
 */
export function useTotals(isFleet: boolean, mayAsk: boolean, refreshInterval: number) {
  return useSWR(mayAsk && totalsKey, () => getTotals(isFleet), { refreshInterval })
}

async function getDays({ from, to }: Period): Promise<{ days: DayFigures[]; all: DayFigures }> {
  const rows = (await unwrap(supabase.rpc('dashboard_days', { from_day: from, to_day: to }))) as unknown as DayFigures[]
  // The row without a day contains the total.
  const [all] = rows.filter(({ day }) => day === null)
  if (!all) throw new Error('dashboard_days answered no sum')
  return { days: rows.filter(({ day }) => day !== null), all }
}

/**
 * Returns the booking figures of a range of days that ends today: by day, and in total. For comparison it also returns the
 * total of the same number of days before.
 */
export function useDays(range: Range, today: string, mayAsk: boolean, refreshInterval: number) {
  return useSWR(
    mayAsk && [daysKey, range, today],
    async (): Promise<PeriodData> => {
      const period = periodOf(range, today)
      const [now, before] = await Promise.all([getDays(period), getDays(periodOf(range, today, true))])
      return { period, ...now, before: before.all }
    },
    { refreshInterval, use: [keptWhile(() => true)] }
  )
}
