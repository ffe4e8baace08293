/** Types of channels, of the connection that a channel belongs to, and of the services that channels use. */
import type { Database, Log, Tokens } from '../types.ts'
import type { Contract } from './contract.ts'
import type { Frame, Version } from './frames.ts'
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
