import type { Database, Log } from '../types.ts'

const channel = 'realtime_sessions'
/**
 * Number of ended sessions that are remembered. Within the lifetime of a token, fewer sessions than this end. The product's
 * policies also refuse tokens of ended sessions (`app.has_session`).
 */
const remembered = 10_000

/** The sessions that have ended since the gateway started. */
export interface Sessions {
  hasEnded(id: unknown): boolean
  stop(): Promise<void>
}

/**
 * Remembers which sessions have ended, by following their deletion in the database. A token stays valid longer than its
 * session, but the channels of a session must end with it.
 *
 * @param open Returns the sessions of all channels. They are checked after the subscription was interrupted and may have missed
 * deletions.
 * @param onEnded Called when sessions may have ended.
 */
export async function followSessions(
  database: Database,
  log: Log,
  open: () => Iterable<string>,
  onEnded: () => void
): Promise<Sessions> {
  const ended = new Set<string>()

  function end(id: string): void {
    ended.add(id)
    if (ended.size <= remembered) return
    const [oldest] = ended
    if (oldest !== undefined) ended.delete(oldest)
  }

  async function catchUp(): Promise<void> {
    const ids = [...new Set(open())]
    const rows = await database.query<{ id: string }>(
      `select o.id::text from unnest(string_to_array($1, ',')::uuid[]) o (id)
       where not exists (select from auth.sessions s where s.id = o.id)`,
      [ids.join(',')]
    )
    for (const { id } of rows) end(id)
    onEnded()
  }

  const stop = await database.listen(
    channel,
    (id) => {
      end(id)
      onEnded()
    },
    () => {
      catchUp().catch((error: unknown) => log.error('realtime.sessions_failed', { error }))
    }
  )
  return { hasEnded: (id) => typeof id === 'string' && ended.has(id), stop }
}
