import type { Claims, Database, Log, Tokens } from '../types.ts'
import { askPolicies, claimsOf, Denial, type Permission } from './access.ts'
import { type Contract, isKnown } from './contract.ts'
import { type Content, encodeFrame, type Frame, type Version } from './frames.ts'
import { type JoinConfig, readJoinConfig } from './join-config.ts'
import { createPresence } from './presence.ts'
import { isService, ownerOf } from './quotas.ts'
import { createMember, fetchReplay } from './replay.ts'
import type { Rooms } from './rooms.ts'

export interface ChannelDeps {
  database: Database
  tokens: Tokens
  log: Log
  rooms: Rooms
  /** The events and payloads that clients may send on private topics. The policies are checked in addition. */
  contract: Contract | undefined
  /** Returns whether a session is known to have ended. Its tokens can still be valid. */
  hasEnded(session: unknown): boolean
  /**
   * Counts a join of a person; returns false above the limit. A renewed token also counts as a join, because it causes the same
   * query of the policies.
   */
  takeJoin(owner: string): boolean
}

/** The connection, as its channels use it. */
export interface Link {
  readonly version: Version
  /** API key of the connection. It identifies the caller if a join has no token. */
  readonly key: string
  readonly headers: Record<string, string>
  /** The client's address. */
  readonly address: string
  send(frame: string | Buffer): void
  /** Removes a channel from the connection, after the channel has ended by itself. */
  dropped(channel: Channel): void
}

/** One joined topic of one connection. */
export interface Channel {
  readonly joinRef: string | null
  /** Handles a frame. If this returns a promise, later frames of the same topic must wait for it. */
  handle(frame: Frame): Promise<void> | undefined
  /** Returns the id of the session to which the channel's token belongs; undefined if it has none. */
  session(): string | undefined
  /** Ends the channel with a message, if its session has ended. */
  checkSession(): void
  /** Ends the channel without a message, because the connection is closed. */
  close(): void
}

const checkInterval = 300_000
const nothing: Permission = { broadcast: false, presence: false }
const sessionEnded = 'Session has ended'
const lostRead = (name: string) => `You no longer have permission to read from this Channel topic: ${name}`
export const deniedRead = (name: string) => `You do not have permissions to read from this Channel topic: ${name}`

/**
 * Joins a topic. Returns the channel when the client has been informed that it has joined.
 *
 * @throws Denial with the reason if the join is refused.
 */
export async function joinChannel(
  deps: ChannelDeps,
  link: Link,
  frame: Frame,
  { token, claims }: Pick<Standing, 'token' | 'claims'>
): Promise<Channel> {
  const name = frame.topic.slice('realtime:'.length)
  const config = readJoinConfig(frame.payload)
  const read = config.isPrivate ? await mayRead(deps, link, name, claims, config.presence.isEnabled) : null
  if (config.replay && !read?.broadcast) throw new Denial('Unauthorized', deniedRead(name))
  // Check the session last: it may have ended during the policies' queries.
  if (deps.hasEnded(claims.session_id)) throw new Denial('Unauthorized', sessionEnded)
  return openChannel(deps, link, frame, name, config, { token, claims, read })
}

/** Returns token and claims of the joining caller: from the join's token, or else from the connection's key. */
export async function identityOf(deps: ChannelDeps, link: Link, { payload }: Frame) {
  const given = payload.user_token ?? payload.access_token
  const token = typeof given === 'string' && !given.startsWith('sb_') ? given : link.key
  return { token, claims: await claimsOf(deps.tokens, token) }
}

/**
 * Returns the caller's read permissions on a topic, and throws a Denial if there are none. Permission for presence counts only
 * if the client requested presence: a caller who may only see presence cannot use a channel without it.
 */
async function mayRead(
  deps: ChannelDeps,
  link: Link,
  name: string,
  claims: Claims,
  withPresence: boolean
): Promise<Permission> {
  const read = await askPolicies(deps.database, name, claims, link.headers, 'read')
  if (read.broadcast || (withPresence && read.presence)) return read
  throw new Denial('Unauthorized', deniedRead(name))
}

interface Standing {
  token: string
  claims: Claims
  /** Read permissions; null on public channels, where everything is allowed. */
  read: Permission | null
  /** Write permissions. They are queried at the first sent message, and again after the token has changed. */
  write?: Permission
}

async function openChannel(
  deps: ChannelDeps,
  link: Link,
  join: Frame,
  name: string,
  config: JoinConfig,
  first: Standing
): Promise<Channel> {
  const { rooms, database, tokens, log } = deps
  const { topic, joinRef } = join
  const { isPrivate } = config
  let { isEnabled: withPresence } = config.presence
  let access = first
  let timer: NodeJS.Timeout | undefined
  let isOpen = true

  const push = (event: string, payload: unknown, ref: string | null = null): void =>
    link.send(encodeFrame(link.version, { joinRef, ref, topic, event, payload }))
  const reply = (ref: string | null, status: 'ok' | 'error', response: object = {}): void =>
    push('phx_reply', { status, response }, ref)
  const say = (status: 'ok' | 'error', extension: string, message: string): void =>
    push('system', { status, extension, message, channel: name })

  const member = createMember(link.version, (frame) => link.send(frame), config.replay !== null)

  function hear(): void {
    member.hearsMessages = access.read === null || access.read.broadcast
    member.hearsPresence = withPresence && (access.read === null || access.read.presence)
  }

  function close(): void {
    isOpen = false
    clearTimeout(timer)
    rooms.leave(name, isPrivate, member)
  }

  /** Ends the channel on the server's initiative. The client does not rejoin by itself. */
  function shutDown(message: string): void {
    say('error', 'system', message)
    push('phx_close', {}, joinRef)
    close()
    link.dropped(channel)
  }

  function watchExpiry(): void {
    clearTimeout(timer)
    const { exp } = access.claims
    if (exp === undefined) return
    // Check one second after the token's end: at a moment just before, it would still be valid.
    const left = exp * 1000 - Date.now() + 1000
    timer = setTimeout(checkToken, Math.max(0, Math.min(checkInterval, left)))
    timer.unref()
  }

  async function checkToken(): Promise<void> {
    try {
      await claimsOf(tokens, access.token)
      if (isOpen) watchExpiry()
    } catch (error) {
      if (isOpen) shutDown(error instanceof Error ? error.message : 'Token is invalid')
    }
  }

  async function takeToken(token: string): Promise<void> {
    try {
      const claims = await claimsOf(tokens, token)
      if (!isService(claims) && !deps.takeJoin(ownerOf(claims, link.address))) {
        throw new Denial('ClientJoinRateLimitReached', 'Too many tokens per second')
      }
      const read = isPrivate ? await mayRead(deps, link, name, claims, withPresence) : null
      if (!isOpen) return
      if (deps.hasEnded(claims.session_id)) throw new Denial('Unauthorized', sessionEnded)
      if (hasLost(access.read, read, withPresence)) throw new Denial('Unauthorized', lostRead(name))
      access = { token, claims, read }
      hear()
      watchExpiry()
    } catch (error) {
      if (!isOpen) return
      if (!(error instanceof Denial)) log.error('realtime.policy_failed', { topic: name, error })
      shutDown(error instanceof Denial ? error.message : 'Realtime was unable to connect to the project database')
    }
  }

  function spread(frame: Frame): void {
    const { event, payload } = frame.payload
    const content: Content = payload instanceof Uint8Array ? { bytes: payload } : { json: payload ?? {} }
    const message = { event: typeof event === 'string' ? event : '', content }
    rooms.broadcast(name, isPrivate, message, config.self ? {} : { except: member })
    if (config.ack) reply(frame.ref, 'ok')
  }

  /** Returns the write permissions, which are queried once per token. If the query fails, it returns no permissions. */
  async function mayWrite(): Promise<Permission> {
    const asked = access
    try {
      asked.write ??= await askPolicies(database, name, asked.claims, link.headers, 'write')
      return isOpen ? asked.write : nothing
    } catch (error) {
      log.error('realtime.policy_failed', { topic: name, error })
      return nothing
    }
  }

  /** Sends a message to the room. Without the permission the message is dropped silently, as Supabase's server does. */
  async function spreadIfAllowed(frame: Frame): Promise<void> {
    if ((await mayWrite()).broadcast) spread(frame)
  }

  function onBroadcast(frame: Frame): Promise<void> | undefined {
    const { event, payload } = frame.payload
    if (isPrivate && !isService(access.claims) && !isKnown(deps.contract, name, event, payload)) {
      log.info('realtime.refused', { topic: name, code: 'UnknownEvent' })
      return undefined
    }
    if (!isPrivate || access.write?.broadcast) spread(frame)
    else if (!access.write) return spreadIfAllowed(frame)
    return undefined
  }

  function onToken({ payload }: Frame): Promise<void> | undefined {
    const token = payload.access_token
    if (typeof token !== 'string' || token.startsWith('sb_') || token === access.token) return undefined
    return takeToken(token)
  }

  function onLeave(frame: Frame): undefined {
    close()
    reply(frame.ref, 'ok')
    push('phx_close', {}, joinRef)
    link.dropped(channel)
  }

  const sync = (): void => push('presence_state', rooms.presence(name, isPrivate))

  const onPresence = createPresence({
    mayTrack: () => !isPrivate || (access.write?.presence ?? mayWrite().then(({ presence }) => presence)),
    track(payload) {
      rooms.track(name, isPrivate, member, config.presence.key, payload)
      if (withPresence) return
      // A client that is now tracked also receives presence, and needs the current list first.
      withPresence = true
      hear()
      if (member.hearsPresence) sync()
    },
    untrack: () => rooms.untrack(name, isPrivate, member),
    reply: (frame, status, response) => reply(frame.ref, status, response),
    shutDown
  })

  const channel: Channel = {
    joinRef,
    handle(frame) {
      if (!isOpen) return undefined
      switch (frame.event) {
        case 'broadcast':
          return onBroadcast(frame)
        case 'presence':
          return onPresence(frame)
        case 'access_token':
          return onToken(frame)
        case 'phx_leave':
          return onLeave(frame)
        default:
          return undefined
      }
    },
    session: () => access.claims.session_id,
    checkSession() {
      if (isOpen && deps.hasEnded(access.claims.session_id)) shutDown(sessionEnded)
    },
    close
  }

  hear()
  rooms.enter(name, isPrivate, member)
  // Enter the room before reading the replay. Messages that are sent while the replay is read are held back, so none is lost.
  const replayed = config.replay
    ? await fetchReplay(database, name, config.replay).catch((error: unknown) => {
        close()
        throw error
      })
    : []
  watchExpiry()
  reply(join.ref, 'ok', { postgres_changes: config.postgresChanges.map((entry, id) => ({ ...entry, id })) })
  member.release(topic, replayed)
  if (member.hearsPresence) sync()
  if (config.postgresChanges.length > 0) {
    say('error', 'postgres_changes', 'The embedded stack serves broadcasts, not postgres_changes')
  } else say('ok', 'postgres_changes', 'Subscribed to PostgreSQL')
  return channel
}

/** Returns whether a renewed token has fewer permissions than the token before. */
function hasLost(before: Permission | null, now: Permission | null, withPresence: boolean): boolean {
  if (!before || !now) return false
  return (before.broadcast && !now.broadcast) || (withPresence && before.presence && !now.presence)
}
