import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { HandedIn, PaperKind } from './papers'

/** Submits a document for approval; it replaces a pending one of its kind. `driver_id`: the driver, if staff submits it. */
export const submitDocument = (kind: PaperKind, { path, expiresOn, number }: HandedIn, driver_id?: string) =>
  unwrap(
    supabase.rpc('submit_document', { kind, path, expires_on: expiresOn, number, ...(driver_id && { driver_id }) })
  )
