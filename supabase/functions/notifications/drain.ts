import { delay } from '@std/async/delay'
import { pooledMap } from '@std/async/pool'
import type { Database } from '../_shared/kernel/database.ts'
import type { Message } from './deliver.ts'
import { TokenGone, Undeliverable } from './senders/types.ts'

export interface Drained {
  sent: number
  failed: number
}

export interface DrainDeps {
  database: Database
  deliver(message: Message): Promise<void>
  now?: () => number
  wait?: (ms: number) => Promise<void>
}

/** Messages of one lease, and how many are under way at once: the slowest batch ends within the lease of a minute. */
const BATCH = 50
const AT_ONCE = 10
const LOOK_EVERY_MS = 2000
/** A sender that found nothing for so long ends; the database wakes another. */
const IDLE_MS = 10_000
/** A call ends before the platform ends it. */
const LONGEST_MS = 100_000

/**
 * Delivers what is due in the outbox: leases a batch, delivers each, says how it went. Any number may work at once. A
 * sender that dies leaves its messages to the next one when the lease ends.
 *
 * @param forSeconds looks again every two seconds until then; 0 ends with the first look that finds nothing
 */
export async function drain(
  { database, deliver, now = Date.now, wait = delay }: DrainDeps,
  forSeconds: number,
): Promise<Drained> {
  const began = now()
  const result: Drained = { sent: 0, failed: 0 }
  let lastFound = began
  while (now() - began < LONGEST_MS) {
    const takenAt = now()
    const batch = await database.rpc<Message[]>('take_outbox', { limit_count: BATCH })
    if (batch.length > 0) {
      lastFound = now()
      for await (const wasSent of pooledMap(AT_ONCE, batch, (message) => handle(message, takenAt))) {
        result[wasSent ? 'sent' : 'failed']++
      }
    } else {
      if (now() - began >= forSeconds * 1000 || now() - lastFound >= IDLE_MS) break
      await wait(LOOK_EVERY_MS)
    }
  }
  return result

  /** Whether it was delivered. Never throws: the others of the batch go on. */
  async function handle(message: Message, takenAt: number): Promise<boolean> {
    let error: string | null = null
    try {
      // Others of the batch may have been slow, and an offer lasts seconds.
      if (takenAt + message.ttl_seconds * 1000 <= now()) throw new Undeliverable('expired')
      await deliver(message)
    } catch (problem) {
      error = nameOf(problem)
      console.error(`notifications: message ${message.id}, attempt ${message.attempt}: ${String(problem)}`)
    }
    const args = { id: message.id, ok: error === null, error, attempt: message.attempt }
    // Unsaid, the message is delivered again after the lease: at least once is the promise.
    await database.rpc('finish_outbox', args).catch(() => {})
    return error === null
  }
}

function nameOf(problem: unknown): string {
  if (problem instanceof TokenGone) return 'token_gone'
  if (problem instanceof Undeliverable) return `undeliverable: ${problem.message}`
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem)
}
