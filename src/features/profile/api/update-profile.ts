import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import { type ProfileForm, profileSchema } from '../model'

/** Saves one's own names, number and language; everything else of a profile is the operator's. */
export async function updateProfile(form: ProfileForm) {
  const { firstName, lastName, mobile, locale } = profileSchema.parse(form)
  return unwrap(
    supabase.rpc('update_profile', {
      first_name: firstName,
      last_name: lastName,
      mobile: mobile || null,
      lang_locale: locale,
      date_locale: locale
    })
  )
}
