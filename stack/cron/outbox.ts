import type { Database, Log } from '../types.ts'

export interface OutboxWatchOptions {
  database: Database
  log: Log
  /** Address of the API, whose function delivers. */
  apiUrl: string
  secretKey: string
  /** Milliseconds between looks. */
  every?: number
  /** Milliseconds to leave a sender alone that failed. */
  rest?: number
}

/**
 * Calls `notifications/send` when something in the outbox is due, as pg_net does on a hosted project. The function's
 * process only starts then.
 */
export function createOutboxWatch(options: OutboxWatchOptions): { stop(): Promise<void> } {
  const { database, log, apiUrl, secretKey, every = 2000, rest = 30_000 } = options
  const stopping = new AbortController()
  let timer: NodeJS.Timeout
  let looking = Promise.resolve()

  async function isDue(): Promise<boolean> {
    const [table] = await database.query<{ exists: boolean }>(`select to_regclass('app.outbox') is not null as exists`)
    if (!table?.exists) return false
    const [row] = await database.query<{ due: boolean }>(
      `select exists (select from app.outbox where status = 'queued' and due_at <= app.now()) as due`
    )
    return row?.due ?? false
  }

  async function send(): Promise<void> {
    const response = await fetch(`${apiUrl}/functions/v1/notifications/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: secretKey },
      body: '{}',
      signal: stopping.signal
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`notifications/send answered ${response.status}`)
  }

  function wait(ms: number): void {
    timer = setTimeout(() => {
      looking = look()
    }, ms)
  }

  async function look(): Promise<void> {
    let pause = every
    try {
      if (await isDue()) await send()
    } catch (error) {
      if (stopping.signal.aborted) return
      log.warn('outbox.failed', { error })
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
