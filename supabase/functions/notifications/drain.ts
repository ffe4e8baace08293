import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../_shared/kernel/database.ts'
import type { Message, Sent } from './deliver.ts'
import { MaybeSent, NotNow, TokenGone, Undeliverable } from './senders/types.ts'

export interface Drained {
  sent: number
  failed: number
}

export interface DrainDeps {
  database: Database
  deliver(message: Message): Promise<Sent | null | void>
  now?: () => number
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/**
 * BATCH is the number of messages taken from the outbox at once, when fewer than AT_ONCE wait here. AT_ONCE is how many of them
 * are sent concurrently. `take_outbox` leases the messages for a minute. With these numbers even slow ones end before the lease
 * ends.
 */
const BATCH = 100
const AT_ONCE = 50
/** Taken at a look while enough others wait here: a code that was just queued is the first of them. */
const FEW = 10
/** Of them at most so many are news to all devices: what somebody waits for has the rest of the machine. */
const NEWS_AT_ONCE = 10
/** How often the outbox is asked while nothing is left in it, or enough waits here: a new message then leaves soon. */
const LOOK_EVERY_MS = 250
/** A call that finds no messages for this long ends (ms); the database starts another one when messages are due. */
const IDLE_MS = 10_000
/** A call takes no new batch after this time (ms). The platform would end a call that runs much longer. */
const LONGEST_MS = 100_000

interface Taken {
  message: Message
  takenAt: number
}

/**
 * Delivers due messages of the outbox: leases some, delivers each, reports the outcome, and leases the next while the last are
 * being sent, so that no message waits for a slow one. News to all devices wait here behind everything else. Several calls may run
 * at once. If one of them dies, a later call delivers its messages after the lease has ended.
 *
 * @param forSeconds how long to keep polling; 0: until a poll finds no messages
 */
export async function drain(
  { database, deliver, now = Date.now, wait = pause }: DrainDeps,
  forSeconds: number,
): Promise<Drained> {
  const began = now()
  const result: Drained = { sent: 0, failed: 0 }
  const begin = createBatch(async (messages: Message[]) => {
    const args = { messages: messages.map(({ id, attempt }) => ({ id, attempt })) }
    const begun = new Set(await database.rpc<number[]>('begin_messages', args))
    return messages.map(({ id }) => begun.has(id))
  })
  const finish = createBatch(async (results: Record<string, unknown>[]) => {
    await database.rpc('finish_messages', { results })
    return results
  })
  const flying = new Set<Promise<void>>()
  let flyingNews = 0
  let waiting: Taken[] = []
  /** The request for more messages that is under way; messages are sent meanwhile. */
  let taking: Promise<void> | null = null
  let lastFound = began
  let lookedAt = Number.NEGATIVE_INFINITY
  let hasMore = true
  for (;;) {
    const isOpen = now() - began < LONGEST_MS
    if (isOpen && !taking && isTimeToLook()) taking = take(waiting.length < AT_ONCE ? BATCH : FEW)
    while (mayStart(waiting[0])) start(waiting.shift() as Taken)
    if (taking || flying.size > 0) await somethingDone()
    else if (isOpen && isTimeToLook()) continue
    else if (!isOpen || now() - began >= forSeconds * 1000 || now() - lastFound >= IDLE_MS) return result
    else await wait(LOOK_EVERY_MS)
  }

  /** Whether to take more: at once if few wait here, else now and then, but never more than leave before their lease ends. */
  function isTimeToLook(): boolean {
    if (hasMore && waiting.length < AT_ONCE) return true
    return waiting.length < 2 * BATCH && now() - lookedAt >= LOOK_EVERY_MS
  }

  async function take(count: number): Promise<void> {
    const takenAt = now()
    lookedAt = takenAt
    const batch = await database.rpc<Message[]>('take_outbox', { limit_count: count })
    taking = null
    if (batch.length > 0) lastFound = now()
    hasMore = batch.length === count
    const taken = [...waiting, ...batch.map((message) => ({ message, takenAt }))]
    waiting = [...taken.filter((one) => !isNews(one)), ...taken.filter(isNews)]
  }

  function mayStart(next: Taken | undefined): boolean {
    return next !== undefined && flying.size < AT_ONCE && !(isNews(next) && flyingNews >= NEWS_AT_ONCE)
  }

  function start(taken: Taken): void {
    const { message, takenAt } = taken
    const news = isNews(taken) ? 1 : 0
    flyingNews += news
    const flight = handle(message, takenAt).then((wasSent) => {
      flyingNews -= news
      result[wasSent ? 'sent' : 'failed']++
      flying.delete(flight)
    })
    flying.add(flight)
  }

  /** Waits until a message is done, until others have come, or until it is time to look for them. */
  async function somethingDone(): Promise<void> {
    const end = new AbortController()
    try {
      await Promise.race([...flying, taking ?? wait(LOOK_EVERY_MS, end.signal)])
    } finally {
      end.abort()
    }
  }

  /** Delivers one message; returns whether it was delivered. Never throws, so the rest of the batch continues. */
  async function handle(message: Message, takenAt: number): Promise<boolean> {
    let error: string | null = null
    let sent: Sent | null = null
    try {
      // The message may have expired while others of its batch were sent: an offer to a driver is valid only for seconds.
      if (takenAt + message.ttl_seconds * 1000 <= now()) throw new Undeliverable('expired')
      // A text message is never sent twice. If another sender has it by now, there is nothing to report either.
      if (message.kind === 'sms' && !await begin(message)) return false
      sent = await deliver(message) ?? null
    } catch (problem) {
      error = nameOf(problem)
      console.error(`notifications: message ${message.id}, attempt ${message.attempt}: ${String(problem)}`)
    }
    const args = { id: message.id, ok: error === null, error, attempt: message.attempt, ...(sent && { sent }) }
    // If this report fails, the message is delivered again after its lease: messages are delivered at least once.
    await finish(args).catch(() => {})
    return error === null
  }
}

/**
 * Joins calls into one request: those that come while an earlier request is under way wait for its end and leave together. A call
 * that comes alone leaves at once.
 */
function createBatch<Item, Result>(send: (items: Item[]) => Promise<Result[]>): (item: Item) => Promise<Result> {
  let waiting: { item: Item; settle: (answer: Promise<Result>) => void }[] = []
  let isBusy = false
  const leave = async (): Promise<void> => {
    isBusy = true
    while (waiting.length > 0) {
      const calls = waiting
      waiting = []
      const answers = send(calls.map(({ item }) => item))
      for (const [n, { settle }] of calls.entries()) settle(answers.then((all) => all[n] as Result))
      await answers.catch(() => {})
    }
    isBusy = false
  }
  return (item) =>
    new Promise((resolve) => {
      waiting.push({ item, settle: resolve })
      if (!isBusy) void leave()
    })
}

function nameOf(problem: unknown): string {
  if (problem instanceof TokenGone) return 'token_gone'
  if (problem instanceof Undeliverable) return `undeliverable: ${problem.message}`
  if (problem instanceof NotNow) return `not_now: ${problem.message}`
  if (problem instanceof MaybeSent) return `unknown: ${problem.message}`
  return problem instanceof Error ? `${problem.name}: ${problem.message}` : String(problem)
}

/** Whether a message is one of an operator's news to all devices, which have texts of their own. */
const isNews = ({ message }: Taken): boolean => message.payload['plain'] === true

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  delay(ms, undefined, signal ? { signal } : {}).catch(() => {})
