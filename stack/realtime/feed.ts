import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Log } from '../types.ts'

/** A message that was sent in the database by `realtime.send`. */
export interface StoredMessage {
  id: string
  topic: string
  event: string | null
  private: boolean
  payload: unknown
}

export interface FeedOptions {
  /**
   * Returns whether senders wait for each other because they notify. The default looks at the locks of a native server. PGlite
   * has only one session, so no sender waits there.
   */
  isCrowded?: () => Promise<boolean>
}

const channel = 'realtime_messages'
const hour = 3_600_000
/** Pause between two reads while the feed is polled (ms). */
const pollPause = 20
/** Pause after a failed read (ms). */
const failurePause = 250
/**
 * Interval at which the gateway repeats that it polls the feed (ms). Each time, senders stop notifying for two seconds.
 */
const renewAfter = 500
/** The feed is no longer polled after a second with fewer transactions than this. */
const fewTransactions = 20
const second = 1000
/** Between two checks whether senders wait (`look`) there are at least this many ms and this many notifications. */
const [lookPause, noticesToLook] = [100, 3]
/** Number of checks in a row that must find waiting senders before the feed is polled. A single one may be chance. */
const looksToWake = 2
const trimEvery = 10_000
/** Number of message ids that are remembered, so that no message is passed on twice: more than the feed can contain. */
const remembered = 100_000
/** A snapshot before the first transaction. */
const beginning = '3:3:'

/** Finds senders that wait: a commit with a NOTIFY holds a lock on "database 0" until it is on the disk, so others wait. */
const crowdQuery = `select exists (select from pg_locks where locktype = 'object' and classid = 'pg_database'::regclass
  and objid = 0 and not granted) as crowded`

/**
 * Passes on the messages of `realtime.messages` after their transactions were committed, and maintains the table's partitions.
 * Messages of one read are passed on in the order of sending, others in the order in which their transactions were committed.
 *
 * The gateway is asleep or awake. Asleep, it passes on the messages that senders send by NOTIFY. PostgreSQL commits
 * transactions with a NOTIFY one after the other. If senders therefore wait for each other, the gateway wakes: it announces
 * that senders need not notify, and polls the feed. When there is less to read, it withdraws this announcement. Transactions
 * that had begun to write before the withdrawal may not notify. So it polls until all of them have ended (`fence`), and then
 * sleeps.
 *
 * A read takes the messages of the transactions that its snapshot sees and the last read's snapshot did not see. So no message
 * is missed, and none is read twice. While the gateway sleeps, it reads once a second if there were notifications, so that the
 * next read has little to repeat.
 *
 * After a crash of the database server, snapshots cannot be compared in this way: new transactions may get the ids of earlier
 * ones that the server had not yet written to its log. So after each lost connection the whole feed is read again, and messages
 * that were passed on before are left out. A message stays in the feed for at least ten seconds after it was read, so the
 * second read still finds it.
 *
 * @returns A function that ends the feed.
 */
export async function followMessages(
  database: Database,
  log: Log,
  deliver: (message: StoredMessage) => void,
  { isCrowded = crowdOf(database) }: FeedOptions = {}
): Promise<() => Promise<void>> {
  const seen = new Set<string>()
  let isStopping = false
  /** Ends the pause of the loop. */
  let ring: () => void = () => undefined
  /** Number of requests to read the feed at once, and how many of them were followed by a read. */
  let [bells, served] = [0, 0]
  let isAwake = false
  /** Whether the last read failed, or the connection was lost after it. The next read then starts at `beginning`. */
  let isInterrupted = false
  /**
   * Unless null: transactions with ids up to this one may still be running, and may not notify. It is set at the start, because
   * an earlier gateway may have been awake and have crashed before it told senders to notify again.
   */
  let fence: bigint | null = 0n
  /** Number of notifications since the last `look`, and number of messages passed on from notifications since the last read. */
  let [noticed, unread] = [0, 0]
  let unreadSince = 0

  function pass(message: StoredMessage): void {
    if (seen.has(message.id)) return
    seen.add(message.id)
    if (seen.size > remembered) {
      const [oldest] = seen
      if (oldest !== undefined) seen.delete(oldest)
    }
    try {
      deliver(message)
    } catch (error) {
      log.error('realtime.delivery_failed', { id: message.id, error })
    }
  }

  function onBell(): void {
    noticed += 1
    bells += 1
    ring()
  }

  function onReconnect(): void {
    isInterrupted = true
    onBell()
  }

  function onNotice(text: string): void {
    // Read the feed instead of passing on `text`, if it is empty, because the message was too large for a notification, or if
    // earlier messages may still be unread in the feed: those come first.
    if (text === '' || isAwake || fence !== null || served < bells) {
      onBell()
      return
    }
    pass(JSON.parse(text) as StoredMessage)
    noticed += 1
    unread += 1
    if (unread > 1) return
    unreadSince = performance.now()
    ring()
  }

  const stopListening = await database.listen(channel, onNotice, onReconnect)
  let snapshot = await currentSnapshot(database)
  /** The snapshot of the read after which the feed is trimmed next. */
  let trimTo = snapshot
  let [renewedAt, secondBegan, lookedAt] = [0, 0, 0]
  let transactions = 0
  let crowdedLooks = 0
  fence = await withdraw()

  async function read(): Promise<void> {
    const asked = bells
    const since = isInterrupted ? beginning : snapshot
    isInterrupted = false
    const [row] = await database
      .query<{ snapshot: string; transactions: number; messages: StoredMessage[] }>(
        'select snapshot, transactions, messages from realtime.read_feed($1)',
        [since]
      )
      .catch((error: unknown) => {
        isInterrupted = true
        throw error
      })
    if (!row) return
    snapshot = row.snapshot
    unread = 0
    transactions += row.transactions
    for (const message of row.messages) pass(message)
    served = asked
    if (fence !== null && oldestRunning(snapshot) > fence) fence = null
  }

  async function raise(): Promise<void> {
    // The feed counts as awake even if this fails: the statement may have been executed nevertheless.
    isAwake = true
    await database.query('select realtime.attend_feed(true)')
    renewedAt = performance.now()
  }

  /** Tells senders to notify again. Returns the highest id of a transaction that may not have seen this. */
  async function withdraw(): Promise<bigint> {
    await database.query('select realtime.attend_feed(false)')
    const [row] = await database.query<{ id: string }>('select pg_current_xact_id()::text as id')
    return BigInt(row?.id ?? 0)
  }

  /** Checks whether senders wait for each other. After several such checks in a row (`looksToWake`), wakes the feed. */
  async function look(): Promise<void> {
    const now = performance.now()
    if (noticed < noticesToLook || now - lookedAt < lookPause) return
    lookedAt = now
    noticed = 0
    crowdedLooks = (await isCrowded()) ? crowdedLooks + 1 : 0
    if (crowdedLooks < looksToWake) return
    crowdedLooks = 0
    transactions = 0
    await raise()
    secondBegan = performance.now()
    log.info('realtime.feed_awake')
  }

  /** Keeps the feed awake while there is much to read. Puts it to sleep after a quiet second (`fewTransactions`). */
  async function attend(): Promise<void> {
    const now = performance.now()
    if (now - secondBegan >= second) {
      const isQuiet = transactions < fewTransactions
      secondBegan = now
      transactions = 0
      if (isQuiet) {
        fence = await withdraw()
        isAwake = false
        log.info('realtime.feed_asleep')
        return
      }
    }
    if (now - renewedAt >= renewAfter) await raise()
  }

  /** Waits until the next read or look is due. */
  function pause(): Promise<void> {
    const most = isAwake || fence !== null ? pollPause : unread > 0 ? lookPause : null
    return new Promise((resolve) => {
      const timer = most === null ? undefined : setTimeout(() => ring(), most)
      ring = () => {
        clearTimeout(timer)
        ring = () => undefined
        resolve()
      }
      if (served < bells || isStopping) ring()
    })
  }

  const isReadDue = (): boolean =>
    isAwake || fence !== null || served < bells || (unread > 0 && performance.now() - unreadSince >= second)

  async function follow(): Promise<void> {
    // Only the first of several failures in a row is logged.
    let hasFailed = false
    while (!isStopping) {
      await pause()
      try {
        if (isReadDue()) await read()
        await (isAwake ? attend() : look())
        hasFailed = false
      } catch (error) {
        if (isStopping) return
        if (!hasFailed) log.error('realtime.feed_failed', { error })
        hasFailed = true
        await sleep(failurePause)
      }
    }
  }

  const maintain = (): Promise<unknown> =>
    database
      .query('select realtime.maintain_partitions()')
      .catch((error: unknown) => log.error('realtime.partitions_failed', { error }))
  function trim(): Promise<unknown> {
    const read = trimTo
    trimTo = snapshot
    return database
      .query('select realtime.trim_feed($1)', [read])
      .catch((error: unknown) => log.error('realtime.trim_failed', { error }))
  }

  await maintain()
  await trim()
  const timers = [setInterval(maintain, hour), setInterval(trim, trimEvery)]
  for (const timer of timers) timer.unref()
  const following = follow()
  return async () => {
    for (const timer of timers) clearInterval(timer)
    isStopping = true
    ring()
    await following
    try {
      if (isAwake) await withdraw()
    } finally {
      await stopListening()
    }
  }
}

function crowdOf(database: Database): () => Promise<boolean> {
  if (database.kind === 'pglite') return async () => false
  return async () => (await database.query<{ crowded: boolean }>(crowdQuery))[0]?.crowded === true
}

async function currentSnapshot(database: Database): Promise<string> {
  const [row] = await database.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
  return row?.snapshot ?? ''
}

/** The id below which all transactions had ended when the snapshot (`xmin:xmax:running`) was taken. */
const oldestRunning = (snapshot: string): bigint => BigInt(snapshot.split(':')[0] ?? 0)
