import type { WebSocket } from 'ws'
import { createLimit } from '../auth/limits.ts'
import { Denial } from './access.ts'
import { joinChannel } from './channel.ts'
import type { Channel, ChannelDeps, Link } from './channel-types.ts'
import { isForVisitors } from './contract.ts'
import { decodeFrame, encodeFrame, type Frame, type Version } from './frames.ts'
import { readJoinConfig } from './join-config.ts'
import { isService, type Limits, ownerOf, type Place, type Quotas } from './quotas.ts'
import { deniedRead, identityOf } from './standing.ts'

/** Services and settings that all connections share. */
export interface Shared extends ChannelDeps {
  limits: Limits
  quotas: Quotas
  /** Whether visitors who have not signed in may join topics other than those of `isForVisitors`. */
  admitsVisitors: boolean
}

export interface Connection extends Place {
  /** Time of the client's last frame, in milliseconds since 1970. */
  lastHeard: number
  /** Ends the connection: `close` waits for the client to confirm, `cut` does not. */
  end(how: 'close' | 'cut'): void
  /** Returns the ids of the sessions to which the connection's channels belong. */
  sessions(): string[]
  /** Ends the channels of sessions that have ended. */
  checkSessions(): void
}

/**
 * Largest number of bytes that may wait to be sent to a client. A client with more is disconnected. Otherwise one stuck page
 * could make the server keep all messages in memory.
 */
const maxUnread = 8 * 1024 * 1024
/**
 * Number of refused joins after which the connection is closed, unless a person or the service role uses it. Each refused join
 * makes the server verify a signature. Opening a new connection costs the client more than that, so it slows an attacker down.
 */
const mostRefusals = 10
/**
 * A connection is closed if it sends more frames per second than this number times `eventsPerSecond`. Frames of any kind count.
 */
const patience = 3

/** Serves one client's socket until it closes. */
export function serveConnection(
  shared: Shared,
  socket: WebSocket,
  opened: { version: Version; key: string; isService: boolean; headers: Record<string, string>; address: string }
): Connection {
  const { version, address } = opened
  const { quotas, limits } = shared
  const channels = new Map<string, Channel>()
  const busy = new Map<string, Promise<void>>()
  const frames = createLimit(patience * limits.eventsPerSecond, 1)
  /** For whom the connection's messages are counted: the client's address at first, then the caller of the last join. */
  let owner = ownerOf({ role: 'anon' }, address)
  let isTrusted = opened.isService
  let isPerson = false
  let refusals = 0

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
      const access = await admit(frame)
      const channel = await joinChannel(shared, link, frame, access)
      if (socket.readyState === socket.OPEN) channels.set(frame.topic, channel)
      else channel.close()
    } catch (error) {
      reply(frame, 'error', { reason: reasonOf(error, frame) })
      refusals += 1
      const isFlood = error instanceof Denial && error.code === 'ClientJoinRateLimitReached'
      if (isFlood || (!isTrusted && !isPerson && refusals >= mostRefusals)) socket.close()
    }
  }

  /**
   * Returns token and claims of the joining caller, if no limit is reached. The join is counted for the person, so joins of
   * other people on the same address do not use up the person's limit. From then on, the connection's messages are counted for
   * this person, too.
   *
   * @throws Denial if the join is refused
   */
  async function admit(frame: Frame) {
    const name = frame.topic.slice('realtime:'.length)
    if (name === '') throw new Denial('TopicNameRequired', 'You must provide a topic name')
    const access = await identityOf(shared, link, frame)
    const { claims } = access
    const isApplicant = isForVisitors(name) && readJoinConfig(frame.payload).isPrivate
    if (claims.role === 'anon' && !shared.admitsVisitors && !isApplicant) {
      throw new Denial('Unauthorized', deniedRead(name))
    }
    owner = ownerOf(claims, address)
    isTrusted = isService(claims)
    if (!isTrusted && !quotas.takeJoin(owner)) {
      throw new Denial('ClientJoinRateLimitReached', 'Too many joins per second')
    }
    if (!isTrusted && socket.readyState === socket.OPEN && !quotas.own(connection, owner)) {
      throw new Denial('ConnectionRateLimitReached', 'Too many connected users')
    }
    isPerson = claims.sub !== undefined
    if (channels.size >= limits.channelsPerClient) throw new Denial('ChannelRateLimitReached', 'Too many channels')
    return access
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
    // Ignore a late frame of an earlier join of the same topic.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return undefined
    return channel.handle(frame)
  }

  /** Handles the frames of one topic in order. Frames of other topics need not wait while a topic is being joined. */
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
    if (!isTrusted && !frames.take('')) return socket.terminate()
    const frame = decodeFrame(data as Buffer, isBinary, version)
    if (!frame) return
    if (frame.topic === 'phoenix') reply(frame, 'ok', {})
    else if (frame.event === 'phx_join' || isTrusted || quotas.takeEvent(owner)) inOrder(frame)
    else tooMany(frame)
  })
  socket.on('close', () => {
    quotas.leave(connection)
    for (const channel of channels.values()) channel.close()
    channels.clear()
  })
  socket.on('error', (error) => shared.log.warn('realtime.socket_failed', { error }))

  const connection: Connection = {
    address,
    lastHeard: Date.now(),
    end: (how) => (how === 'close' ? socket.close(1001) : socket.terminate()),
    cut: () => socket.terminate(),
    sessions: () => [...channels.values()].flatMap((channel) => channel.session() ?? []),
    checkSessions() {
      for (const channel of [...channels.values()]) channel.checkSession()
    }
  }
  if (!isTrusted) quotas.enter(connection)
  return connection
}
