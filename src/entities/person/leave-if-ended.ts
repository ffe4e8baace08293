import { loadAuth } from '@/lib/auth-client'
import { renewed } from '@/lib/renewal'
import { isSessionOver } from '@/lib/session-end'
import { pause } from '@/lib/session-pause'
import { supabase } from '@/lib/supabase'

/**
 * Asks the server whether the session has ended; this page's session may still be valid.
 *
 * @returns why it has ended, as an error key; null if it goes on, or is kept for the trip under way
 */
export async function endOfSession(): Promise<string | null> {
  await renewed()
  // Asks for the reason first: the session client forgets a session that it finds ended.
  const refusal = await supabase.rpc('session_refusal').then(
    ({ data }) => data,
    () => null
  )
  if (refusal === 'not_logged_in' && (await pause.session())) return null
  const { error } = await (await loadAuth()).getUser()
  return error && isSessionOver(error) ? (refusal ?? 'not_logged_in') : null
}
