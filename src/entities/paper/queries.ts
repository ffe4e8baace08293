import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { PaperKind } from './papers'

const getPaperKinds = (): Promise<PaperKind[]> =>
  unwrap(
    supabase
      .from('paper_kinds')
      .select('id,name,subject,needed_from,has_expiry,has_number,active')
      .order('place')
      .order('id')
  )

/**
 * Returns the kinds of documents, in the firm's order, with those that are switched off. Open pages get changes at once
 * (`useCatalogue`).
 */
export const usePaperKinds = () => useSWR('paper-kinds', getPaperKinds, { revalidateOnFocus: false })
