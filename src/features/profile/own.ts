import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** What came of one's invitations; amounts in the operator's currency. */
export interface OwnInvitations {
  code: string
  /** What each side receives now. */
  bonus: number
  /** Who signed up with the code. */
  invited: number
  /** Of those, who have ridden. */
  rewarded: number
  earned: number
  left_this_month: number
}

export const getInvitations = async () => (await unwrap(supabase.rpc('own_referrals'))) as OwnInvitations

/** A device that is signed in; `name` is what its browser says of itself. */
export interface OwnSession {
  id: string
  name: string | null
  is_current: boolean
  seen_at: string | null
}

export const getSessions = async () => (await unwrap(supabase.rpc('own_sessions'))) as OwnSession[]

/** Signs out another device, all others with null. @throws AppError `demo_mode` */
export const endSessions = async (session_id: string | null): Promise<number> =>
  unwrap(supabase.rpc('end_own_sessions', { session_id }))

/** Everything that is kept of the caller. @throws AppError `demo_mode` */
export const exportOwnData = async (): Promise<unknown> => unwrap(supabase.rpc('export_my_data'))

/** @throws AppError `active_booking`, `wallet_not_empty`, `withdrawal_open`, `demo_mode`, `not_allowed` for the last admin */
export async function deleteOwnAccount(): Promise<true> {
  await unwrap(supabase.rpc('delete_my_account'))
  return true
}
