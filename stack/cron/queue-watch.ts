import type { Database, Log } from '../types.ts'

/** A queue in the database whose entries an edge function processes. */
export interface Queue {
  /** Name of the queue in the log. */
  name: string
  /** The queue's table, with columns `status` and `due_at`. */
  table: string
  /** Path of the edge function that processes the queue, below `/functions/v1/`. */
  endpoint: string
  /** Milliseconds between checks. */
  every?: number
}

/** Looks often, because somebody waits at the door for a text message. */
export const outboxQueue: Queue = { name: 'outbox', table: 'app.outbox', endpoint: 'notifications/send', every: 250 }
export const paymentQueue: Queue = { name: 'payments', table: 'app.payment_jobs', endpoint: 'payments/work' }
export const streetQueue: Queue = { name: 'street', table: 'app.street_checks', endpoint: 'routes/street' }
/** Looks often, because a promise may only move within five seconds after the acceptance. */
export const approachQueue: Queue = {
  name: 'approach',
  table: 'app.approach_checks',
  endpoint: 'routes/approach',
  every: 1000
}
export const fileQueue: Queue = { name: 'files', table: 'app.file_checks', endpoint: 'files/check' }

export interface QueueWatchOptions extends Queue {
  database: Database
  log: Log
  /** Address of the API through which the edge function is called. */
  apiUrl: string
  secretKey: string
  /** Milliseconds to wait after a call of the function failed. */
  rest?: number
}

/**
 * Checks a queue every `every` ms, and calls its edge function if an entry is due. On a hosted project, pg_net calls the
 * function.
 */
export function createQueueWatch(options: QueueWatchOptions): { stop(): Promise<void> } {
  const { name, table, endpoint, database, log, apiUrl, secretKey, every = 2000, rest = 30_000 } = options
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let looking = Promise.resolve()

  async function isDue(): Promise<boolean> {
    const [found] = await database.query<{ exists: boolean }>(`select to_regclass($1) is not null as exists`, [table])
    if (!found?.exists) return false
    const [row] = await database.query<{ due: boolean }>(
      `select exists (select from ${table} where status = 'queued' and due_at <= app.now()) as due`
    )
    return row?.due ?? false
  }

  async function call(): Promise<void> {
    const response = await fetch(`${apiUrl}/functions/v1/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: secretKey },
      body: '{}',
      signal: stopping.signal
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`${endpoint} answered ${response.status}`)
  }

  function wait(ms: number): void {
    timer = setTimeout(() => {
      looking = look()
    }, ms)
  }

  async function look(): Promise<void> {
    let pause = every
    try {
      if (await isDue()) await call()
    } catch (error) {
      if (stopping.signal.aborted) return
      log.warn(`${name}.failed`, { error })
      pause = rest
    }
    if (!stopping.signal.aborted) wait(pause)
  }

  wait(every)
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await looking
    }
  }
}
