import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { storedMobile } from '@/lib/typing/phones'

/** Details of the caller that a booking needs; a value that is left out stays as it is. */
export interface OwnDetails {
  firstName?: string
  lastName?: string
  /** A number as typed. */
  mobile?: string
}

/** Saves details of the caller. @throws AppError `profile_incomplete`, `name_invalid`, `mobile_no_blank_error`, `mobile_no_country` */
export async function saveOwnDetails({ firstName, lastName, mobile }: OwnDetails): Promise<true> {
  await unwrap(
    supabase.rpc('update_profile', {
      first_name: firstName ?? null,
      last_name: lastName ?? null,
      mobile: mobile ? await storedMobile(mobile) : null
    })
  )
  return true
}
