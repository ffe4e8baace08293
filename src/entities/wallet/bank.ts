import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** Where the person's money would go today; the database notes who read it. */
export async function readBankDetails(userId: string) {
  const [details] = await unwrap(supabase.rpc('read_bank_details', { user_id: userId }))
  return details ?? null
}

/** Ends that wait early. Answers until when it would have lasted. */
export const releasePayouts = async (userId: string, reason: string): Promise<string | null> =>
  unwrap(supabase.rpc('release_payouts', { user_id: userId, reason }))

/** Of the query that says whether somebody's withdrawals wait. */
export const payoutWaitKey = (userId: string) => ['payout-wait', userId]

/** Until when new withdrawals of the person wait; null where nothing waits. */
export async function payoutWait(userId: string): Promise<string | null> {
  return (await unwrap(supabase.rpc('payout_wait', { user_id: userId }))) as string | null
}
