/** Who the caller of a channel is, and what it may read and write. */
import type { Claims } from '../types.ts'
import { askPolicies, claimsOf, Denial, type Permission } from './access.ts'
import type { ChannelDeps, Link } from './channel-types.ts'
import type { Frame } from './frames.ts'

export const sessionEnded = 'Session has ended'
export const lostRead = (name: string) => `You no longer have permission to read from this Channel topic: ${name}`
export const deniedRead = (name: string) => `You do not have permissions to read from this Channel topic: ${name}`

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
export async function mayRead(
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

export interface Standing {
  token: string
  claims: Claims
  /** Read permissions; null on public channels, where everything is allowed. */
  read: Permission | null
  /** Write permissions. They are queried at the first sent message, and again after the token has changed. */
  write?: Permission
}

/** Returns whether a renewed token lacks a read permission that the channel uses and that the token before had. */
export function hasLost(before: Permission | null, now: Permission | null, withPresence: boolean): boolean {
  if (!before || !now) return false
  return (before.broadcast && !now.broadcast) || (withPresence && before.presence && !now.presence)
}
