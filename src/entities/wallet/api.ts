import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'

/** Credits a wallet. Calls with the same key credit it only once, whatever their other arguments. */
export const addToWallet = async (user_id: string, amount: number, reason: string, client_key: string) =>
  unwrap(supabase.rpc('add_to_wallet', { user_id, amount, client_key, reason }))

/** Books cash that a driver handed in, at most what they owe. Calls with the same key book it only once. */
export const takeDriverCash = async (driver_id: string, amount: number, client_key: string) =>
  unwrap(supabase.rpc('take_driver_cash', { driver_id, amount, client_key }))

/** A line of a wallet's history. */
export type WalletEntry = Tables<'wallet_history'>

export const WALLET_PAGE = 50

/** Reads a page of a wallet's movements, newest first: those older than the entry `before`, or the newest if it is null. */
export async function getWalletHistory(userId: string, before: number | null): Promise<WalletEntry[]> {
  let query = supabase.from('wallet_history').select().eq('user_id', userId)
  if (before !== null) query = query.lt('id', before)
  return await unwrap(query.order('id', { ascending: false }).limit(WALLET_PAGE))
}
