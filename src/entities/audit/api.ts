import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

export type Entry = Database['public']['Functions']['list_audit']['Returns'][number]

/** The database row (its table and id) whose changes the audit log lists, if it does not list the changes of all rows. */
export interface Narrowed {
  target: string
  id: string
}

/** Creates the data source of the table that shows the audit log. It reads the entries page by page, newest first. */
export const auditSource =
  (of?: Narrowed): Source<Entry> =>
  async ({ filters }, { after, size }, signal) => {
    const one = (id: string): string | null => filters[id]?.[0] || null
    const cursor = after as { at: string; id: number } | null
    const rows = await unwrap(
      supabase
        .rpc('list_audit', {
          of_actor: one('actor'),
          of_action: one('action'),
          of_target: of?.target ?? one('target'),
          of_id: of?.id ?? one('row'),
          from_at: one('at'),
          to_at: filters.at?.[1] || null,
          after_at: cursor?.at ?? null,
          after_id: cursor?.id ?? null,
          page_size: size
        })
        .abortSignal(signal)
    )
    return pageOf(rows, size, ({ at, id }) => ({ at, id }))
  }
