import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { serverNow } from '@/lib/time/server-clock'
import { approvalTimeMs } from '@/types/rules'
import type { Approval, ApprovalKind } from './model'

async function fetchPending(kinds: readonly ApprovalKind[]): Promise<Approval[]> {
  return await unwrap(
    supabase
      .from('approvals')
      .select(
        'id,kind,amount,reason,requested_at,requested_by,user_id,person:profiles!approvals_user_id_fkey(first_name,last_name),asker:profiles!approvals_requested_by_fkey(first_name,last_name)'
      )
      .eq('status', 'pending')
      .in('kind', [...kinds])
      .gte('requested_at', new Date(serverNow() - approvalTimeMs).toISOString())
      .order('requested_at')
      .limit(50)
      .overrideTypes<Approval[], { merge: false }>()
  )
}

export const pendingKey = (kinds: readonly ApprovalKind[]) => ['approvals', ...kinds] as const

/** The requests that wait for approval, oldest first, updated live. */
export function usePending(kinds: readonly ApprovalKind[]) {
  const { data, mutate } = useSWR(pendingKey(kinds), () => fetchPending(kinds))
  useBroadcast('admin', () => mutate(), { events: ['approval'] })
  return data ?? []
}
