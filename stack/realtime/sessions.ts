import type { Database, Log } from '../types.ts'

const channel = 'realtime_sessions'
/** More than end within the life of a token; a token that was made before is refused by the policies of the product. */
const remembered = 10_000

/** Which sessions have ended while the gateway ran. */
export interface Sessions {
  hasEnded(id: unknown): boolean
  stop(): Promise<void>
}

/**
 * Follows the deletion of sessions in the database: a token outlives its session, its channels do not.
 *
 * @param open The sessions of all channels, asked for when some deletions may have been missed.
 * @param onEnded Called when any of them may be among those that ended.
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
