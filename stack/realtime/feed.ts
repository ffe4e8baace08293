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
   * Tells whether senders wait for each other because they notify. The default looks at the locks of a native server. PGlite has
   * only one session, so nobody waits there.
   */
  isCrowded?: () => Promise<boolean>
}

const channel = 'realtime_messages'
const hour = 3_600_000
/** Pause between two reads while the feed is polled (ms). */
const pollPause = 20
/** Pause after a failed read (ms). */
const failurePause = 250
/** Time after which senders are told again that the feed is polled (ms). They believe it for two seconds. */
const renewAfter = 500
/** The feed is no longer polled after a second with fewer transactions than this. */
const fewTransactions = 50
const second = 1000
/** Shortest time between two looks at the locks (ms), and how many notifications must have come since the last look. */
const [lookAfter, bellsToLook] = [100, 3]
/** Looks in a row that must find waiting senders before the feed is polled. A single one may be chance. */
const looksToWake = 2
const trimEvery = 60_000

/** Transactions that commit with a NOTIFY hold this lock, on the database with the id 0, until their commit is on the disk. */
const crowdQuery = `select exists (select from pg_locks where locktype = 'object' and classid = 'pg_database'::regclass
  and objid = 0 and not granted) as crowded`

/**
 * Passes on the messages of `realtime.messages`, in the order in which their transactions were committed, and maintains the
 * table's partitions.
 *
 * Asleep, it reads the feed after each NOTIFY of a sender. PostgreSQL commits transactions with a NOTIFY one after the other, so
 * if senders wait for each other, it wakes: it tells senders not to notify, and polls. When there is less to read it withdraws
 * this. Senders whose transactions had begun to write before the withdrawal may not notify, so it polls until all of these have
 * ended (`fence`), and then sleeps.
 *
 * Every read takes the messages of the transactions that its snapshot sees and the last read's snapshot did not see. So none is
 * missed and none is read twice, also after a lost connection.
 *
 * @returns A function that ends the feed.
 */
export async function followMessages(
  database: Database,
  log: Log,
  deliver: (message: StoredMessage) => void,
  { isCrowded = crowdOf(database) }: FeedOptions = {}
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let bells = 0
  let ring: () => void = () => undefined
  const onBell = (): void => {
    bells += 1
    ring()
  }

  /** Waits for a bell, and not longer than `most` ms. */
  function wait(most: number | null): Promise<void> {
    return new Promise((resolve) => {
      const timer = most === null ? undefined : setTimeout(() => ring(), most)
      ring = () => {
        clearTimeout(timer)
        ring = () => undefined
        resolve()
      }
      if (bells > 0 || stopping.signal.aborted) ring()
    })
  }

  const stopListening = await database.listen(channel, onBell, onBell)
  let snapshot = await currentSnapshot(database)
  let isAwake = false
  let renewedAt = 0
  let secondBegan = 0
  let transactions = 0
  /** While set, transactions up to this id may be running that did not notify. */
  let fence: bigint | null = await withdraw()

  async function read(): Promise<void> {
    const [row] = await database.query<{ snapshot: string; transactions: number; messages: StoredMessage[] }>(
      'select snapshot, transactions, messages from realtime.read_feed($1)',
      [snapshot]
    )
    if (!row) return
    snapshot = row.snapshot
    transactions += row.transactions
    for (const message of row.messages) deliver(message)
    if (fence !== null && oldestRunning(snapshot) > fence) fence = null
  }

  async function raise(): Promise<void> {
    // The feed counts as awake even if this fails: the statement may have been executed nevertheless.
    isAwake = true
    await database.query('select realtime.attend_feed(true)')
    renewedAt = performance.now()
  }

  /** Returns the highest id of a transaction that may have seen the feed as awake. */
  async function withdraw(): Promise<bigint> {
    await database.query('select realtime.attend_feed(false)')
    const [row] = await database.query<{ id: string }>('select pg_current_xact_id()::text as id')
    return BigInt(row?.id ?? 0)
  }

  let lookedAt = 0
  let bellsSince = 0
  let crowdedLooks = 0

  /** Wakes the feed if senders wait for each other. */
  async function look(): Promise<void> {
    const now = performance.now()
    if (bellsSince < bellsToLook || now - lookedAt < lookAfter) return
    lookedAt = now
    bellsSince = 0
    crowdedLooks = (await isCrowded()) ? crowdedLooks + 1 : 0
    if (crowdedLooks < looksToWake) return
    crowdedLooks = 0
    secondBegan = now
    transactions = 0
    await raise()
    log.info('realtime.feed_awake')
  }

  /** Stays awake while there is much to read. */
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

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(isAwake || fence !== null ? pollPause : null)
      bellsSince += bells
      bells = 0
      try {
        await read()
        await (isAwake ? attend() : look())
      } catch (error) {
        if (stopping.signal.aborted) return
        log.error('realtime.feed_failed', { error })
        await sleep(failurePause)
        // Read again: the bell has been rung for messages that were not read.
        bells += 1
      }
    }
  }

  const maintain = (): Promise<unknown> =>
    database
      .query('select realtime.maintain_partitions()')
      .catch((error: unknown) => log.error('realtime.partitions_failed', { error }))
  const trim = (): Promise<unknown> =>
    database
      .query('select realtime.trim_feed($1)', [snapshot])
      .catch((error: unknown) => log.error('realtime.trim_failed', { error }))

  await maintain()
  await trim()
  const timers = [setInterval(maintain, hour), setInterval(trim, trimEvery)]
  for (const timer of timers) timer.unref()
  const following = follow()
  return async () => {
    for (const timer of timers) clearInterval(timer)
    stopping.abort()
    ring()
    await following
    if (isAwake) await withdraw()
    await stopListening()
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
