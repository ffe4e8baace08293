import { useEffect, useRef, useState } from 'react'
import { type BroadcastMessage, type ChannelState, listen } from './channels'

/** How long messages wait for data that are being fetched (ms). After it, they are fetched anew: the request may be lost. */
const PATIENCE_MS = 5000

type Handler = (message?: BroadcastMessage) => unknown

/**
 * Returns a handler that does not interrupt itself. Fetching anew drops the response that is on its way, so a burst of messages
 * would show nothing before its end. Therefore, while the promise of a call is pending, further messages wait, the last of each
 * event about a row. A call without a message does not wait.
 */
function inTurn(handle: Handler): Handler {
  let turn: object | null = null
  const waiting = new Map<string, BroadcastMessage>()
  const take = (message?: BroadcastMessage): void => {
    if (turn && message) {
      waiting.set(`${message.event} ${message.payload.id ?? ''}`, message)
      return
    }
    const result = handle(message)
    if (!(result instanceof Promise)) return
    const own = {}
    turn = own
    const end = () => {
      clearTimeout(timer)
      if (turn !== own) return
      turn = null
      const next = [...waiting.values()]
      waiting.clear()
      next.forEach(take)
    }
    const timer = setTimeout(end, PATIENCE_MS)
    result.then(end, end)
  }
  return take
}

/**
 * Subscribes to a private topic and calls `onMessage` whenever data must be fetched again:
 *
 * - with each message of the topic
 * - without a message, each time that the topic has been joined, also the first time
 * - without a message, when a joined topic goes down, when the page becomes visible, and when the network returns
 *
 * While a promise that `onMessage` returned is pending, further messages wait (`inTurn`).
 *
 * @param topic null to subscribe to nothing
 * @param options.events only messages with these events count; without it, all do
 * @returns 'connecting' | 'live' | 'down'
 * @example useBroadcast(`booking:${id}`, () => mutate())
 */
export function useBroadcast(
  topic: string | null,
  onMessage: Handler,
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
    let isOver = false
    // Messages that still wait when the page leaves the topic are of no use to the next one.
    const handle = inTurn((message) => (isOver ? undefined : handler.current(message)))
    const leave = listen(topic, {
      onMessage: (message) => {
        if (!events.current || events.current.includes(message.event)) handle(message)
      },
      onState: (next) => {
        setState(next)
        // If the channel goes down, the whole service may be down. Fetching shows whether it is, so that the page can report
        // it.
        if (next === 'live' || (next === 'down' && last === 'live')) handle()
        last = next
      }
    })
    return () => {
      isOver = true
      leave()
    }
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
