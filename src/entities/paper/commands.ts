import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { HandedIn, PaperKind } from './papers'

/** Hands a paper in for approval; what waits of its kind is replaced. `driver_id`: for this driver, by staff. */
export const submitDocument = (kind: PaperKind, { path, expiresOn, number }: HandedIn, driver_id?: string) =>
  unwrap(
    supabase.rpc('submit_document', { kind, path, expires_on: expiresOn, number, ...(driver_id && { driver_id }) })
  )
