import useSWR from 'swr'
import { useSession } from '@/entities/person'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import { useLive } from '@/lib/use-live'
import { useSoon } from '@/lib/use-soon'

/** Many withdrawals that are paid out together are asked about together (ms). */
const GATHER_MS = 1000

/** What is counted to so many is as many or more. */
export const MOST = 100

/** What waits, by the name of the page; null is none of this person's business. */
export type Counts = Readonly<Partial<Record<string, number | null>>>

async function getCounts(): Promise<Counts> {
  const [counts] = await unwrap(supabase.rpc('portal_counts'))
  return { bookings: counts?.attention, withdraws: counts?.withdrawals }
}

/** How much waits on which pages of this member of staff, live. Their topic stays joined for as long as the portal is open. */
export function useCounts(): Counts {
  const { user, role } = useSession()
  const topic = role === 'admin' ? 'admin' : role === 'fleetadmin' && user ? `fleet:${user.id}` : null
  const askSoon = useSoon(() => void counts.mutate(), GATHER_MS)
  const { mayAsk } = useLive(topic, () => mayAsk && askSoon(), { events: ['attention', 'withdrawal'] })
  const counts = useSWR(topic && mayAsk && ['portal-counts', user?.id], getCounts, { revalidateOnFocus: false })
  return counts.data ?? {}
}
