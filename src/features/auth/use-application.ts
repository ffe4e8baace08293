import { useEffect } from 'react'
import useSWR from 'swr'
import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** No channel is open to somebody without a session, so the page asks (ms). */
const ASK_MS = 15_000

const getState = async (signUpId: string): Promise<string> =>
  await unwrap(supabase.rpc('application_state', { sign_up_id: signUpId }))

/**
 * Whether the application that waits has been approved meanwhile: asked now and then, when the page comes into sight, and at
 * once when the approval is pushed to this browser.
 *
 * @param signUpId null where none waits
 */
export function useIsApproved(signUpId: string | null): boolean {
  const key = signUpId === null ? null : (['application', signUpId] as const)
  const { data, mutate } = useSWR(key, ([, id]) => getState(id), { refreshInterval: ASK_MS })
  useEffect(() => {
    if (!signUpId || !('serviceWorker' in navigator)) return
    const onMessage = ({ data: message }: MessageEvent) => message?.pushed === 'account_approved' && void mutate()
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [signUpId, mutate])
  return data === 'approved'
}
