import { useMemo } from 'react'
import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useLive } from '@/lib/server/use-live'
import type { Database } from '@/types/database'

/** A case for the desk: a booking that needs attention for a reason, an alarm, a driver's unanswered message, or a person. */
export type AttentionRow = { [Part in keyof Row]: Part extends Missing ? Row[Part] : NonNullable<Row[Part]> }
type Row = Database['public']['CompositeTypes']['attention_row']
/** Fields that may be missing. Only alarms have an `alarm_id`; an alarm or message of a driver may belong to no booking. */
type Missing =
  | 'booking_id'
  | 'reference'
  | 'lat'
  | 'lng'
  | 'contact'
  | 'contact_name'
  | 'alarm_id'
  | 'taken_by'
  | 'put_off_until'

/**
 * Interval at which the cases are read again (ms). Some cases begin only because time has passed, so no event is broadcast for
 * them.
 */
const AGAIN_MS = 60_000

export const attentionKey = 'attention-list'

/** A booking (or alarm, message or person) on the list, with all reasons why it is there. */
export interface AttentionCase {
  /** The row of the reason that hurts first. */
  row: AttentionRow
  reasons: readonly string[]
  /** Whether somebody looks at it or has put it off. */
  isMarked: boolean
}

/** What a row is about: a booking, an alarm, or a person for a reason. */
export const keyOf = ({ booking_id, alarm_id, driver_id, reason, category }: AttentionRow): string =>
  booking_id ?? alarm_id ?? `${driver_id} ${reason} ${category ?? ''}`

/** Joins the rows of each booking, in the order of `rows`, in which they stand together. */
export function casesOf(rows: readonly AttentionRow[]): AttentionCase[] {
  const found = new Map<string, AttentionRow[]>()
  for (const row of rows) {
    const key = keyOf(row)
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return [...found.values()].flatMap((own) => {
    const [row] = own
    if (!row) return []
    const isMarked = own.every(({ taken_by, put_off_until }) => taken_by || put_off_until)
    return { row, reasons: own.map(({ reason }) => reason), isMarked }
  })
}

/**
 * Returns each reason with the number of its cases, in the order of the cases in `rows`: alarms first, then what hurts first.
 */
export function reasonsOf(rows: readonly AttentionRow[]): { reason: string; count: number; isAlarm: boolean }[] {
  const found = new Map<string, { reason: string; count: number; isAlarm: boolean }>()
  for (const { reason, is_alarm } of rows) {
    const known = found.get(reason)
    if (known) known.count += 1
    else found.set(reason, { reason, count: 1, isAlarm: is_alarm })
  }
  return [...found.values()]
}

/**
 * Returns the id of the booking to open next. If the first case is an alarm whose booking is not open, it is that booking (null
 * if the alarm has none). Otherwise it is the booking that follows the open one in the list; the first booking follows the last
 * one. Null if no case has a booking.
 */
export function nextOf(rows: readonly AttentionRow[], openId: string | null): string | null {
  const ids = [...new Set(rows.flatMap(({ booking_id }) => booking_id ?? []))]
  const [first] = rows
  if (first?.is_alarm && (!first.booking_id || first.booking_id !== openId)) return first.booking_id
  return ids[(openId === null ? 0 : ids.indexOf(openId) + 1) % ids.length] ?? null
}

/** Returns the cases for the desk, updated by broadcast. */
export function useAttention(topic: string) {
  const { channel, mayAsk } = useLive(topic, () => mutate(), { events: ['attention', 'approval'] })
  const { data, error, mutate } = useSWR(
    mayAsk && attentionKey,
    async () => (await unwrap(supabase.rpc('attention_list'))).rows as AttentionRow[],
    { refreshInterval: pollInterval(channel) || AGAIN_MS }
  )
  return useMemo(
    () => ({ rows: data, reasons: reasonsOf(data ?? []), error, retry: () => void mutate() }),
    [data, error, mutate]
  )
}
