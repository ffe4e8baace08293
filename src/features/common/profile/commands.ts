import { ownPushToken, turnPushOff } from '@/lib/page/push-device'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { offeredLanguages } from '@/lib/texts/offered'
import { type ProfileForm, profileSchema } from './model/form'

/** Saves the caller's own name, phone number and language. Only the operator can change the rest of a profile. */
export async function updateProfile(form: ProfileForm) {
  const { firstName, lastName, mobile, locale } = profileSchema.parse(form)
  const language = offeredLanguages().find((offered) => offered.locale === locale)
  return unwrap(
    supabase.rpc('update_profile', {
      first_name: firstName,
      last_name: lastName,
      mobile: mobile || null,
      lang_locale: locale,
      date_locale: language?.date_locale ?? locale
    })
  )
}

/** Sets the caller's picture to a file that was already uploaded to the bucket `users`; null removes the picture. */
export const setProfileImage = async (path: string | null) => unwrap(supabase.rpc('set_profile_image', { path }))

/** Signs out another device; null signs out all others. @throws AppError `demo_mode` */
export const endSessions = async (session_id: string | null): Promise<number> =>
  unwrap(supabase.rpc('end_own_sessions', { session_id }))

/** Renames a device of the caller's pushes, and decides which kinds of messages it gets. @throws AppError `device_not_found` */
export const changePushDevice = async (device: { token: string; name: string | null; channels: string[] }) =>
  unwrap(supabase.rpc('change_push_device', device))

/** Ends the pushes to a device of the caller, also if it is this browser. */
export async function removePushDevice(token: string): Promise<void> {
  if (token === ownPushToken()) await turnPushOff()
  else await unwrap(supabase.rpc('unregister_push_token', { token }))
}

/**
 * Agrees to news by mail or text message, or takes that back.
 *
 * @param words what the page said that the person agrees to; the server keeps it
 * @throws AppError `news_stopped`, `no_contact`
 */
export const saveNewsConsent = (channel: 'mail' | 'sms', given: boolean, words: string): Promise<boolean> =>
  unwrap(supabase.rpc('save_news_consent', { channel, given, words }))

/** What happens to money that no card can take. */
export type Rest = 'ask_office' | 'give_up'

/**
 * Deletes the caller's account, or asks the office to pay out the wallet first.
 *
 * @param note the message to the office
 * @returns true if the account was deleted; false if it stays until the office has paid
 * @throws AppError `sign_in_again` (the sign-in is older than 15 minutes), `payout_waits`, `active_booking`, `wallet_not_empty`, `withdrawal_open`, `demo_mode`, `not_allowed` for the last admin
 */
export async function deleteOwnAccount({ rest, note }: { rest: Rest | null; note: string | null }): Promise<boolean> {
  const { is_deleted } = await unwrap(supabase.rpc('delete_my_account', { rest, note }))
  return is_deleted === true
}
