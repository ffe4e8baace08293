import { useEffect, useRef, useState } from 'react'
import { type BroadcastMessage, type ChannelState, listen } from './channels'

/**
 * Subscribes to a private topic and calls `onMessage` whenever data must be fetched again:
 *
 * - with each message of the topic
 * - without a message, each time that the topic has been joined, also the first time
 * - without a message, when a joined topic goes down, when the page becomes visible, and when the network returns
 *
 * @param topic null to subscribe to nothing
 * @param options.events only messages with these events count; without it, all do
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
        // If the channel goes down, the whole service may be down. Fetching shows whether it is, so that the page can report
        // it.
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
