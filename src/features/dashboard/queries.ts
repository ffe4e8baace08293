import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import type { Bbox } from '@/lib/geo'
import { supabase } from '@/lib/supabase'
import type { DemandCell, Totals } from './model'

const DEMAND_MS = 60_000

async function getDemand([west, south, east, north]: Bbox, hours: number): Promise<DemandCell[]> {
  const rows = await unwrap(supabase.rpc('heat_map', { south, west, north, east, hours }))
  return rows.map(({ unmet, supply, ...row }) => ({ ...row, unmet: unmet ?? 0, supply: supply ?? 0 }))
}

/** What was wanted where in the last hours; null asks for nothing. */
export function useDemand(area: Bbox | null, hours: number) {
  const key = area && (['demand', area.join(), hours] as const)
  return useSWR(key, () => getDemand(area as Bbox, hours), { refreshInterval: DEMAND_MS })
}

async function getTotals(): Promise<Totals> {
  const totals = await unwrap(supabase.rpc('dashboard_totals'))
  return totals as Totals
}

/** Convenience fees of today, this month and in total. */
export function useTotals() {
  return useSWR('dashboard-totals', getTotals)
}
