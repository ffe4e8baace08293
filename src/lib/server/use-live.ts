import { useLayoutEffect, useState } from 'react'
import { type BroadcastMessage, type ChannelState, isLive } from './channels'
import { useBroadcast } from './use-broadcast'

/**
 * How long a page waits for its channel before it fetches anyway (ms). It is three times the time that joining takes on a good
 * connection.
 */
const PATIENCE_MS = 300

/**
 * Subscribes to a private topic, and returns `mayAsk`: whether the page may fetch its data now. Data that were fetched before
 * the topic was joined may have changed unnoticed, and would have to be fetched again. Therefore a page normally fetches once,
 * after joining. If joining takes long, the page fetches before joining and again afterwards.
 *
 * @param topic null if there is none
 * @example const { mayAsk } = useLive('admin', () => mutate(key)); useSWR(mayAsk ? key : null, ask)
 */
export function useLive(
  topic: string | null,
  onMessage: (message?: BroadcastMessage) => unknown,
  options: { events?: readonly string[] } = {}
): { channel: ChannelState; mayAsk: boolean } {
  const channel = useBroadcast(topic, onMessage, options)
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    if (!topic) return
    // If another component has already joined the topic, data that are fetched now are current. Do not wait, so that the first
    // paint can show them.
    if (isLive(topic)) return setReady(true)
    const timer = setTimeout(() => setReady(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [topic])
  return { channel, mayAsk: topic === null || isReady || channel !== 'connecting' }
}
