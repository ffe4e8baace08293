import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Tables } from '@/types/database'

export type DeskMessage = Tables<'desk_messages'>

/** Maximum number of messages shown; older ones no longer matter. */
const MOST = 100

async function getTalk(driverId: string): Promise<DeskMessage[]> {
  const latest = await unwrap(
    supabase
      .from('desk_messages')
      .select()
      .eq('driver_id', driverId)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(MOST)
  )
  return latest.reverse()
}

export const talkKey = (driverId: string) => ['desk-talk', driverId] as const

/** Returns the messages between the driver and the office, oldest first. They are updated by broadcast. */
export function useTalk(driverId: string) {
  const channel = useBroadcast(`driver:${driverId}`, () => talk.mutate(), { events: ['desk'] })
  const talk = useSWR(talkKey(driverId), () => getTalk(driverId), { refreshInterval: pollInterval(channel) })
  return talk
}
