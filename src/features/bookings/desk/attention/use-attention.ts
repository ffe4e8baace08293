import { useMemo } from 'react'
import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { pollInterval } from '@/lib/live'
import { supabase } from '@/lib/supabase'
import { useLive } from '@/lib/use-live'
import type { Database } from '@/types/database'

/** A booking that does not go on by itself, for one reason; or somebody in need. */
export type AttentionRow = Omit<Row, Missing> & { [Part in Missing]: Row[Part] | null }
type Row = Database['public']['Functions']['attention_list']['Returns'][number]
/** A driver without a trip who calls for help has no booking, and perhaps no place. */
type Missing = 'booking_id' | 'reference' | 'lat' | 'lng' | 'contact' | 'contact_name' | 'alarm_id'

/** Figures of the list change with the time, too (ms). */
const AGAIN_MS = 60_000

export const attentionKey = 'attention-list'

/** Reasons with how many bookings have each: alarms first, then by who waits longest. */
export function reasonsOf(rows: readonly AttentionRow[]): { reason: string; count: number; isAlarm: boolean }[] {
  const found = new Map<string, { reason: string; count: number; isAlarm: boolean }>()
  for (const { reason, is_alarm } of rows) {
    const known = found.get(reason)
    if (known) known.count += 1
    else found.set(reason, { reason, count: 1, isAlarm: is_alarm })
  }
  return [...found.values()]
}

/** Which booking to look at now, null where the first is an alarm without one: an alarm at once, else the one after the open one, round and round. */
export function nextOf(rows: readonly AttentionRow[], openId: string | null): string | null {
  const ids = [...new Set(rows.flatMap(({ booking_id }) => booking_id ?? []))]
  const [first] = rows
  if (first?.is_alarm && (!first.booking_id || first.booking_id !== openId)) return first.booking_id
  return ids[(openId === null ? 0 : ids.indexOf(openId) + 1) % ids.length] ?? null
}

/** What needs the desk now, told as it changes. */
export function useAttention(topic: string) {
  const { channel, mayAsk } = useLive(topic, () => void mutate(), { events: ['attention'] })
  const { data, error, mutate } = useSWR(
    mayAsk && attentionKey,
    async () => (await unwrap(supabase.rpc('attention_list'))) as AttentionRow[],
    { refreshInterval: pollInterval(channel) || AGAIN_MS }
  )
  return useMemo(
    () => ({ rows: data, reasons: reasonsOf(data ?? []), error, retry: () => void mutate() }),
    [data, error, mutate]
  )
}
