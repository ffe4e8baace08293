import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Totals } from '../model'

async function getTotals(): Promise<Totals> {
  const totals = await unwrap(supabase.rpc('dashboard_totals'))
  return totals as unknown as Totals
}

/** Convenience fees of today, this month and in total. */
export function useTotals() {
  return useSWR('dashboard-totals', getTotals)
}
