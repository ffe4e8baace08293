import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { serverNow } from '@/lib/time/server-clock'
import type { Database } from '@/types/database'
import { bookingKeys } from './keys'

type Wave = Pick<Database['public']['CompositeTypes']['dispatch_log_wave'], 'at' | 'asked'>

/** The progress of the search for a driver, as numbers only: riders may not know who the drivers are. */
export interface SearchState {
  /** Number of drivers who got an offer that has not expired yet, including those who have already declined. */
  asking: number
  /** Number of drivers whose offer has expired. */
  passed: number
}

/**
 * Computes the progress from the search's waves. A wave is a group of drivers who got offers at the same time.
 *
 * @param offerSecs how long an offer is open (s)
 */
export function searchStateOf(waves: readonly Wave[], now: number, offerSecs: number): SearchState {
  const state = { asking: 0, passed: 0 }
  for (const { at, asked } of waves) {
    const isOpen = at !== null && Date.parse(at) + offerSecs * 1000 > now
    state[isOpen ? 'asking' : 'passed'] += asked ?? 0
  }
  return state
}

/** Interval between requests (ms): dispatch sends a new wave of offers within seconds. */
const REFRESH_MS = 4000

/** The progress of the search for a driver, requested at an interval. */
export function useSearchState(bookingId: string, offerSecs: number): SearchState | undefined {
  const { data } = useSWR(
    bookingKeys.search(bookingId),
    ([, id]) => unwrap(supabase.rpc('dispatch_log', { booking_id: id })),
    { refreshInterval: REFRESH_MS }
  )
  return data && searchStateOf(data, serverNow(), offerSecs)
}
