import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** The highest number that is counted; it stands for this many or more. */
export const MOST = 100

/** How much work waits for a staff member; null for work that is not theirs. */
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
 * The numbers of waiting work for the menu.
 *
 * @param personId null requests nothing
 * @param refreshInterval ms, while no channel announces changes
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
