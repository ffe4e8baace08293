import { useLayoutEffect, useState } from 'react'
import { type BroadcastMessage, type ChannelState, isLive } from './channels'
import { useBroadcast } from './use-broadcast'

/** How long a page waits for its channel before it fetches anyway (ms): three times what joining takes on a good connection. */
const PATIENCE_MS = 300

/**
 * Subscribes to a private topic and tells when to fetch its data. Data fetched before the topic was joined may have changed
 * unnoticed, and would have to be fetched again. Therefore a page normally fetches once, after joining; if joining takes long,
 * it fetches before and again afterwards.
 *
 * @param topic null if there is none
 * @example const { mayAsk } = useLive('admin', () => mutate(key)); useSWR(mayAsk ? key : null, ask)
 */
export function useLive(
  topic: string | null,
  onMessage: (message?: BroadcastMessage) => void,
  options: { events?: readonly string[] } = {}
): { channel: ChannelState; mayAsk: boolean } {
  const channel = useBroadcast(topic, onMessage, options)
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    if (!topic) return
    // If another component has already joined the topic, data fetched now is current: do not wait, so that it shows with the
    // first paint.
    if (isLive(topic)) return setReady(true)
    const timer = setTimeout(() => setReady(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [topic])
  return { channel, mayAsk: topic === null || isReady || channel !== 'connecting' }
}
