import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Bank } from './queries'

/** Requests a withdrawal. Several calls with the same key request only one withdrawal, even if their amounts differ. */
export const requestWithdrawal = async (amount: number, client_key: string): Promise<unknown> =>
  unwrap(supabase.rpc('request_withdrawal', { amount, client_key }))

/** Saves the account to which money is paid out. If all fields are empty, removes it. */
export async function setBank(bank: Bank): Promise<true> {
  await unwrap(supabase.rpc('set_bank_details', bank))
  return true
}
