import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'
import { reversalTimeMs } from '@/types/rules'

/** A decision that charged a person or gave them money: a fee, a credit, a charge, a write-off, or about cash or a toll. */
export type Decision = Tables<'money_decisions'>

/** What is decided about each of them anew once its decision is taken back, so that none replaces another. */
const APART = ['cash', 'extra']

/** Returns whether a decision can still be taken back. Of the decisions about one booking's fee only the last can. */
export const isOpen = (decision: Decision, all: readonly Decision[], now: number): boolean =>
  decision.reversed_at === null &&
  now - Date.parse(decision.decided_at) < reversalTimeMs &&
  (APART.includes(decision.kind) ||
    !all.some(({ booking_id, id }) => booking_id !== null && booking_id === decision.booking_id && id > decision.id))

/** The SWR key of the decisions of a booking. Like the keys of the desk's panel, it has the booking's id as its second part. */
export const decisionsKey = (bookingId: string) => ['money-decisions', bookingId] as const

/** The decisions about a booking, newest first. Only admins can read them. */
export function useDecisions(bookingId: string) {
  return useSWR(decisionsKey(bookingId), ([, id]) =>
    unwrap(supabase.from('money_decisions').select().eq('booking_id', id).order('id', { ascending: false }))
  )
}

/** Takes a decision back. @throws AppError `needs_approval`, `insufficient_balance`, `decision_closed`, … */
export const reverseDecision = async (id: string, reason: string): Promise<Decision> =>
  await unwrap(supabase.rpc('reverse_decision', { id, reason }))
