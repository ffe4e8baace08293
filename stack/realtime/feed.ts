import type { Database, Log } from '../types.ts'

/** A message that was sent in the database by `realtime.send`. */
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
 * Number of message ids that are remembered to recognise messages that were already delivered, after the feed was interrupted.
 * The feed delivers fewer messages than this in a minute.
 */
const remembered = 50_000
const columns = 'id::text, topic, event, coalesce(private, false) as private, payload, inserted_at::text as at'

/**
 * Passes on new rows of `realtime.messages` in the order of their commits, and maintains the table's partitions. A message that
 * is too long for a notification is fetched. Later messages wait for it, so that the order is kept.
 *
 * @returns A function that ends the feed.
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

  /** Runs work in order: after all work that still waits for the database, or at once if there is none. */
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
   * Fetches messages that were sent while the feed was interrupted. The time of a message is the start of its transaction, so
   * the message can appear up to the length of a transaction later. The query therefore looks back 60 seconds from the newest
   * delivered message, but not further than the start of the feed.
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
