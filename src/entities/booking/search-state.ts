import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { serverNow } from '@/lib/server-clock'
import { supabase } from '@/lib/supabase'
import type { Database } from '@/types/database'
import { bookingKeys } from './keys'

type Wave = Pick<Database['public']['CompositeTypes']['dispatch_log_wave'], 'at' | 'asked'>

/** How the search for a driver stands, in numbers; who they are is not the rider's to know. */
export interface SearchState {
  /** Drivers who are being asked now. */
  asking: number
  /** Drivers who were asked before and did not take it. */
  passed: number
}

/** @param offerSecs how long an offer stands */
export function searchStateOf(waves: readonly Wave[], now: number, offerSecs: number): SearchState {
  const state = { asking: 0, passed: 0 }
  for (const { at, asked } of waves) {
    const isOpen = at !== null && Date.parse(at) + offerSecs * 1000 > now
    state[isOpen ? 'asking' : 'passed'] += asked ?? 0
  }
  return state
}

/** A wave follows another within seconds (ms). */
const REFRESH_MS = 4000

/** The search of one's own booking, while it lasts. */
export function useSearchState(bookingId: string, offerSecs: number): SearchState | undefined {
  const { data } = useSWR(
    bookingKeys.search(bookingId),
    ([, id]) => unwrap(supabase.rpc('dispatch_log', { booking_id: id })),
    { refreshInterval: REFRESH_MS }
  )
  return data && searchStateOf(data, serverNow(), offerSecs)
}
