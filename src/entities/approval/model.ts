import type { Tables } from '@/types/database'

/** The kinds of actions that one admin requests and another must approve. */
export type ApprovalKind =
  | 'credit'
  | 'refund'
  | 'reversal'
  | 'fare'
  | 'cash'
  | 'extra'
  | 'payout'
  | 'bank_release'
  | 'write_off'
  | 'export'

interface Named {
  first_name: string
  last_name: string
}

export type Approval = Pick<
  Tables<'approvals'>,
  'id' | 'kind' | 'amount' | 'reason' | 'requested_at' | 'requested_by' | 'user_id'
> & { person: Named | null; asker: Named | null }

export const nameOf = (person: Named | null): string =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ') || '–'
