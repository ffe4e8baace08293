import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** Reads the bank account to which a person's money is paid out. The database logs who read it. */
export async function readBankDetails(userId: string) {
  const { rows } = await unwrap(supabase.rpc('read_bank_details', { user_id: userId }))
  return rows[0] ?? null
}

/** Ends a person's wait for withdrawals early. Returns when it would have ended; null or a past time if there was none. */
export const releasePayouts = async (userId: string, reason: string): Promise<string | null> =>
  unwrap(supabase.rpc('release_payouts', { user_id: userId, reason }))

/** Cache key of the time until which a person's withdrawals wait. */
export const payoutWaitKey = (userId: string) => ['payout-wait', userId]

/** Until when the person's new withdrawals must wait; null if they need not. */
export async function payoutWait(userId: string): Promise<string | null> {
  return (await unwrap(supabase.rpc('payout_wait', { user_id: userId }))) as string | null
}
