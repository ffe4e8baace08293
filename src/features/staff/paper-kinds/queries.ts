import type { Source } from '@/components/data-table'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { firmText } from '@/lib/texts/firm-text'
import type { Tables } from '@/types/database'

export type PaperKindRow = Tables<'paper_kinds'>

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
