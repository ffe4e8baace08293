import type { WebSocket } from 'ws'
import { createLimit } from '../auth/limits.ts'
import { Denial } from './access.ts'
import { type Channel, type ChannelDeps, joinChannel, type Link } from './channel.ts'
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts'

/** How much the gateway takes, as a hosted project does by default. */
export interface Limits {
  /** Connections with a channel, at once. */
  clients: number
  /** Frames a second, per connection. */
  eventsPerSecond: number
  /** Joins a second, over all connections. */
  joinsPerSecond: number
  /** Channels per connection. */
  channelsPerClient: number
}

/** What all connections share. */
export interface Shared extends ChannelDeps {
  limits: Limits
  takeJoin(): boolean
  clientCount(): number
}

export interface Connection {
  /** When the client was last heard, in milliseconds. */
  lastHeard: number
  /** Says goodbye, or cuts a connection that does not answer. */
  end(how: 'close' | 'cut'): void
}

/** Bytes a slow reader may leave unread before it is cut off; else one stuck page holds everyone's messages in memory. */
const maxUnread = 8 * 1024 * 1024

/** Serves one client's socket until it closes. */
export function serveConnection(
  shared: Shared,
  socket: WebSocket,
  opened: { version: Version; key: string; headers: Record<string, string> }
): Connection {
  const { version } = opened
  const channels = new Map<string, Channel>()
  const busy = new Map<string, Promise<void>>()
  const events = createLimit(shared.limits.eventsPerSecond, 1)

  const link: Link = {
    ...opened,
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > maxUnread) socket.terminate()
      else socket.send(frame)
    },
    dropped(channel) {
      for (const [topic, known] of channels) if (known === channel) channels.delete(topic)
    }
  }
  const reply = ({ joinRef, ref, topic }: Frame, status: 'ok' | 'error', response: object): void =>
    link.send(encodeFrame(version, { joinRef, ref, topic, event: 'phx_reply', payload: { status, response } }))

  async function join(frame: Frame): Promise<void> {
    channels.get(frame.topic)?.close()
    channels.delete(frame.topic)
    try {
      if (shared.clientCount() > shared.limits.clients) {
        throw new Denial('ConnectionRateLimitReached', 'Too many connected users')
      }
      if (!shared.takeJoin()) throw new Denial('ClientJoinRateLimitReached', 'Too many joins per second')
      if (channels.size >= shared.limits.channelsPerClient) {
        throw new Denial('ChannelRateLimitReached', 'Too many channels')
      }
      const channel = await joinChannel(shared, link, frame)
      if (socket.readyState === socket.OPEN) channels.set(frame.topic, channel)
      else channel.close()
    } catch (error) {
      reply(frame, 'error', { reason: reasonOf(error, frame) })
      if (error instanceof Denial && error.code === 'ClientJoinRateLimitReached') socket.close()
    }
  }

  function reasonOf(error: unknown, frame: Frame): string {
    if (error instanceof Denial) {
      shared.log.info('realtime.refused', { topic: frame.topic, code: error.code })
      return `${error.code}: ${error.message}`
    }
    shared.log.error('realtime.join_failed', { topic: frame.topic, error })
    return 'UnableToSetPolicies: Realtime was unable to connect to the project database'
  }

  function dispatch(frame: Frame): Promise<void> | undefined {
    if (frame.event === 'phx_join' && frame.topic.startsWith('realtime:')) return join(frame)
    const channel = channels.get(frame.topic)
    if (!channel) {
      if (frame.event === 'phx_leave') reply(frame, 'ok', {})
      else if (frame.event !== 'access_token') reply(frame, 'error', { reason: 'unmatched topic' })
      return undefined
    }
    // A late frame of a channel that was joined anew meanwhile.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return undefined
    return channel.handle(frame)
  }

  /** Frames of one topic are handled one after another; those of other topics need not wait for a join. */
  function inOrder(frame: Frame): void {
    const before = busy.get(frame.topic)
    const started = before ? before.then(() => dispatch(frame)) : dispatch(frame)
    if (!started) return
    const step = started
      .catch((error: unknown) => shared.log.error('realtime.failed', { topic: frame.topic, error }))
      .then(() => {
        if (busy.get(frame.topic) === step) busy.delete(frame.topic)
      })
    busy.set(frame.topic, step)
  }

  function tooMany(frame: Frame): void {
    const payload = { status: 'error', extension: 'system', message: 'Too many messages per second' }
    link.send(encodeFrame(version, { ...frame, ref: null, event: 'system', payload }))
    link.send(encodeFrame(version, { ...frame, ref: frame.joinRef, event: 'phx_close', payload: {} }))
    channels.get(frame.topic)?.close()
    channels.delete(frame.topic)
  }

  socket.on('message', (data, isBinary) => {
    connection.lastHeard = Date.now()
    const frame = decodeFrame(data as Buffer, isBinary, version)
    if (!frame) return
    if (frame.topic === 'phoenix') reply(frame, 'ok', {})
    else if (frame.event === 'phx_join' || events.take('')) inOrder(frame)
    else tooMany(frame)
  })
  socket.on('close', () => {
    for (const channel of channels.values()) channel.close()
    channels.clear()
  })
  socket.on('error', (error) => shared.log.warn('realtime.socket_failed', { error }))

  const connection: Connection = {
    lastHeard: Date.now(),
    end: (how) => (how === 'close' ? socket.close(1001) : socket.terminate())
  }
  return connection
}
