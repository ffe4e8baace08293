import type { Source } from '@/components/data-table'
import { unwrap } from '@/lib/api'
import { firmText } from '@/lib/firm-text'
import { supabase } from '@/lib/supabase'
import type { Tables } from '@/types/database'

export type PaperKindRow = Tables<'paper_kinds'>

/** What staff enters about a kind of paper. */
export type PaperKindContent = Pick<
  PaperKindRow,
  'name' | 'subject' | 'needed_from' | 'has_expiry' | 'has_number' | 'active'
>

/**
 * Reads the kinds of papers in the firm's order. They are few, so all are loaded at once and searched in the browser.
 *
 * @param nameOf the name that the page shows
 */
export const paperKindSource =
  (nameOf: (kind: PaperKindRow) => string): Source<PaperKindRow> =>
  async ({ search }, _page, signal) => {
    const all = await unwrap(supabase.from('paper_kinds').select('*').order('place').order('id').abortSignal(signal))
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const rows = all.filter((kind) => {
      const text = `${nameOf(kind)} ${kind.name} ${firmText(kind.name)}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return { rows, next: null, total: rows.length }
  }

/** Adds a kind at the end. Calls with the same id add it only once. @throws AppError `paper_too_soon`, `too_many_rows` */
export const addPaperKind = (id: string, content: PaperKindContent) =>
  unwrap(
    supabase
      .from('paper_kinds')
      .upsert({ id, ...content }, { onConflict: 'id', ignoreDuplicates: true })
      .select('id')
  )

/** Changes a kind; refused if someone else has changed it since it was read. @throws AppError `paper_too_soon` */
export const changePaperKind = ({ id, version }: PaperKindRow, content: PaperKindContent) =>
  unwrap(
    supabase
      .from('paper_kinds')
      .update({ ...content, version })
      .eq('id', id)
      .select('id')
      .single()
  )

/** Saves a new order of the kinds. */
export const orderPaperKinds = async (kinds: readonly PaperKindRow[]) =>
  unwrap(supabase.rpc('order_paper_kinds', { ids: kinds.map(({ id }) => id) }))
