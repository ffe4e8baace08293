import type { Conflict, Fix, MissedDeed, QueuedDeed } from './model'
import type { ShiftStorage } from './storage'
import { hasWaited } from './waited'

/** Maximum points of a batch, so that catching up after a tunnel takes a few calls, not one huge one. */
export const BATCH = 100

/** Refused codes: the trip stays, and the driver is asked again. */
const CODE_KEYS = new Set(['start_code_wrong', 'start_code_required', 'start_code_locked'])

/** The trip's state on the server. */
export interface TripState {
  status: string
  /** The action was done: its response was lost. */
  isDone: boolean
}

/** The dependencies of sending. */
export interface DrainDeps {
  /** Sends fixes, oldest first. */
  report: (fixes: readonly Fix[]) => Promise<void>
  send: (deed: QueuedDeed) => Promise<void>
  /** Sends one press's actions for several parcels; returns each one's refusal, null if it counts. */
  sendTogether: (deeds: readonly QueuedDeed[]) => Promise<(string | null)[]>
  /** The server's refusal; null if it could not be reached. */
  refusal: (error: unknown) => string | null
  /** The state of an action's trip; null if the driver may no longer read it. Throws if unreachable. */
  look: (deed: QueuedDeed) => Promise<TripState | null>
  /** Records a refused action in its booking's history. */
  note: (conflict: Conflict, missed: MissedDeed) => Promise<void>
  /** An action was refused right away: no evidence is needed, only a message. */
  onRefused: (deed: QueuedDeed, key: string) => void
  now: () => number
}

/** How sending ended: complete, or without a network. */
export type Drained = 'empty' | 'unreached'

/**
 * The next action to send: the first one whose trip is not blocked. Pictures are sent separately, because they would delay the
 * others.
 */
function nextDeed(deeds: readonly QueuedDeed[]): QueuedDeed | undefined {
  const held = new Set(deeds.filter(({ heldKey }) => heldKey !== null).map(({ bookingId }) => bookingId))
  return deeds.find(({ bookingId, deed }) => {
    // The desk gets an accident report whatever happened to a code.
    if (deed.kind === 'report') return true
    return !held.has(bookingId) && deed.kind !== 'photo'
  })
}

/**
 * Sends the queue in order: before each action the positions of the time before it, after the last one the rest. It stops at
 * the first failure. An action with a refused code only blocks its own trip.
 *
 * Positions that arrive meanwhile wait for the next batch: on a slow network this would otherwise never end, with a call for
 * each of them.
 */
export async function drain(storage: ShiftStorage, deps: DrainDeps): Promise<Drained> {
  const begun = deps.now()
  for (;;) {
    const deeds = await storage.deeds()
    const next = nextDeed(deeds)
    const fixes = await storage.fixes(next?.at ?? begun, BATCH)
    const last = fixes.at(-1)
    if (last) {
      try {
        await deps.report(fixes)
      } catch (error) {
        if (deps.refusal(error) === null) return 'unreached'
        // Refused positions would be refused again: they block nothing.
      }
      await storage.removeFixes(last.at)
    } else if (next) {
      const together = pressedWith(next, deeds)
      const isSent =
        together.length > 1 ? await sendSeveral(storage, deps, together) : await sendOne(storage, deps, next, deeds)
      if (!isSent) return 'unreached'
    } else {
      return noteConflicts(storage, deps)
    }
  }
}

/** The actions of one press at a door that have no earlier actions of their trips. */
function pressedWith(next: QueuedDeed, deeds: readonly QueuedDeed[]): QueuedDeed[] {
  if (!next.together) return [next]
  return deeds.filter(
    (deed, index) =>
      deed.together === next.together &&
      deed.heldKey === null &&
      !deeds.slice(0, index).some(({ bookingId, deed: { kind } }) => bookingId === deed.bookingId && kind !== 'photo')
  )
}

/** A call may fail before any refusal was handled: first remove the confirmed ones from the queue. */
async function sendSeveral(storage: ShiftStorage, deps: DrainDeps, together: readonly QueuedDeed[]): Promise<boolean> {
  let refusals: (string | null)[]
  try {
    refusals = await deps.sendTogether(together)
  } catch (error) {
    if (deps.refusal(error) === null) return false
    // The call itself is refused: send each on its own for its reason.
    for (const deed of together) if (!(await sendOne(storage, deps, deed, await storage.deeds()))) return false
    return true
  }
  for (const [index, deed] of together.entries()) if (refusals[index] === null) await storage.removeDeed(deed.key)
  for (const [index, deed] of together.entries()) {
    const key = refusals[index]
    if (key && !(await settleRefusal(storage, deps, { deed, key, deeds: await storage.deeds() }))) return false
  }
  return true
}

/** A picture is sent after all earlier actions of its trip: otherwise it would be refused. */
function nextPhoto(deeds: readonly QueuedDeed[]): QueuedDeed | undefined {
  const behind = new Set<string>()
  for (const queued of deeds) {
    if (queued.deed.kind !== 'photo') behind.add(queued.bookingId)
    else if (!behind.has(queued.bookingId)) return queued
  }
  return undefined
}

/** Sends the waiting pictures, one after the other. */
export async function drainPhotos(storage: ShiftStorage, deps: DrainDeps): Promise<Drained> {
  for (;;) {
    const deeds = await storage.deeds()
    const photo = nextPhoto(deeds)
    if (!photo) return 'empty'
    if (!(await sendOne(storage, deps, photo, [photo]))) return 'unreached'
  }
}

async function noteConflicts(storage: ShiftStorage, deps: DrainDeps): Promise<Drained> {
  for (const conflict of await storage.conflicts()) {
    if (conflict.isNoted) continue
    for (const missed of conflict.deeds) {
      try {
        await deps.note(conflict, missed)
      } catch (error) {
        if (deps.refusal(error) === null) return 'unreached'
      }
    }
    await storage.putConflict({ ...conflict, isNoted: true })
  }
  return 'empty'
}

/** True if the action is done or blocked, false if the server is unreachable. */
async function sendOne(
  storage: ShiftStorage,
  deps: DrainDeps,
  deed: QueuedDeed,
  deeds: readonly QueuedDeed[]
): Promise<boolean> {
  try {
    await deps.send(deed)
  } catch (error) {
    const key = deps.refusal(error)
    if (key === null) return false
    return settleRefusal(storage, deps, { deed, key, deeds })
  }
  await storage.removeDeed(deed.key)
  return true
}

interface Refused {
  deed: QueuedDeed
  key: string
  deeds: readonly QueuedDeed[]
}

async function settleRefusal(storage: ShiftStorage, deps: DrainDeps, { deed, key, deeds }: Refused): Promise<boolean> {
  let trip: TripState | null
  try {
    trip = await deps.look(deed)
  } catch {
    return false
  }
  if (trip?.isDone) {
    await storage.removeDeed(deed.key)
  } else if (CODE_KEYS.has(key)) {
    await storage.putDeed({ ...deed, heldKey: key, isHeldLate: hasWaited(deed, deps.now()) })
  } else if (deed.deed.kind === 'rate' || deed.deed.kind === 'report') {
    // Late stars cost no money, and a report is no step: later actions do not depend on them.
    await storage.removeDeed(deed.key)
    deps.onRefused(deed, key)
  } else {
    // A failed step does not remove a report, which the desk reads in any case.
    const lost = deeds
      .slice(deeds.findIndex((other) => other.key === deed.key))
      .filter((other) => other.bookingId === deed.bookingId && other.deed.kind !== 'report')
    if (lost.length === 1 && !hasWaited(deed, deps.now())) {
      await storage.removeDeed(deed.key)
      deps.onRefused(deed, key)
    } else {
      await storage.keepConflict(conflictOf(deed, key, trip, lost, deps.now()))
    }
  }
  return true
}

function conflictOf(
  { key: id, driverId, bookingId, reference }: QueuedDeed,
  refusedKey: string,
  trip: TripState | null,
  lost: readonly QueuedDeed[],
  at: number
): Conflict {
  const deeds = lost.map(({ key, deed: { kind }, at: done }) => ({ key, kind, at: done }))
  const status = trip?.status ?? null
  return { id, driverId, bookingId, reference, refusedKey, status, at, deeds, isNoted: false, isSeen: false }
}
