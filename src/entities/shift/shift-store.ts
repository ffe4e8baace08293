import { mutate } from 'swr'
import { type Booking, bookingKeys, getBooking } from '@/entities/booking'
import { toAppError } from '@/lib/errors'
import { serverNow } from '@/lib/server-clock'
import type { DrainDeps, drain, drainPhotos } from './drain'
import type { Conflict, Deed, DeedKind, Fix, QueuedDeed } from './model'
import { isNews } from './news'
import { isDoneIn, isSame } from './project'
import type { ShiftStorage } from './storage'

/**
 * The page's one queue of what a driver does: deeds and positions are stored on the phone and sent in order, now or as soon
 * as there is a signal, also after the page was closed in between. It stands outside of React, since it outlives every page
 * of the driver's. Storing and sending comes with the shift (start-shift.ts): riders' pages just look here and find nothing.
 */

/** What the interface shows of the queue. */
export interface ShiftState {
  deeds: readonly QueuedDeed[]
  conflicts: readonly Conflict[]
  isSending: boolean
  /** The last attempt found no signal. */
  isOffline: boolean
  /** A deed that was refused as it was done. */
  refused: { bookingId: string; key: string } | null
}

/** Which trip a deed belongs to. */
export interface DeedTrip {
  id: string
  reference: string
  accepted_at: string | null
}

/** Phones say "online" before anything gets through; trying is cheaper than believing. */
const RETRY_MS = 4000

/** What stores and sends; drivers bring it. */
export interface ShiftTools extends Pick<DrainDeps, 'refusal' | 'note'> {
  open: (driverId: string, now: number) => Promise<ShiftStorage>
  drain: typeof drain
  drainPhotos: typeof drainPhotos
  sendDeed: (deed: QueuedDeed, now: number) => Promise<Booking | null>
  sendTogether: (deeds: readonly QueuedDeed[], now: number) => Promise<(string | null)[]>
  reportPositions: (fixes: readonly Fix[]) => Promise<number>
}

interface Running {
  driverId: string
  storage: Promise<ShiftStorage>
  tools: ShiftTools
}

let state: ShiftState = { deeds: [], conflicts: [], isSending: false, isOffline: false, refused: null }
let running: Running | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let flushing: Promise<void> | null = null
let isSendingPhotos = false
/** The last position in the trail, and one since that is not in it yet. */
let lastStored: Fix | null = null
let newest: Fix | null = null
/** Deeds on their way into the storage. */
let writing: readonly QueuedDeed[] = []
const listeners = new Set<() => void>()

function set(change: Partial<ShiftState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** What is stored, and behind it what is just being stored. */
async function readBack(storage: ShiftStorage): Promise<void> {
  const [stored, conflicts] = await Promise.all([storage.deeds(), storage.conflicts()])
  const keys = new Set(stored.map(({ key }) => key))
  set({ deeds: [...stored, ...writing.filter(({ key }) => !keys.has(key))], conflicts })
}

/** Where a deed's trip stands; null where it is another's now. */
async function look({ bookingId, driverId, acceptedAt, deed }: QueuedDeed) {
  try {
    const booking = await getBooking(bookingId)
    await mutate(bookingKeys.booking(bookingId), booking, { revalidate: false })
    const isMine = booking.driver_id === driverId && (acceptedAt === null || booking.accepted_at === acceptedAt)
    return { status: booking.status, isDone: isMine && isDoneIn(deed.kind, booking) }
  } catch (error) {
    if (toAppError(error).key === 'not_found') return null
    throw error
  }
}

function depsOf({ sendDeed, sendTogether, ...tools }: ShiftTools): DrainDeps {
  return {
    ...tools,
    report: async (fixes) => void (await tools.reportPositions(fixes)),
    send: async (queued) => {
      const { bookingId, deed } = queued
      const booking = await sendDeed(queued, serverNow())
      if (booking) await mutate(bookingKeys.booking(bookingId), booking, { revalidate: false })
      if (deed.kind === 'rate') await mutate(bookingKeys.hasRated(bookingId), true, { revalidate: false })
      const list = LISTS[deed.kind]
      if (list) await mutate(isOf(list, bookingId))
    },
    sendTogether: async (deeds) => {
      const answers = await sendTogether(deeds, serverNow())
      await Promise.all(deeds.map(({ bookingId }) => mutate(bookingKeys.booking(bookingId))))
      await mutate(isOf('carried-parcels', deeds[0]?.driverId ?? ''))
      return answers
    },
    look,
    onRefused: ({ bookingId }, key) => set({ refused: { bookingId, key } }),
    now: serverNow
  }
}

async function sendAll(storage: ShiftStorage, tools: ShiftTools): Promise<void> {
  await storeNewest(storage)
  const drained = await tools.drain(storage, depsOf(tools))
  await readBack(storage)
  set({ isOffline: drained === 'unreached' })
}

/** Pictures are large: what is done meanwhile does not wait for them. */
async function sendPhotos({ storage: opening, tools }: Running): Promise<void> {
  if (isSendingPhotos || !state.deeds.some(({ deed }) => deed.kind === 'photo')) return
  isSendingPhotos = true
  try {
    const storage = await opening
    await alone('hackney-shift-photos', async () => void (await tools.drainPhotos(storage, depsOf(tools))))
    await readBack(storage)
  } catch {
    // The next flush tries again.
  } finally {
    isSendingPhotos = false
  }
}

/** Lists that a deed adds to, by the beginning of their key. */
const LISTS: Partial<Record<DeedKind, string>> = {
  arrive_at_stop: 'booking-stops',
  add_extra: 'booking-extras',
  hand_over: 'booking-contacts',
  report: 'my-cases',
  return_to_sender: 'return-reason'
}

const isOf = (list: string, bookingId: string) => (key: unknown) =>
  Array.isArray(key) && key[0] === list && key[1] === bookingId

/** One tab of the phone sends at a time. */
const alone = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

async function flushOnce({ storage, tools }: Running): Promise<void> {
  clearTimeout(timer)
  set({ isSending: true })
  try {
    const opened = await storage
    await alone('hackney-shift', () => sendAll(opened, tools))
  } catch {
    // The phone's storage did not answer: what waits is still in it.
    set({ isOffline: true })
  }
  set({ isSending: false })
  if (!state.isOffline && running) void sendPhotos(running)
  if (running && (state.isOffline || state.deeds.some(({ heldKey }) => heldKey === null))) {
    timer = setTimeout(() => void flushShift(), RETRY_MS)
  }
}

/** Sends everything that waits. Resolves when it is there, or the network is found to be away. */
export function flushShift(): Promise<void> {
  const now = running
  if (!now) return Promise.resolve()
  flushing ??= flushOnce(now).finally(() => {
    flushing = null
  })
  return flushing
}

/** A deed done while a flush is at its end is sent by the next. */
async function flushSoon(): Promise<void> {
  await flushing
  await flushShift()
}

/** Later than everything that was done before it, even where the estimate of the server's clock was corrected meanwhile. */
function momentNow(): number {
  const last = state.deeds.at(-1)
  return Math.max(serverNow(), (last?.at ?? 0) + 1)
}

/** Stores what the driver did and sends it, now or when there is a signal. Pressing twice keeps the first press. */
export function doDeed(trip: DeedTrip, deed: Deed): void {
  doDeeds([{ trip, deed }])
}

/** The same for several parcels at one door, by one press. */
export function doDeeds(done: readonly { trip: DeedTrip; deed: Deed }[]): void {
  const together = done.length > 1 ? { together: crypto.randomUUID() } : {}
  const stored = done.map(({ trip, deed }) => keepDeed(trip, deed, together))
  if (stored.some((one) => one !== null)) void Promise.allSettled(stored).then(flushSoon)
}

/** Stores one deed; null where it waits already. */
function keepDeed(
  { id: bookingId, reference, accepted_at: acceptedAt }: DeedTrip,
  deed: Deed,
  together: { together?: string }
): Promise<void> | null {
  const now = running
  if (!now) return null
  const before = state.deeds.find((other) => isSame(other, { bookingId, deed }))
  if (before && before.heldKey === null) return null
  const { driverId } = now
  const shared = {
    key: crypto.randomUUID(),
    driverId,
    bookingId,
    reference,
    acceptedAt,
    deed,
    ...together,
    heldKey: null
  }
  // A new code is for the same start: what was done without a signal keeps the time of the first press.
  const queued: QueuedDeed = { ...shared, at: before?.isHeldLate ? before.at : momentNow() }
  const deeds = before ? state.deeds.map((other) => (other === before ? queued : other)) : [...state.deeds, queued]
  set({ deeds, refused: null })
  writing = [...writing, queued]
  return now.storage
    .then((storage) => (before ? storage.replaceDeed(before.key, queued) : storage.putDeed(queued)))
    .finally(() => {
      writing = writing.filter((one) => one !== queued)
    })
}

/**
 * Stores a position of a trip where it adds something to the trail. The newest one is stored with the next flush in any case, so
 * what the driver does always has the place where it was done before it.
 */
export async function keepFix(fix: Fix): Promise<void> {
  newest = fix
  if (isNews(lastStored, fix)) await storeNewest(await running?.storage)
}

async function storeNewest(storage: ShiftStorage | undefined): Promise<void> {
  if (!newest || !storage) return
  lastStored = newest
  newest = null
  await storage.addFix(lastStored)
}

/** Puts away the notice about a refused deed. */
export function forgetRefusal(): void {
  set({ refused: null })
}

/** The driver has read what was not counted. It stays on the phone as evidence. */
export async function markSeen(conflict: Conflict): Promise<void> {
  const storage = await running?.storage
  if (!storage) return
  await storage.putConflict({ ...conflict, isSeen: true })
  await readBack(storage)
}

export const shiftState = (): ShiftState => state

export function subscribeShift(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const online = () => void flushShift()

/** Takes up the queue of a driver, whatever page is open, until the returned function is called. */
export function runShift(driverId: string, tools: ShiftTools): () => void {
  const storage = tools.open(driverId, serverNow())
  const own: Running = { driverId, storage, tools }
  running = own
  window.addEventListener('online', online)
  void storage.then(readBack).then(flushSoon)
  return () => {
    if (running !== own) return
    running = null
    lastStored = null
    newest = null
    clearTimeout(timer)
    window.removeEventListener('online', online)
    set({ deeds: [], conflicts: [], isSending: false, isOffline: false, refused: null })
  }
}
