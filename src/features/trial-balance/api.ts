import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import type { Period } from '@/lib/days'
import { keptWhile } from '@/lib/kept-while'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'

/** Every account between two days; read again when staff moved money. */
export function useTrialBalance({ from, to }: Period) {
  const books = useSWR(
    ['trial-balance', from, to],
    async () => ({ from, to, accounts: await unwrap(supabase.rpc('trial_balance', { from_day: from, to_day: to })) }),
    // Dimmed until the others come: the page looks at the days of what it shows.
    { use: [keptWhile(() => true)] }
  )
  useBroadcast('admin', () => void books.mutate(), { events: ['withdrawal', 'audit'] })
  return books
}
