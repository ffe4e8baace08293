import { useEffect, useRef, useState } from 'react'
import { type BroadcastMessage, type ChannelState, listen } from './channels'

/**
 * Hears a private topic and says when to fetch again: on each message, on every (re)subscription, when the topic is lost,
 * and when the page becomes visible or the network returns. The message is undefined in all cases but the first.
 *
 * @param topic null while there is nothing to hear
 * @param options.events only these events; all of them without it
 * @returns 'connecting' | 'live' | 'down'
 * @example useBroadcast(`booking:${id}`, () => mutate())
 */
export function useBroadcast(
  topic: string | null,
  onMessage: (message?: BroadcastMessage) => void,
  options: { events?: readonly string[] } = {}
): ChannelState {
  const [state, setState] = useState<ChannelState>('connecting')
  const handler = useRef(onMessage)
  const events = useRef(options.events)
  useEffect(() => {
    handler.current = onMessage
    events.current = options.events
  })

  useEffect(() => {
    if (!topic) return
    let last: ChannelState = 'connecting'
    return listen(topic, {
      onMessage: (message) => {
        if (!events.current || events.current.includes(message.event)) handler.current(message)
      },
      onState: (next) => {
        setState(next)
        // A topic that goes down tells first that the service may be gone: asking finds out, and the page can say so.
        if (next === 'live' || (next === 'down' && last === 'live')) handler.current()
        last = next
      }
    })
  }, [topic])

  useEffect(() => {
    if (!topic) return
    const refresh = () => {
      if (document.visibilityState === 'visible') handler.current()
    }
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('online', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('online', refresh)
    }
  }, [topic])

  return state
}
