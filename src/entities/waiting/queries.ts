import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** Counting stops at this number, so 100 means 100 or more. */
export const MOST = 100

/** Numbers of items that wait for a staff member's work; null for work that this person may not do. */
interface Waiting {
  attention: number | null
  withdrawals: number | null
  /** Work at the money desk (the office's page for payments). */
  money: number | null
}

const nothing: Waiting = { attention: null, withdrawals: null, money: null }

async function getWaiting(): Promise<Waiting> {
  const [counts] = await unwrap(supabase.rpc('portal_counts'))
  return counts ?? nothing
}

/**
 * Requests the numbers of waiting items, which the portal's menu shows.
 *
 * @param personId null requests nothing
 * @param refreshInterval ms between requests; 0 while broadcasts announce changes
 */
export function useWaiting(personId: string | null, refreshInterval: number) {
  const { data = nothing, mutate } = useSWR(personId && ['waiting', personId], getWaiting, {
    refreshInterval,
    revalidateOnFocus: false,
    // No request is skipped as a duplicate, so that a person who returns to the portal sees changes at once.
    dedupingInterval: 0
  })
  return { waiting: data, mutate }
}
