import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** Counts at this limit mean this many or more. */
export const MOST = 100

/** Numbers of pending work for a staff member; null if it is not theirs. */
interface Waiting {
  attention: number | null
  withdrawals: number | null
  /** On the money desk. */
  money: number | null
}

const nothing: Waiting = { attention: null, withdrawals: null, money: null }

async function getWaiting(): Promise<Waiting> {
  const [counts] = await unwrap(supabase.rpc('portal_counts'))
  return counts ?? nothing
}

/**
 * @param personId null requests nothing
 * @param refreshInterval ms, while no channel announces changes
 */
export function useWaiting(personId: string | null, refreshInterval: number) {
  const { data = nothing, mutate } = useSWR(personId && ['waiting', personId], getWaiting, {
    refreshInterval,
    revalidateOnFocus: false,
    // A person who returns to the portal sees changes at once.
    dedupingInterval: 0
  })
  return { waiting: data, mutate }
}
