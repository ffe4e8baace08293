import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { driverKeys } from '../queries'

/** A message of the office that the driver has not dismissed, or a question about a claimed ride that is not answered. */
export interface DeskMessage {
  id: string
  key: 'desk_message' | 'claim_check'
  booking_id: string | null
  params: { message?: string; reference?: string; risk?: string; trip_at?: string; until?: string; pickup?: string }
  created_at: string
}

async function getDeskMessages(driverId: string): Promise<DeskMessage[]> {
  return await unwrap(
    supabase
      .from('notices')
      .select('id,key,booking_id,params,created_at')
      .eq('user_id', driverId)
      .in('key', ['desk_message', 'claim_check'])
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

/**
 * Answers whether the driver will come to a claimed ride. A no returns the ride, and is not counted against the driver.
 *
 * @throws AppError `claim_not_asked` or `booking_not_found` if the question is settled, `document_expired`
 */
export async function answerClaim(booking_id: string, will_come: boolean): Promise<void> {
  await unwrap(supabase.rpc('answer_claim', { booking_id, will_come }))
}

/** Returns the office's messages and the questions that the driver has not dismissed, oldest first, updated by broadcast. */
export function useDeskMessages(driverId: string) {
  const channel = useBroadcast(`user:${driverId}`, () => mutate(), { events: ['notice'] })
  const { data = [], mutate } = useSWR(driverKeys.messages(driverId), ([, id]) => getDeskMessages(id), {
    refreshInterval: pollInterval(channel)
  })
  return { messages: data, reload: () => void mutate() }
}
