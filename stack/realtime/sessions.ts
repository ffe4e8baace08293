import type { Database, Log } from '../types.ts'

const channel = 'realtime_sessions'
/**
 * Number of ended sessions that are remembered: more than end within the life of a token. The product's policies refuse older
 * tokens.
 */
const remembered = 10_000

/** Knows which sessions have ended while the gateway ran. */
export interface Sessions {
  hasEnded(id: unknown): boolean
  stop(): Promise<void>
}

/**
 * Follows the deletion of sessions in the database: a token is valid longer than its session, but its channels must end with
 * it.
 *
 * @param open Returns the sessions of all channels, for checks after missed deletions. @param onEnded Called if any of them may
 * have ended.
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
