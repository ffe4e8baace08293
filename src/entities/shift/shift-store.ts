import { serverNow } from '@/lib/time/server-clock'
import type { DrainDeps } from './drain'
import type { ShiftTools } from './drain-deps'
import type { Conflict, DriverAction, Fix, QueuedAction } from './model'
import { isNews } from './news'
import { isSame } from './project'
import type { ShiftStorage } from './storage'

/**
 * The queue of a driver's actions; there is only one in a page. Actions and positions are stored on the phone. They are sent in
 * order, at once or when there is a signal. If the page was closed in between, they are sent when the page is opened again. The
 * queue is not React state, because it outlives every page of the driver's app. The code that stores and sends is loaded by
 * start-shift.ts: riders' pages load only this file and find an empty queue.
 */

/** The state of the queue, for the interface. */
export interface ShiftState {
  actions: readonly QueuedAction[]
  conflicts: readonly Conflict[]
  isSending: boolean
  /** Whether the last attempt to send failed for lack of a signal. */
  isOffline: boolean
  /**
   * The last refused action about which the driver only gets a notice. (Other refused actions are stored as a `Conflict`.) Null
   * if there is none. It becomes null when the driver closes the notice or does another action.
   */
  refused: { queued: QueuedAction; key: string } | null
}

/** The trip that an action belongs to. */
export interface ActionTrip {
  id: string
  reference: string
  accepted_at: string | null
}

/**
 * Pause before the next attempt (ms). The browser's "online" event starts an attempt, too, but phones fire it before any data
 * gets through. So the queue is also sent again after this pause.
 */
const RETRY_MS = 4000

interface Running {
  driverId: string
  storage: Promise<ShiftStorage>
  tools: ShiftTools
}

let state: ShiftState = { actions: [], conflicts: [], isSending: false, isOffline: false, refused: null }
let running: Running | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let flushing: Promise<void> | null = null
let isSendingPhotos = false
/** The last position that was stored in the trail, and a later one that is not stored yet. */
let lastStored: Fix | null = null
let newest: Fix | null = null
/** Actions that are being written to the storage. */
let writing: readonly QueuedAction[] = []
const listeners = new Set<() => void>()

function set(change: Partial<ShiftState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** Updates the state: the stored actions, followed by those that are being written. */
async function readBack(storage: ShiftStorage): Promise<void> {
  const [stored, conflicts] = await Promise.all([storage.actions(), storage.conflicts()])
  const keys = new Set(stored.map(({ key }) => key))
  set({ actions: [...stored, ...writing.filter(({ key }) => !keys.has(key))], conflicts })
}

const refuse: DrainDeps['onRefused'] = (queued, key) => set({ refused: { queued, key } })

async function sendAll(storage: ShiftStorage, tools: ShiftTools): Promise<void> {
  await storeNewest(storage)
  const drained = await tools.drain(storage, tools.depsOf(tools, refuse))
  await readBack(storage)
  set({ isOffline: drained === 'unreached' })
}

/** Sends the waiting pictures. This is separate from other actions, because pictures are large and must not delay them. */
async function sendPhotos({ storage: opening, tools }: Running): Promise<void> {
  if (isSendingPhotos || !state.actions.some(({ action }) => action.kind === 'photo')) return
  isSendingPhotos = true
  try {
    const storage = await opening
    await alone(
      'hackney-shift-photos',
      async () => void (await tools.drainPhotos(storage, tools.depsOf(tools, refuse)))
    )
    await readBack(storage)
  } catch {
    // After a failure the next flush tries again.
  } finally {
    isSendingPhotos = false
  }
}

/** Runs the work in only one tab of the phone at a time. */
const alone = (name: string, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, work) : work()

async function flushOnce({ storage, tools }: Running): Promise<void> {
  clearTimeout(timer)
  set({ isSending: true })
  try {
    const opened = await storage
    await alone('hackney-shift', () => sendAll(opened, tools))
  } catch {
    // The phone's storage did not respond. The queue is still stored, so it is sent later.
    set({ isOffline: true })
  }
  set({ isSending: false })
  if (!state.isOffline && running) void sendPhotos(running)
  if (running && (state.isOffline || state.actions.some(({ heldKey }) => heldKey === null))) {
    timer = setTimeout(() => void flushShift(), RETRY_MS)
  }
}

/** Sends the queue. Resolves when nothing is left that can be sent now, or when the server cannot be reached. */
export function flushShift(): Promise<void> {
  const now = running
  if (!now) return Promise.resolve()
  flushing ??= flushOnce(now).finally(() => {
    flushing = null
  })
  return flushing
}

/**
 * Waits for a running flush and then sends the queue again, because an action may have been added after the flush had read the
 * queue.
 */
async function flushSoon(): Promise<void> {
  await flushing
  await flushShift()
}

/**
 * The time for a new action: later than all earlier actions, even if the estimate of the server's clock was corrected
 * meanwhile.
 */
function momentNow(): number {
  const last = state.actions.at(-1)
  return Math.max(serverNow(), (last?.at ?? 0) + 1)
}

/** Stores a driver's action and sends it now, or when there is a signal. If a driver presses twice, the first press is kept. */
export function queueAction(trip: ActionTrip, action: DriverAction): void {
  queueActions([{ trip, action }])
}

/** Stores an extra, and the picture of its receipt if there is one, which follows it. */
export function queueExtra(trip: ActionTrip, action: DriverAction & { kind: 'add_extra' }, receipt: Blob | null): void {
  const key = crypto.randomUUID()
  const stored = [keepAction(trip, action, { key })]
  if (receipt) stored.push(keepAction(trip, { kind: 'photo', which: 'extra', extraKey: key, file: receipt }, {}))
  if (stored.some((one) => one !== null)) void Promise.allSettled(stored).then(flushSoon)
}

/** Stores and sends actions for several parcels at one door that were done by one press. */
export function queueActions(done: readonly { trip: ActionTrip; action: DriverAction }[]): void {
  const together = done.length > 1 ? { together: crypto.randomUUID() } : {}
  const stored = done.map(({ trip, action }) => keepAction(trip, action, together))
  if (stored.some((one) => one !== null)) void Promise.allSettled(stored).then(flushSoon)
}

/** Stores one action; returns null if the same action is already queued. */
function keepAction(
  { id: bookingId, reference, accepted_at: acceptedAt }: ActionTrip,
  action: DriverAction,
  given: { together?: string; key?: string }
): Promise<void> | null {
  const now = running
  if (!now) return null
  const before = state.actions.find((other) => isSame(other, { bookingId, action }))
  if (before && before.heldKey === null) return null
  const { driverId } = now
  const shared = {
    key: crypto.randomUUID(),
    driverId,
    bookingId,
    reference,
    acceptedAt,
    action,
    ...given,
    heldKey: null
  }
  // A corrected code belongs to the same start of the trip. If that start had waited for a signal when its first code was
  // refused, it keeps its time.
  const queued: QueuedAction = { ...shared, at: before?.isHeldLate ? before.at : momentNow() }
  const actions = before
    ? state.actions.map((other) => (other === before ? queued : other))
    : [...state.actions, queued]
  set({ actions, refused: null })
  writing = [...writing, queued]
  return now.storage
    .then((storage) => (before ? storage.replaceAction(before.key, queued) : storage.putAction(queued)))
    .finally(() => {
      writing = writing.filter((one) => one !== queued)
    })
}

/**
 * Stores a position of a trip if it adds something to the recorded route. Of the other positions only the newest is held in
 * memory. The next `flush` (sending of the queue) stores it first, so that the server gets the driver's latest position before
 * the driver's next action.
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

/** Dismisses the notice about a refused action. */
export function forgetRefusal(): void {
  set({ refused: null })
}

/** Records that the driver has read about refused actions. The actions stay on the phone as evidence. */
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

/** Runs a driver's queue, whatever page is open, until the returned function is called. */
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
    set({ actions: [], conflicts: [], isSending: false, isOffline: false, refused: null })
  }
}
