import type { Database, Log } from '../types.ts'

/** A message that SQL sent by `realtime.send`. */
export interface StoredMessage {
  id: string
  topic: string
  event: string | null
  private: boolean
  payload: unknown
}

interface Notice extends Partial<StoredMessage> {
  id: string
  at: string
}

const channel = 'realtime_messages'
const hour = 3_600_000
/**
 * Number of remembered message ids, by which messages that were delivered already are recognised after a gap: a minute of the
 * feed's maximum.
 */
const remembered = 50_000
const columns = 'id::text, topic, event, coalesce(private, false) as private, payload, inserted_at::text as at'

/**
 * Follows `realtime.messages` in the order of commits, and maintains its partitions. A message that is too long for a
 * notification is fetched; later messages wait, so that the order is kept.
 *
 * @returns Ends the feed.
 */
export async function followMessages(
  database: Database,
  log: Log,
  deliver: (message: StoredMessage) => void
): Promise<() => Promise<void>> {
  const seen = new Set<string>()
  const start = (await database.query<{ at: string }>('select now()::timestamp::text as at'))[0]?.at ?? ''
  let newest = start
  let fetching: Promise<void> | null = null

  function pass(message: StoredMessage, at: string): void {
    if (seen.has(message.id)) return
    seen.add(message.id)
    if (seen.size > remembered) {
      const [oldest] = seen
      if (oldest !== undefined) seen.delete(oldest)
    }
    newest = at
    deliver(message)
  }

  /** Runs work in order: after everything that waits for the database, or at once if nothing waits. */
  function inOrder(work: () => Promise<void> | undefined): void {
    const started = fetching ? fetching.then(work) : work()
    if (!started) return
    const step = started
      .catch((error: unknown) => log.error('realtime.feed_failed', { error }))
      .then(() => {
        if (fetching === step) fetching = null
      })
    fetching = step
  }

  async function fetchOne(notice: Notice): Promise<void> {
    const rows = await database.query<StoredMessage & { at: string }>(
      `select ${columns} from realtime.messages where id = $1::uuid and inserted_at = $2::text::timestamp`,
      [notice.id, notice.at]
    )
    for (const row of rows) pass(row, row.at)
  }

  /**
   * Fetches messages that were sent while the feed was interrupted. A message has the time at which its transaction began, and
   * may come a whole transaction late: so look back that far, but not before the feed began, when nothing was delivered yet.
   */
  async function fillGap(): Promise<void> {
    const rows = await database.query<StoredMessage & { at: string }>(
      `select ${columns} from realtime.messages
       where inserted_at >= greatest($1::text::timestamp - interval '60 seconds', $2::text::timestamp)
         and extension = 'broadcast' order by inserted_at, ctid`,
      [newest, start]
    )
    log.info('realtime.feed_restored', { rows: rows.length })
    for (const row of rows) pass(row, row.at)
  }

  const onNotice = (text: string): void => {
    const notice = JSON.parse(text) as Notice
    const { topic, event = null, payload } = notice
    inOrder(() => {
      if (topic === undefined) return fetchOne(notice)
      pass({ id: notice.id, topic, event, private: notice.private ?? false, payload }, notice.at)
      return undefined
    })
  }

  const maintain = (): Promise<unknown> =>
    database
      .query('select realtime.maintain_partitions()')
      .catch((error: unknown) => log.error('realtime.partitions_failed', { error }))

  const stopListening = await database.listen(channel, onNotice, () => inOrder(fillGap))
  await maintain()
  const timer = setInterval(maintain, hour)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await stopListening()
  }
}
