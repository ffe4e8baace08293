import useSWR from 'swr'
import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

export type Message = Database['public']['Functions']['list_messages']['Returns'][number]

export const CHANNELS = ['sms', 'mail'] as const
export const STATES = ['queued', 'sent', 'delivered', 'failed'] as const

/** Reads text messages and mails page by page, newest first. */
export const messageSource: Source<Message> = async ({ filters }, { after, size }, signal) => {
  const one = (id: string): string | null => filters[id]?.[0] || null
  const rows = await unwrap(
    supabase
      .rpc('list_messages', {
        of_state: one('state'),
        of_channel: one('channel'),
        of_kind: one('kind'),
        of_receiver: one('receiver'),
        from_at: one('at'),
        to_at: filters.at?.[1] || null,
        after_id: (after as number | null) ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  return pageOf(rows, size, ({ id }) => id)
}

/** A text message to the firm; `sender` is the number that it claims. */
export interface InboundText {
  id: number
  at: string
  sender: string
  words: string
  intent: string
  answer: string | null
  booking_id: string | null
  reference: string | null
  closed_at: string | null
}

/** Reads text messages to the firm page by page, newest first. */
export const inboundSource: Source<InboundText> = async ({ filters }, { after, size }, signal) => {
  const page = await unwrap(
    supabase
      .rpc('list_inbound_texts', {
        only_open: filters.waits?.[0] === 'yes',
        before_id: (after as number | null) ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  // Safe cast: the function fills the fields that every text has.
  return pageOf(page.rows as InboundText[], size, ({ id }) => id)
}

/** What the firm's day has used: parts of text messages, their limit, and the costs that providers told. */
export interface TextUsage {
  used: number
  limit: number | null
  costs: { currency: string; amount: number }[]
  /** Cost of the parts whose cost no provider told, in the firm's currency; null without a price. */
  estimated: number | null
}

export const useTextUsage = () =>
  useSWR('text-usage', async () => (await unwrap(supabase.rpc('text_usage'))) as unknown as TextUsage, {
    refreshInterval: 60_000
  })
