import type { Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { AppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import type { NextPage, Tables } from '@/types/database'

export type Withdrawal = Tables<'withdraw_requests'>

/** The states by which withdrawals can be filtered, as the database names them. */
export const STATES = ['open', 'processed', 'rejected'] as const

export type State = (typeof STATES)[number]

export const stateOf = ({ processed, rejected_at }: Withdrawal): State =>
  processed ? 'processed' : rejected_at ? 'rejected' : 'open'

/** Reads pages of withdrawals. */
export const withdrawalSource: Source<Withdrawal> = async ({ sort, filters }, { after, size }, signal) =>
  await unwrap(
    supabase
      .rpc('list_withdrawals', {
        status: filters.status?.[0] ?? null,
        user_id: filters.person?.[0] ?? null,
        from_at: filters.date?.[0] || null,
        to_at: filters.date?.[1] || null,
        sort: sort?.column === 'amount' ? 'amount' : 'date',
        ascending: sort?.isDown === false,
        page_size: size,
        ...(after as NextPage)
      })
      .abortSignal(signal)
  )

/** Reads the current state of one withdrawal. @throws AppError `not_found` */
export async function getWithdrawal(id: string, signal: AbortSignal): Promise<Withdrawal> {
  const { rows } = await unwrap(supabase.rpc('list_withdrawals', { withdrawal_id: id }).abortSignal(signal))
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}
