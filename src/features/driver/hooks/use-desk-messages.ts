import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { pollInterval } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useBroadcast } from '@/lib/use-broadcast'
import { driverKeys } from '../queries'

/** A message of the office that the driver has not dismissed. */
export interface DeskMessage {
  id: string
  booking_id: string | null
  params: { message?: string; reference?: string }
  created_at: string
}

async function getDeskMessages(driverId: string): Promise<DeskMessage[]> {
  return await unwrap(
    supabase
      .from('notices')
      .select('id,booking_id,params,created_at')
      .eq('user_id', driverId)
      .eq('key', 'desk_message')
      .is('read_at', null)
      .order('created_at')
      .limit(20)
      .overrideTypes<DeskMessage[], { merge: false }>()
  )
}

/** Marks the office's messages with these ids as read, on all devices of the driver. */
export async function dismissMessages(ids: readonly string[]): Promise<true> {
  await unwrap(supabase.rpc('mark_notices_read', { ids: [...ids] }))
  return true
}

/** Returns the office's messages that the driver has not dismissed, oldest first, updated by broadcast. */
export function useDeskMessages(driverId: string) {
  const channel = useBroadcast(`user:${driverId}`, () => void mutate(), { events: ['notice'] })
  const { data = [], mutate } = useSWR(driverKeys.messages(driverId), ([, id]) => getDeskMessages(id), {
    refreshInterval: pollInterval(channel)
  })
  return { messages: data, reload: () => void mutate() }
}
