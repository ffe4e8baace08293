import type { Sql } from '../types.ts'
import { Denial } from './access.ts'
import { encodeBroadcast } from './frames.ts'
import type { Replay } from './join-config.ts'
import type { Member } from './rooms.ts'

interface Stored {
  id: string
  event: string | null
  payload: unknown
}

/**
 * Fetches up to `limit` of the latest messages of a private topic, oldest first. Messages with the same time are in the order
 * in which they were stored.
 *
 * @throws Denial if the query fails
 */
export async function fetchReplay(database: Sql, topic: string, { since, limit }: Replay): Promise<Stored[]> {
  try {
    const rows = await database.query<Stored>(
      `select id::text, event, payload from realtime.messages
       where topic = $1 and private is true and extension = 'broadcast'
         and inserted_at >= to_timestamp($2::float8 / 1000)::timestamp
       order by inserted_at desc, ctid desc limit $3::int`,
      [topic, since, limit]
    )
    return rows.reverse()
  } catch {
    throw new Denial('UnableToReplayMessages', 'Realtime was unable to replay messages')
  }
}

/** A member that holds back its messages while the replay is fetched, and sends no message twice. */
export interface PatientMember extends Member {
  /** Sends the replay, and then the messages that were held back. */
  release(topic: string, replayed: Stored[]): void
}

export function createMember(
  version: Member['version'],
  send: (frame: string | Buffer) => void,
  mustWait: boolean
): PatientMember {
  let held: { frame: string | Buffer; id: string | undefined }[] | null = mustWait ? [] : null
  let known: Set<string> | null = null

  const member: PatientMember = {
    version,
    hearsMessages: false,
    hearsPresence: false,
    deliver(frame, id) {
      if (held) held.push({ frame, id })
      else if (id === undefined || !known?.has(id)) send(frame)
    },
    release(topic, replayed) {
      known = replayed.length > 0 ? new Set(replayed.map(({ id }) => id)) : null
      for (const { id, event, payload } of replayed) {
        const content = { json: payload ?? {} }
        const frame = encodeBroadcast(version, { topic, event: event ?? '', content, meta: { id, replayed: true } })
        if (frame !== null) send(frame)
      }
      const waiting = held ?? []
      held = null
      for (const { frame, id } of waiting) member.deliver(frame, id)
    }
  }
  return member
}
