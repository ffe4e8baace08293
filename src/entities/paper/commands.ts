import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { HandedIn } from './papers'

/**
 * Submits a driver's document (such as a licence) for approval. An earlier document of the same kind that still waits for
 * approval is replaced.
 *
 * @param driver_id the driver, if staff submit the document
 */
export const submitDocument = (kind: string, { path, expiresOn, number }: HandedIn, driver_id?: string) =>
  unwrap(
    supabase.rpc('submit_document', {
      kind,
      path,
      number,
      ...(expiresOn && { expires_on: expiresOn }),
      ...(driver_id && { driver_id })
    })
  )
