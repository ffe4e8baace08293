import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { loadRealtime } from './realtime'

/*
 * Shares private broadcast channels: all components that listen to one topic use the same channel. supabase-js has only one
 * channel per topic, and refuses a second `subscribe()` on it.
 */

/** State of a channel. It is `down` from a failure until the channel is subscribed again. */
export type ChannelState = 'connecting' | 'live' | 'down'

export interface BroadcastMessage<T = Record<string, unknown>> {
  event: string
  payload: T
}

interface Listener {
  onMessage: (message: BroadcastMessage) => void
  onState: (state: ChannelState) => void
}

interface Shared {
  channel: RealtimeChannel | null
  state: ChannelState
  listeners: Set<Listener>
  attempts: number
  timer: ReturnType<typeof setTimeout> | undefined
}

const shared = new Map<string, Shared>()
/**
 * How long a channel without listeners stays open (ms). When another page opens, its listeners register moments after those of
 * the old page were removed. They can then use the open channel.
 */
const LINGER_MS = 300
const retryMs = (attempts: number) => Math.min(10_000, 500 * 2 ** attempts)

function setState(entry: Shared, state: ChannelState) {
  entry.state = state
  for (const listener of entry.listeners) listener.onState(state)
}

async function open(topic: string, entry: Shared): Promise<void> {
  let client: RealtimeClient
  try {
    client = await loadRealtime()
    await client.setAuth()
  } catch {
    // The websocket client cannot be loaded or gets no token, for example because the browser is offline: try again later.
    if (entry.listeners.size > 0) later(topic, entry)
    return
  }
  if (entry.listeners.size === 0 || entry.channel) return
  const channel = client.channel(topic, { config: { private: true } })
  entry.channel = channel
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
    for (const listener of entry.listeners) listener.onMessage({ event, payload })
  })
  channel.subscribe((status) => {
    if (entry.channel !== channel) return
    if (status === 'SUBSCRIBED') {
      entry.attempts = 0
      setState(entry, 'live')
    } else {
      reopen(topic, entry, channel)
    }
  })
}

/**
 * Removes a failed channel, reports `down` to its listeners, and opens a new channel after a pause. The pause grows with each
 * failed attempt. The old channel cannot be used again after its token has expired or its connection was lost.
 */
function reopen(topic: string, entry: Shared, channel: RealtimeChannel) {
  entry.channel = null
  setState(entry, 'down')
  remove(channel)
  later(topic, entry)
}

function later(topic: string, entry: Shared) {
  clearTimeout(entry.timer)
  entry.timer = setTimeout(() => void open(topic, entry), retryMs(entry.attempts++))
}

function remove(channel: RealtimeChannel) {
  void loadRealtime().then((client) => client.removeChannel(channel))
}

function close(topic: string, entry: Shared) {
  if (entry.listeners.size > 0) return
  shared.delete(topic)
  const { channel } = entry
  entry.channel = null
  if (channel) remove(channel)
}

/** Returns whether the page is subscribed to the topic at this moment. */
export const isLive = (topic: string): boolean => shared.get(topic)?.state === 'live'

/**
 * Listens to a topic until the returned function is called. `onState` is called at once if the topic already has a channel.
 * After that it is called with `live` after each subscription, also a renewed one, and with `down` after each failure.
 */
export function listen(topic: string, listener: Listener): () => void {
  let entry = shared.get(topic)
  if (!entry) {
    entry = { channel: null, state: 'connecting', listeners: new Set(), attempts: 0, timer: undefined }
    shared.set(topic, entry)
  }
  const own = entry
  clearTimeout(own.timer)
  own.listeners.add(listener)
  if (own.channel) listener.onState(own.state)
  else void open(topic, own)
  return () => {
    own.listeners.delete(listener)
    if (own.listeners.size > 0) return
    clearTimeout(own.timer)
    own.timer = setTimeout(() => close(topic, own), LINGER_MS)
  }
}

/**
 * Sends a message on a topic that this page listens to, such as a driver's own position. Returns whether it was sent. While the
 * channel is down, nothing is sent or queued: positions are also reported to the server (`report_positions`), so no position is
 * lost.
 */
export async function broadcast(topic: string, event: string, payload: Record<string, unknown>): Promise<boolean> {
  const entry = shared.get(topic)
  if (!entry?.channel || entry.state !== 'live') return false
  return (await entry.channel.send({ type: 'broadcast', event, payload })) === 'ok'
}
