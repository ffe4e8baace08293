import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

export const talkKey = (driverId: string) => ['read-talk', driverId] as const

/** Returns the messages between a driver and the desk, newest first. */
export const useDriverTalk = (driverId: string) =>
  useSWR(
    talkKey(driverId),
    async () => (await unwrap(supabase.rpc('read_desk_messages', { driver_id: driverId }))).rows
  )
