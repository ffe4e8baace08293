import { randomUUID } from 'node:crypto'
import { Denial } from './access.ts'
import { isObject } from './frames.ts'

/** Options of a client's join. */
export interface JoinConfig {
  isPrivate: boolean
  ack: boolean
  self: boolean
  presence: { isEnabled: boolean; key: string }
  replay: Replay | null
  postgresChanges: Record<string, unknown>[]
}

/**
 * Which earlier messages a client wants to get when it joins: at most the latest `limit`, and none older than `since`
 * (milliseconds since 1970).
 */
export interface Replay {
  since: number
  limit: number
}

const defaultReplay = { since: 0, limit: 10 }
const mostReplayed = 25
/** The last instant that a JavaScript date can hold, in milliseconds since 1970. */
const latest = 8.64e15

/**
 * Reads the `config` of a join.
 *
 * @throws Denial for an impossible replay.
 */
export function readJoinConfig(payload: Record<string, unknown>): JoinConfig {
  const config = isObject(payload.config) ? payload.config : {}
  const broadcast = isObject(config.broadcast) ? config.broadcast : {}
  const presence = isObject(config.presence) ? config.presence : {}
  const changes = Array.isArray(config.postgres_changes) ? config.postgres_changes : []
  const isPrivate = isTrue(config.private)
  return {
    isPrivate,
    ack: isTrue(broadcast.ack),
    self: isTrue(broadcast.self),
    presence: { isEnabled: isTrue(presence.enabled), key: keyOf(presence.key) },
    replay: 'replay' in broadcast ? replayOf(broadcast.replay, isPrivate) : null,
    postgresChanges: changes.filter(isObject)
  }
}

const isTrue = (value: unknown): boolean => value === true || value === 'true'

function keyOf(value: unknown): string {
  const isKey = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return isKey && value !== '' ? String(value) : randomUUID()
}

function replayOf(value: unknown, isPrivate: boolean): Replay | null {
  if (value === undefined) return null
  if (!isPrivate) throw new Denial('UnableToReplayMessages', 'Replay is not allowed for public channels')
  if (!isObject(value)) return null
  const since = value.since ?? defaultReplay.since
  const limit = value.limit ?? defaultReplay.limit
  if (!isWhole(since) || !isWhole(limit) || Math.abs(since) > latest) {
    throw new Denial('UnableToReplayMessages', 'Replay params are not valid')
  }
  return { since, limit: Math.max(1, Math.min(limit, mostReplayed)) }
}

const isWhole = (value: unknown): value is number => Number.isInteger(value)
