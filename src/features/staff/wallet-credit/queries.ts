import { pageOf, type Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database } from '@/types/database'

export type Credit = Database['public']['Functions']['list_credits']['Returns'][number]

/** Reads pages of the credits that admins gave, newest first. */
export const creditSource: Source<Credit> = async ({ filters }, { after, size }, signal) => {
  const rows = await unwrap(
    supabase
      .rpc('list_credits', {
        of_user: filters.person?.[0] ?? null,
        from_at: filters.date?.[0] || null,
        to_at: filters.date?.[1] || null,
        before_id: (after as number | null) ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  return pageOf(rows, size, ({ id }) => id)
}
