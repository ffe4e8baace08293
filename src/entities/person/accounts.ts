import { unwrap } from '@/lib/api'
import { AppError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'
export type NewAccount = Record<string, unknown>
export const createAccount = async (_account: NewAccount, _clientKey: string): Promise<string> => {
  throw new AppError('not_found')
}
export const checkNobodyHas = async (contacts: { email?: string; mobile?: string }) => {
  const answer = (await unwrap(supabase.rpc('check_user_exists', contacts))) as { message?: string }
  if (answer.message) throw new AppError(answer.message)
}
export const deleteAccount = async (user_id: string) => unwrap(supabase.rpc('delete_person', { user_id }))
