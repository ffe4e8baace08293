import { type Broadcast, encodeBroadcast, encodeFrame, type Version } from './frames.ts'

/** A channel as a member of its topic's room. */
export interface Member {
  readonly version: Version
  /** Whether this member receives broadcast messages. */
  hearsMessages: boolean
  /** Whether this member receives presence changes. */
  hearsPresence: boolean
  /** Sends a frame to the member. @param id Id of the message, if it is a stored one. */
  deliver(frame: string | Buffer, id?: string): void
}

/** A tracked member as others see it: its payload, and references that identify the version of the payload. */
type Meta = Record<string, unknown>

/** Tracked members by key. Several connections may share one key. */
export type PresenceState = Record<string, { metas: Meta[] }>

/** Members and presence of all rooms. A private and a public channel of the same name are separate rooms. */
export interface Rooms {
  enter(name: string, isPrivate: boolean, member: Member): void
  /** Removes a member. If it was tracked, informs the other members. */
  leave(name: string, isPrivate: boolean, member: Member): void
  /** Sends a message to all members of a room except `except`. The frame is built once for each version of the protocol. */
  broadcast(
    name: string,
    isPrivate: boolean,
    message: Omit<Broadcast, 'topic'>,
    options?: { except?: Member; asText?: boolean }
  ): void
  /** Shows a member as present under a key, or replaces its payload. */
  track(name: string, isPrivate: boolean, member: Member, key: string, payload: Meta): void
  untrack(name: string, isPrivate: boolean, member: Member): void
  presence(name: string, isPrivate: boolean): PresenceState
  /** Returns the number of rooms, and of members in all rooms. */
  count(): { rooms: number; members: number }
}

interface Room {
  topic: string
  members: Set<Member>
  /** Tracked members. Created with the first one, because most rooms have none. */
  present?: Map<Member, { key: string; meta: Meta }>
}

export function createRooms(): Rooms {
  const rooms = new Map<string, Room>()
  const keyOf = (name: string, isPrivate: boolean) => `${isPrivate ? 'private' : 'public'}:${name}`
  const origin = Math.floor(Math.random() * 36 ** 6).toString(36)
  let counter = 0

  function tell(room: Room, joins: PresenceState, leaves: PresenceState): void {
    const frames = new Map<Version, string>()
    for (const member of room.members) {
      if (!member.hearsPresence) continue
      let frame = frames.get(member.version)
      if (frame === undefined) {
        const payload = { joins, leaves }
        frame = encodeFrame(member.version, {
          joinRef: null,
          ref: null,
          topic: room.topic,
          event: 'presence_diff',
          payload
        })
        frames.set(member.version, frame)
      }
      member.deliver(frame)
    }
  }

  function untrackIn(room: Room, member: Member): void {
    const was = room.present?.get(member)
    if (!was) return
    room.present?.delete(member)
    tell(room, {}, { [was.key]: { metas: [was.meta] } })
  }

  return {
    enter(name, isPrivate, member) {
      const key = keyOf(name, isPrivate)
      const room = rooms.get(key)
      if (room) room.members.add(member)
      else rooms.set(key, { topic: `realtime:${name}`, members: new Set([member]) })
    },
    leave(name, isPrivate, member) {
      const key = keyOf(name, isPrivate)
      const room = rooms.get(key)
      if (!room?.members.delete(member)) return
      untrackIn(room, member)
      if (room.members.size === 0) rooms.delete(key)
    },
    broadcast(name, isPrivate, message, { except, asText = false } = {}) {
      const room = rooms.get(keyOf(name, isPrivate))
      if (!room) return
      const frames = new Map<Version, string | Buffer | null>()
      for (const member of room.members) {
        if (member === except || !member.hearsMessages) continue
        let frame = frames.get(member.version)
        if (frame === undefined) {
          frame = encodeBroadcast(member.version, { topic: room.topic, ...message }, asText)
          frames.set(member.version, frame)
        }
        if (frame !== null) member.deliver(frame, message.meta?.id)
      }
    },
    track(name, isPrivate, member, key, payload) {
      const room = rooms.get(keyOf(name, isPrivate))
      if (!room?.members.has(member)) return
      const before = room.present?.get(member)?.meta
      counter += 1
      const meta = { ...payload, phx_ref: `${origin}${counter.toString(36)}` }
      if (before) Object.assign(meta, { phx_ref_prev: before.phx_ref })
      room.present ??= new Map()
      room.present.set(member, { key, meta })
      tell(room, { [key]: { metas: [meta] } }, before ? { [key]: { metas: [before] } } : {})
    },
    untrack(name, isPrivate, member) {
      const room = rooms.get(keyOf(name, isPrivate))
      if (room) untrackIn(room, member)
    },
    presence(name, isPrivate) {
      // Use an object without a prototype: a key may be any text, including `__proto__`.
      const state: PresenceState = Object.create(null)
      for (const { key, meta } of rooms.get(keyOf(name, isPrivate))?.present?.values() ?? []) {
        const known = state[key]
        if (known) known.metas.push(meta)
        else state[key] = { metas: [meta] }
      }
      return state
    },
    count() {
      let members = 0
      for (const room of rooms.values()) members += room.members.size
      return { rooms: rooms.size, members }
    }
  }
}
