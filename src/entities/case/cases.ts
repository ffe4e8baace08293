import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Tables } from '@/types/database'
import { caseTimeMs } from '@/types/rules'

/** A case: a message to the desk about a trip, by its rider or driver, and the answer. */
export type TripCase = Tables<'cases'>

const KINDS = ['lost', 'fare', 'question'] as const
export type CaseKind = (typeof KINDS)[number]

export const caseKeys = {
  /** The cache key of a rider's own cases. */
  mine: (bookingId: string) => ['my-cases', bookingId] as const,
  /** The cache key of a booking's cases for staff. */
  trip: (bookingId: string) => ['booking-cases', bookingId] as const
}

interface Ended {
  reached_at: string | null
  cancelled_at: string | null
}

/**
 * The kinds of cases that the rider can open now: from the end of the trip until 30 days later, and only one open case of each
 * kind. Lost items can only be reported if the ride took place.
 */
export function kindsToOpen({ reached_at, cancelled_at }: Ended, known: readonly TripCase[], now: number): CaseKind[] {
  const over = reached_at ?? cancelled_at
  if (!over || now - Date.parse(over) > caseTimeMs) return []
  const open = known.filter(({ closed_at }) => !closed_at).map(({ kind }) => kind)
  return KINDS.filter((kind) => !open.includes(kind) && (kind !== 'lost' || reached_at))
}

const getMyCases = async (bookingId: string): Promise<TripCase[]> =>
  await unwrap(supabase.from('cases').select('*').eq('booking_id', bookingId).order('created_at', { ascending: false }))

/** The rider's own cases of a booking, updated live. */
export function useMyCases(bookingId: string) {
  const { data, error, mutate } = useSWR(caseKeys.mine(bookingId), () => getMyCases(bookingId))
  useBroadcast(`booking:${bookingId}`, () => mutate(), { events: ['booking'] })
  return { cases: data, error }
}

/** A booking's cases for staff, latest first; a null id requests nothing. */
export const useTripCases = (bookingId: string | null) =>
  useSWR(
    bookingId && caseKeys.trip(bookingId),
    async () => (await unwrap(supabase.rpc('booking_cases', { booking_id: bookingId ?? '' }))).rows
  )

export interface NewCase {
  kind: CaseKind
  message: string
  /** How to reach the person who lost something: a phone number or another contact. */
  reach: string
}

/** Opens a case. @throws AppError `case_open`, `case_too_late`, `message_invalid`, … */
export const openCase = async (bookingId: string, { kind, message, reach }: NewCase): Promise<TripCase> =>
  await unwrap(
    supabase.rpc('open_case', { booking_id: bookingId, kind, message, reach: kind === 'lost' ? reach : null })
  )

/** Answers a case, closes it, or both. @throws AppError `case_closed`, `demo_mode`, … */
export const answerCase = async (id: string, answer: string, closes: boolean): Promise<TripCase> =>
  await unwrap(supabase.rpc('answer_case', { id, answer: answer || null, closes }))
