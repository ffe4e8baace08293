import { useLayoutEffect, useState } from 'react'
import { type BroadcastMessage, type ChannelState, isLive } from './channels'
import { useBroadcast } from './use-broadcast'

/** So long (ms) a page waits for its topic before it asks all the same: three times what joining takes on a good line. */
const PATIENCE_MS = 300

/**
 * A private topic, and whether to ask for what it tells of yet. What was answered before the topic was joined may have
 * changed unheard and has to be asked for again; so a page asks once, after it has joined. Only where joining takes long,
 * it asks before, and once more after it.
 *
 * @param topic null where nothing is told
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
    // Another part of the page has it already: what is asked from now on is not older, and shows with the first paint.
    if (isLive(topic)) return setReady(true)
    const timer = setTimeout(() => setReady(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [topic])
  return { channel, mayAsk: topic === null || isReady || channel !== 'connecting' }
}
