import { mutate } from 'swr'
import { unwrap } from '@/lib/server/api'
import { toAppError } from '@/lib/server/errors'
import { supabase } from '@/lib/server/supabase'
import { keepOwn, readOwn } from '@/lib/session/own-storage'
import { orNull, shaped, text } from '@/lib/storage/shape'
import { serverNow } from '@/lib/time/server-clock'

/**
 * A message that a person has written and the server does not have yet. It is stored on the device before it is sent, so it survives
 * a page that is closed. Messages leave in the order in which they were written, as soon as there is a network. The key makes a
 * repeat harmless.
 */
export interface QueuedMessage {
  key: string
  /** The booking of the conversation; null for the office. */
  bookingId: string | null
  /** The driver for whom a rider wrote it: another driver of the same trip must not get it. Null for other writers. */
  driverId: string | null
  text: string
  /** When it was written, as ISO text. */
  at: string
  /** The error key with which the server refused it for good; null while it waits. */
  failedKey: string | null
}

/** The state of the queue, for the interface. */
export interface OutboxState {
  messages: readonly QueuedMessage[]
  /** Whether the last attempt failed for lack of a network. */
  isOut: boolean
}

const STORED = 'outbox'

const isMessage = shaped<QueuedMessage>({
  key: text,
  bookingId: orNull(text),
  driverId: orNull(text),
  text,
  at: text,
  failedKey: orNull(text)
})

/** Refusals that say nothing about the message: it is sent again later, and those after it wait for it. */
const LATER: ReadonlySet<string> = new Set([
  'network_error',
  'server_busy',
  'too_many_requests',
  'chat_too_fast',
  'try_again',
  'not_logged_in',
  'must_login'
])

/** Pause before the next attempt (ms), because phones report a network before any data gets through. */
const RETRY_MS = 4000

let state: OutboxState = { messages: [], isOut: false }
let writer: string | null = null
/** Whether the browser refuses to store, as in a private window: the page then keeps the messages. */
let isMemoryOnly = false
let timer: ReturnType<typeof setTimeout> | undefined
let isFlushing = false
const listeners = new Set<() => void>()
const failures = new Set<(message: QueuedMessage) => void>()

const read = (): QueuedMessage[] => {
  const kept = readOwn(STORED)
  return Array.isArray(kept) ? kept.filter(isMessage) : []
}

function show(change: Partial<OutboxState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** Reads what other tabs have stored and sent. */
function readBack(): void {
  if (!isMemoryOnly) show({ messages: read() })
}

/** Changes the stored messages. */
function change(edit: (messages: readonly QueuedMessage[]) => QueuedMessage[]): void {
  const known = new Set(state.messages.map(({ key }) => key))
  // Another tab may have stored more meanwhile.
  const next = edit([...state.messages, ...read().filter(({ key }) => !known.has(key))])
  if (writer) keepOwn(STORED, writer, next)
  isMemoryOnly = read().length < next.length
  show({ messages: next })
}

const removed = (key: string) => change((messages) => messages.filter((one) => one.key !== key))

async function send({ key: client_key, bookingId: booking_id, driverId, text: message }: QueuedMessage): Promise<void> {
  if (booking_id === null) await unwrap(supabase.rpc('message_desk', { message, client_key }))
  else
    await unwrap(
      supabase.rpc('send_chat_message', { booking_id, message, client_key, ...(driverId && { to_driver: driverId }) })
    )
}

/** The key of the conversation's query. It is read again before the message leaves the queue, so that the message never vanishes. */
const conversation = ({ bookingId }: QueuedMessage) =>
  bookingId === null ? ['desk-talk', writer] : ['chat', bookingId]

async function flushOnce(): Promise<void> {
  readBack()
  for (;;) {
    const next = state.messages.find(({ failedKey }) => failedKey === null)
    if (!next) break
    try {
      await send(next)
    } catch (error) {
      const { key } = toAppError(error)
      if (LATER.has(key)) return show({ isOut: true })
      change((messages) => messages.map((one) => (one.key === next.key ? { ...one, failedKey: key } : one)))
      for (const told of failures) told({ ...next, failedKey: key })
      continue
    }
    await mutate(conversation(next)).catch(() => {})
    removed(next.key)
  }
  show({ isOut: false })
}

/** Sends the messages in only one tab at a time, because two tabs would mix their order. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('hackney-outbox', work) : work()

/** Sends the waiting messages. */
function flush(): void {
  clearTimeout(timer)
  if (!writer || isFlushing) return
  isFlushing = true
  void alone(flushOnce)
    .catch(() => show({ isOut: true }))
    .finally(() => {
      isFlushing = false
      if (!state.messages.some(({ failedKey }) => failedKey === null)) return
      // A message may have been written after the last look at the queue.
      if (state.isOut) timer = setTimeout(flush, RETRY_MS)
      else flush()
    })
}

/** Sends a person's messages until the returned function is called. `onFailed` gets each message that the server refuses for good. */
export function startOutbox(userId: string, onFailed: (message: QueuedMessage) => void): () => void {
  writer = userId
  failures.add(onFailed)
  readBack()
  flush()
  window.addEventListener('online', flush)
  window.addEventListener('storage', readBack)
  document.addEventListener('visibilitychange', flush)
  return () => {
    failures.delete(onFailed)
    if (failures.size > 0) return
    writer = null
    clearTimeout(timer)
    window.removeEventListener('online', flush)
    window.removeEventListener('storage', readBack)
    document.removeEventListener('visibilitychange', flush)
  }
}

/** Queues a message; it leaves at once if there is a network. */
export function queueMessage(
  userId: string,
  message: Pick<QueuedMessage, 'bookingId' | 'text'> & { driverId?: string | null }
): void {
  writer ??= userId
  const at = new Date(serverNow()).toISOString()
  const { bookingId, driverId = null, text: words } = message
  const queued = { key: crypto.randomUUID(), bookingId, driverId, text: words, at, failedKey: null }
  change((messages) => [...messages, queued])
  flush()
}

/** Sends a refused message again, as the last one. */
export function queueAgain(key: string): void {
  change((messages) => {
    const again = messages.filter((one) => one.key === key).map((one) => ({ ...one, failedKey: null }))
    return [...messages.filter((one) => one.key !== key), ...again]
  })
  flush()
}

/** Forgets a refused message. */
export const dropMessage = (key: string): void => removed(key)

export function watchOutbox(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const outboxState = (): OutboxState => state
