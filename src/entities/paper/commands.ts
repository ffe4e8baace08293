import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { HandedIn, PaperKind } from './papers'

/**
 * Submits a driver's document (such as a licence) for approval. It replaces one of the same kind that still waits. `driver_id`
 * is the driver, if staff submit it.
 */
export const submitDocument = (kind: PaperKind, { path, expiresOn, number }: HandedIn, driver_id?: string) =>
  unwrap(
    supabase.rpc('submit_document', { kind, path, expires_on: expiresOn, number, ...(driver_id && { driver_id }) })
  )
