import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { serverNow } from '@/lib/server-clock'
import { supabase } from '@/lib/supabase'
import type { Database } from '@/types/database'
import { bookingKeys } from './keys'

type Wave = Pick<Database['public']['CompositeTypes']['dispatch_log_wave'], 'at' | 'asked'>

/** The state of a search in numbers; the rider may not know who the drivers are. */
export interface SearchState {
  /** Drivers with an open offer. */
  asking: number
  /** Drivers who were asked before and did not accept. */
  passed: number
}

/** @param offerSecs duration of an offer */
export function searchStateOf(waves: readonly Wave[], now: number, offerSecs: number): SearchState {
  const state = { asking: 0, passed: 0 }
  for (const { at, asked } of waves) {
    const isOpen = at !== null && Date.parse(at) + offerSecs * 1000 > now
    state[isOpen ? 'asking' : 'passed'] += asked ?? 0
  }
  return state
}

/** Waves follow within seconds (ms). */
const REFRESH_MS = 4000

/** The search for the rider's booking, while it lasts. */
export function useSearchState(bookingId: string, offerSecs: number): SearchState | undefined {
  const { data } = useSWR(
    bookingKeys.search(bookingId),
    ([, id]) => unwrap(supabase.rpc('dispatch_log', { booking_id: id })),
    { refreshInterval: REFRESH_MS }
  )
  return data && searchStateOf(data, serverNow(), offerSecs)
}
