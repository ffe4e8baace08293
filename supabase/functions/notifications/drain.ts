import { setTimeout as delay } from 'node:timers/promises'
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

/**
 * BATCH is the number of messages taken from the outbox at once. AT_ONCE is how many of them are sent concurrently.
 * `take_outbox` leases the messages for a minute. With these numbers even a slow batch ends before the lease ends.
 */
const BATCH = 50
const AT_ONCE = 10
const LOOK_EVERY_MS = 2000
/** A call that finds no messages for this long ends (ms); the database starts another one when messages are due. */
const IDLE_MS = 10_000
/** A call takes no new batch after this time (ms). The platform would end a call that runs much longer. */
const LONGEST_MS = 100_000

/**
 * Delivers due messages of the outbox: leases a batch, delivers each message, reports the outcome. Several calls may run at
 * once. If one of them dies, a later call delivers its messages after the lease has ended.
 *
 * @param forSeconds how long to keep polling, every two seconds; 0: until a poll finds no messages
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

  /** Delivers one message; returns whether it was delivered. Never throws, so the rest of the batch continues. */
  async function handle(message: Message, takenAt: number): Promise<boolean> {
    let error: string | null = null
    try {
      // The message may have expired while others of its batch were sent: an offer to a driver is valid only for seconds.
      if (takenAt + message.ttl_seconds * 1000 <= now()) throw new Undeliverable('expired')
      await deliver(message)
    } catch (problem) {
      error = nameOf(problem)
      console.error(`notifications: message ${message.id}, attempt ${message.attempt}: ${String(problem)}`)
    }
    const args = { id: message.id, ok: error === null, error, attempt: message.attempt }
    // If this report fails, the message is delivered again after its lease: messages are delivered at least once.
    await database.rpc('finish_outbox', args).catch(() => {})
    return error === null
  }
}

function nameOf(problem: unknown): string {
  if (problem instanceof TokenGone) return 'token_gone'
  if (problem instanceof Undeliverable) return `undeliverable: ${problem.message}`
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem)
}
