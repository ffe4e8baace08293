import { pageOf, type Source, type TableQuery } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { LedgerRow } from '../queries'
import { type EntriesOf, PARTS, WAYS } from './books'

/** Converts the table's filters to the parameters of ledger entries. */
export function entriesOf({ filters }: Pick<TableQuery, 'filters'>): EntriesOf {
  const [from, to] = filters.days ?? []
  const one = (id: string) => filters[id]?.[0]
  const part = PARTS.find((name) => name === one('part'))
  const way = WAYS.find((name) => name === one('way'))
  const [account, kind] = [one('account'), one('kind')]
  return {
    from: from || null,
    to: to || null,
    ...(account && { account }),
    ...(kind && { kind }),
    ...(part && { part }),
    ...(way && { way })
  }
}

/** Reads ledger entries page by page, latest first. A page begins after the last entry of the page before (its time and id). */
export const entriesSource: Source<LedgerRow> = async (query, { after, size }, signal) => {
  const { from, to, account, kind, part, way } = entriesOf(query)
  const cursor = after as { at: string; id: number } | null
  const rows = await unwrap(
    supabase
      .rpc('ledger_rows', {
        from_day: from ?? null,
        to_day: to ?? null,
        of_account: account ?? null,
        of_kind: kind ?? null,
        of_part: part ?? null,
        direction: way ?? null,
        after_at: cursor?.at ?? null,
        after_id: cursor?.id ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  return pageOf<LedgerRow>(rows, size, ({ at, id }) => ({ at, id }))
}
