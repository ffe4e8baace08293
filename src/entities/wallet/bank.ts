import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** The person's current payout account; the database logs who read it. */
export async function readBankDetails(userId: string) {
  const [details] = await unwrap(supabase.rpc('read_bank_details', { user_id: userId }))
  return details ?? null
}

/** Ends that wait early. Returns when it would have ended. */
export const releasePayouts = async (userId: string, reason: string): Promise<string | null> =>
  unwrap(supabase.rpc('release_payouts', { user_id: userId, reason }))

/** Cache key of the query for waiting withdrawals. */
export const payoutWaitKey = (userId: string) => ['payout-wait', userId]

/** Until when new withdrawals of the person wait; null if they do not. */
export async function payoutWait(userId: string): Promise<string | null> {
  return (await unwrap(supabase.rpc('payout_wait', { user_id: userId }))) as string | null
}
