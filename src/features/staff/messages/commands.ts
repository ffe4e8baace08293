import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** Makes the number or address of a message get messages again. Repeating it changes nothing. */
export const reviveReceiver = async (message_id: number) => unwrap(supabase.rpc('revive_receiver', { message_id }))
