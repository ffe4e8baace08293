import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

export const completeWithdrawal = async (id: string) => unwrap(supabase.rpc('complete_withdrawal', { id }))

export const rejectWithdrawal = async (id: string, reason: string) =>
  unwrap(supabase.rpc('reject_withdrawal', { id, reason }))
