import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** What is counted to so many is as many or more. */
export const MOST = 100

/** How much waits for a member of staff; null is none of this person's business. */
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
 * @param personId null asks for nothing
 * @param refreshInterval ms, while no channel tells of it
 */
export function useWaiting(personId: string | null, refreshInterval: number) {
  const { data = nothing, mutate } = useSWR(personId && ['waiting', personId], getWaiting, {
    refreshInterval,
    revalidateOnFocus: false,
    // Who comes back to the portal at once sees what changed meanwhile.
    dedupingInterval: 0
  })
  return { waiting: data, mutate }
}
