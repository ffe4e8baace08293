import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { ApprovalKind } from './model'

export interface ApprovalRequest {
  kind: ApprovalKind
  /** The id of a person, a booking, an extra or a withdrawal, depending on the kind of request. */
  targetId: string
  amount?: number
}

/** Requests another admin's approval. Calls with the same key create only one request. */
export const requestApproval = async (
  { kind, targetId, amount }: ApprovalRequest,
  reason: string,
  client_key: string
) =>
  unwrap(
    supabase.rpc('request_approval', {
      kind,
      target_id: targetId,
      reason,
      client_key,
      ...(amount === undefined ? {} : { amount })
    })
  )

export const approve = async (id: string) => unwrap(supabase.rpc('approve', { id }))

export const rejectApproval = async (id: string, reason: string) => unwrap(supabase.rpc('reject', { id, reason }))
