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
