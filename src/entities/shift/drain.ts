import type { Conflict, Fix, MissedAction, Postponed, QueuedAction } from './model'
import { isFinal, isFinalFor } from './refusal'
import type { ShiftStorage } from './storage'
import { hasWaited } from './waited'

/** Maximum number of positions sent in one call: after a tunnel the phone then sends a few calls and not one huge one. */
export const BATCH = 100

/** Pause after a temporary refusal (ms). It doubles with each further refusal in a row, up to `LONGEST_PAUSE_MS`. */
const PAUSE_MS = 4000
const LONGEST_PAUSE_MS = 5 * 60_000

/** Errors about the start code: the driver keeps the trip and is asked for the code again. */
const CODE_KEYS = new Set(['start_code_wrong', 'start_code_required', 'start_code_locked'])

/** The state of a trip on the server. */
export interface TripState {
  status: string
  /** Whether the server has already applied the action, so that only its response was lost. */
  isDone: boolean
}

/** The functions that {@link drain} calls. They are parameters, so that tests can replace them. */
export interface DrainDeps {
  /** Sends positions, oldest first. */
  report: (fixes: readonly Fix[]) => Promise<void>
  send: (action: QueuedAction) => Promise<void>
  /**
   * Sends the actions of one press for several parcels. Returns for each action the error key of its refusal, or null if it was
   * accepted.
   */
  sendTogether: (actions: readonly QueuedAction[]) => Promise<(string | null)[]>
  /** The error key of the server's refusal; null if the request must be sent again, for example without a connection. */
  refusal: (error: unknown) => string | null
  /** Reads the state of an action's trip; null if the driver may no longer read it. Throws if the server cannot be reached. */
  look: (action: QueuedAction) => Promise<TripState | null>
  /** Records a refused action in its booking's history. */
  note: (conflict: Conflict, missed: MissedAction) => Promise<void>
  /**
   * Called for a refused rating or report. Also called for another refused action that had not waited for a signal, if no
   * later action of its trip is in the queue. These are not stored as conflicts: the driver only gets a message.
   */
  onRefused: (action: QueuedAction, key: string) => void
  now: () => number
}

/** Whether the server has refused this temporarily, and the time of the next attempt has not come yet. */
const isPostponed = ({ postponed }: { postponed?: Postponed }, now: number): boolean =>
  postponed !== undefined && postponed.until > now

function postpone(before: Postponed | undefined, key: string, now: number): Postponed {
  const times = (before?.times ?? 0) + 1
  return { key, times, until: now + Math.min(PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS) }
}

/** Whether an action is a step of its trip. If a step is postponed, the later actions of the trip wait for it. */
const isStep = ({ action: { kind } }: QueuedAction): boolean => kind !== 'rate' && kind !== 'report' && kind !== 'photo'

/** How sending ended. `empty`: nothing is left that can be sent now. `unreached`: the server could not be reached. */
export type Drained = 'empty' | 'unreached'

/**
 * The next action to send. Postponed actions are skipped. All actions of a trip except reports are skipped while its start code
 * must be corrected, or while one of its steps is postponed. Pictures are always skipped: they are sent separately, because
 * they would delay the other actions.
 */
function nextAction(actions: readonly QueuedAction[], now: number): QueuedAction | undefined {
  const waits = (queued: QueuedAction) => queued.heldKey !== null || (isStep(queued) && isPostponed(queued, now))
  const held = new Set(actions.filter(waits).map(({ bookingId }) => bookingId))
  return actions.find((queued) => {
    const { bookingId, action } = queued
    if (isPostponed(queued, now)) return false
    // A report is sent even if the trip's start code was refused, because the desk must learn of an accident.
    if (action.kind === 'report') return true
    return !held.has(bookingId) && action.kind !== 'photo'
  })
}

/**
 * Sends the queue in order. Before each action it sends the positions that were measured before that action. After the last
 * action it sends the remaining positions. It stops when the server cannot be reached. A refused start code only blocks the
 * actions of its own trip, and so does a step that the server refuses for now.
 *
 * Positions that are stored while it runs wait for the next call. Otherwise it might never end on a slow network, with one
 * request for each new position.
 */
export async function drain(storage: ShiftStorage, deps: DrainDeps): Promise<Drained> {
  const begun = deps.now()
  let areFixesRefused = false
  if (!(await dropOvertaken(storage, deps))) return 'unreached'
  for (;;) {
    const actions = await storage.actions()
    const next = nextAction(actions, deps.now())
    const fixes = areFixesRefused ? [] : await storage.fixes(next?.at ?? begun, BATCH)
    const last = fixes.at(-1)
    if (last) {
      try {
        await deps.report(fixes)
      } catch (error) {
        const key = deps.refusal(error)
        if (key === null) return 'unreached'
        // If the refusal is temporary, the positions stay for the next call, and only actions are sent now. If it is final, this
        // batch of positions is dropped.
        areFixesRefused = !isFinal(key)
        if (areFixesRefused) continue
      }
      await storage.removeFixes(last.at)
    } else if (next) {
      const together = pressedWith(next, actions, deps.now())
      const isSent =
        together.length > 1 ? await sendSeveral(storage, deps, together) : await sendOne(storage, deps, next, actions)
      if (!isSent) return 'unreached'
    } else {
      return noteConflicts(storage, deps)
    }
  }
}

/**
 * Removes actions with a refused start code whose trip needs no code any more: it was cancelled, or the desk has ended it.
 * Otherwise they would block the later actions of their trip for ever. Resolves to false if the server could not be reached.
 */
async function dropOvertaken(storage: ShiftStorage, deps: DrainDeps): Promise<boolean> {
  for (const queued of await storage.actions()) {
    if (queued.heldKey === null) continue
    let trip: TripState | null
    try {
      trip = await deps.look(queued)
    } catch {
      return false
    }
    if (trip === null || trip.isDone || trip.status === 'CANCELLED') await storage.removeAction(queued.key)
  }
  return true
}

/** The actions of the same press that can be sent together: those whose trip has no earlier action in the queue. */
function pressedWith(next: QueuedAction, actions: readonly QueuedAction[], now: number): QueuedAction[] {
  if (!next.together) return [next]
  return actions.filter(
    (action, index) =>
      action.together === next.together &&
      action.heldKey === null &&
      !isPostponed(action, now) &&
      !actions
        .slice(0, index)
        .some(({ bookingId, action: { kind } }) => bookingId === action.bookingId && kind !== 'photo')
  )
}

/**
 * Sends several actions in one call. Resolves to false if the server could not be reached, otherwise to true. Accepted actions
 * are removed from the queue before refusals are handled, because handling a refusal needs further calls, which may fail.
 */
async function sendSeveral(
  storage: ShiftStorage,
  deps: DrainDeps,
  together: readonly QueuedAction[]
): Promise<boolean> {
  let refusals: (string | null)[]
  try {
    refusals = await deps.sendTogether(together)
  } catch (error) {
    if (deps.refusal(error) === null) return false
    // The server refused the whole call: send each action separately, to learn which one is the reason.
    for (const action of together) if (!(await sendOne(storage, deps, action, await storage.actions()))) return false
    return true
  }
  for (const [index, action] of together.entries()) if (refusals[index] === null) await storage.removeAction(action.key)
  for (const [index, action] of together.entries()) {
    const key = refusals[index]
    if (key && !(await settleRefusal(storage, deps, { queued: action, key, actions: await storage.actions() })))
      return false
  }
  return true
}

/** The next picture to send. It waits for earlier actions of its trip, because the server would refuse it before them. */
function nextPhoto(actions: readonly QueuedAction[], now: number): QueuedAction | undefined {
  const behind = new Set<string>()
  for (const queued of actions) {
    const isPhoto = queued.action.kind === 'photo'
    const isLate = isPostponed(queued, now)
    if (isPhoto && !isLate && !behind.has(queued.bookingId)) return queued
    // A later picture waits for a postponed one, because the picture that is sent last replaces the others.
    if (isPhoto ? isLate : isStep(queued) || !isLate) behind.add(queued.bookingId)
  }
  return undefined
}

/** Sends the waiting pictures, one after the other. */
export async function drainPhotos(storage: ShiftStorage, deps: DrainDeps): Promise<Drained> {
  for (;;) {
    const actions = await storage.actions()
    const photo = nextPhoto(actions, deps.now())
    if (!photo) return 'empty'
    if (!(await sendOne(storage, deps, photo, [photo]))) return 'unreached'
  }
}

async function noteConflicts(storage: ShiftStorage, deps: DrainDeps): Promise<Drained> {
  for (const conflict of await storage.conflicts()) {
    if (conflict.isNoted || isPostponed(conflict, deps.now())) continue
    let refusedFor: string | null = null
    for (const missed of conflict.actions) {
      try {
        await deps.note(conflict, missed)
      } catch (error) {
        const key = deps.refusal(error)
        if (key === null) return 'unreached'
        if (!isFinal(key)) refusedFor = key
      }
    }
    const { postponed, ...rest } = conflict
    await storage.putConflict(
      refusedFor === null
        ? { ...rest, isNoted: true }
        : { ...rest, postponed: postpone(postponed, refusedFor, deps.now()) }
    )
  }
  return 'empty'
}

/**
 * Sends one action. Resolves to true if the server accepted it, or refused it for good or for now; to false if the server could
 * not be reached.
 */
async function sendOne(
  storage: ShiftStorage,
  deps: DrainDeps,
  queued: QueuedAction,
  actions: readonly QueuedAction[]
): Promise<boolean> {
  try {
    await deps.send(queued)
  } catch (error) {
    const key = deps.refusal(error)
    if (key === null) return false
    return settleRefusal(storage, deps, { queued, key, actions })
  }
  await storage.removeAction(queued.key)
  return true
}

interface Refused {
  queued: QueuedAction
  key: string
  actions: readonly QueuedAction[]
}

async function settleRefusal(
  storage: ShiftStorage,
  deps: DrainDeps,
  { queued, key, actions }: Refused
): Promise<boolean> {
  let trip: TripState | null
  try {
    trip = await deps.look(queued)
  } catch {
    return false
  }
  if (trip?.isDone) {
    await storage.removeAction(queued.key)
  } else if (CODE_KEYS.has(key)) {
    await storage.putAction({ ...queued, heldKey: key, isHeldLate: hasWaited(queued, deps.now()) })
  } else if (!isFinalFor(queued.action.kind, key, trip?.status ?? null)) {
    await storage.putAction({ ...queued, postponed: postpone(queued.postponed, key, deps.now()) })
  } else if (queued.action.kind === 'rate' || queued.action.kind === 'report') {
    // No later action and no money depends on a rating or a report, so only this action is removed.
    await storage.removeAction(queued.key)
    deps.onRefused(queued, key)
  } else {
    // If this action is refused, the later actions of its trip cannot succeed either. Reports are kept, because the desk reads
    // them in any case.
    const lost = actions
      .slice(actions.findIndex((other) => other.key === queued.key))
      .filter((other) => other.bookingId === queued.bookingId && other.action.kind !== 'report')
    if (lost.length === 1 && !hasWaited(queued, deps.now())) {
      await storage.removeAction(queued.key)
      deps.onRefused(queued, key)
    } else {
      await storage.keepConflict(conflictOf(queued, key, trip, lost, deps.now()))
    }
  }
  return true
}

function conflictOf(
  { key: id, driverId, bookingId, reference }: QueuedAction,
  refusedKey: string,
  trip: TripState | null,
  lost: readonly QueuedAction[],
  at: number
): Conflict {
  const actions = lost.map(({ key, action: { kind }, at: done }) => ({ key, kind, at: done }))
  const status = trip?.status ?? null
  return { id, driverId, bookingId, reference, refusedKey, status, at, actions, isNoted: false, isSeen: false }
}
