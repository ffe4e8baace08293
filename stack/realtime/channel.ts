import { askPolicies, claimsOf, Denial, type Permission } from './access.ts'
import type { Channel, ChannelDeps, Link } from './channel-types.ts'
import { isKnown } from './contract.ts'
import { type Content, encodeFrame, type Frame } from './frames.ts'
import { type JoinConfig, readJoinConfig } from './join-config.ts'
import { createPresence } from './presence.ts'
import { isService, ownerOf } from './quotas.ts'
import { createMember, fetchReplay } from './replay.ts'
import { deniedRead, hasLost, lostRead, mayRead, type Standing, sessionEnded } from './standing.ts'

const checkInterval = 300_000
const nothing: Permission = { broadcast: false, presence: false }

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
    // Check one second after the token expires. If the check came a moment too early, the token would still be valid.
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

  /** Returns the write permissions, which are queried once per token. If the query fails, returns none and asks again later. */
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
