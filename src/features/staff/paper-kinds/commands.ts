import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { PaperKindRow } from './queries'

/** What staff enters about a kind of paper. */
export type PaperKindContent = Pick<
  PaperKindRow,
  'name' | 'subject' | 'needed_from' | 'has_expiry' | 'has_number' | 'active'
>

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
