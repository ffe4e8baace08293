import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

export type Withdrawal = Tables<'withdraw_requests'>

/** The states by which withdrawals can be filtered, as the database names them. */
export const STATES = ['open', 'processed', 'rejected'] as const
export type State = (typeof STATES)[number]

export const stateOf = ({ processed, rejected_at }: Withdrawal): State =>
  processed ? 'processed' : rejected_at ? 'rejected' : 'open'

/** Reads pages of withdrawals by a cursor. */
export const withdrawalSource: Source<Withdrawal> = async ({ sort, filters }, { after, size }, signal) => {
  const by = sort?.column === 'amount' ? 'amount' : 'date'
  const cursor = after as { value: string; id: string } | null
  const rows: Withdrawal[] = await unwrap(
    supabase
      .rpc('list_withdrawals', {
        status: filters.status?.[0] ?? null,
        user_id: filters.person?.[0] ?? null,
        from_at: filters.date?.[0] || null,
        to_at: filters.date?.[1] || null,
        sort: by,
        ascending: sort?.isDown === false,
        after_value: cursor?.value ?? null,
        after_id: cursor?.id ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  return pageOf(rows, size, (last) => ({ value: String(last[by]), id: last.id }))
}

/**
 * Reads the current state of one withdrawal. In a demo this fails, because staff cannot read a single withdrawal; the table
 * then keeps the row that it has.
 */
export const getWithdrawal = async (id: string, signal: AbortSignal): Promise<Withdrawal> =>
  unwrap(supabase.from('withdraw_requests').select().eq('id', id).abortSignal(signal).single())

export const completeWithdrawal = async (id: string) => unwrap(supabase.rpc('complete_withdrawal', { id }))

export const rejectWithdrawal = async (id: string, reason: string) =>
  unwrap(supabase.rpc('reject_withdrawal', { id, reason }))
