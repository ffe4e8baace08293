import { supabase } from '@/lib/server/supabase'
import { loadAuth } from '@/lib/session/auth-client'
import { renewed } from '@/lib/session/renewal'
import { isSessionOver } from '@/lib/session/session-end'
import { pause } from '@/lib/session/session-pause'

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
