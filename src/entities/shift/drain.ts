import type { Conflict, Fix, MissedDeed, QueuedDeed } from './model'
import type { ShiftStorage } from './storage'
import { hasWaited } from './waited'

/** Points a batch carries at most, so that catching up after a tunnel is a few calls, not one huge one. */
export const BATCH = 100

/** Refusals of a code: the trip stays where it is, and the driver is asked again. */
const CODE_KEYS = new Set(['start_code_wrong', 'start_code_required', 'start_code_locked'])

/** Where the server has a trip. */
export interface TripState {
  status: string
  /** The deed has been done: its answer got lost on the way back. */
  isDone: boolean
}

/** What sending needs from outside. */
export interface DrainDeps {
  /** Hands in fixes, oldest first. */
  report: (fixes: readonly Fix[]) => Promise<void>
  send: (deed: QueuedDeed) => Promise<void>
  /** Sends what one press did for several parcels; answers the refusal of each, null where it counts. */
  sendTogether: (deeds: readonly QueuedDeed[]) => Promise<(string | null)[]>
  /** The server's refusal; null where it could not be reached. */
  refusal: (error: unknown) => string | null
  /** Where the trip of a deed stands; null where the driver may no longer read it. Throws when out of reach. */
  look: (deed: QueuedDeed) => Promise<TripState | null>
  /** Notes a deed that was not counted in the history of its booking. */
  note: (conflict: Conflict, missed: MissedDeed) => Promise<void>
  /** A deed was refused as it was done: there is nothing to prove, only to say. */
  onRefused: (deed: QueuedDeed, key: string) => void
  now: () => number
}

/** How sending ended: everything is there, or the network is not. */
export type Drained = 'empty' | 'unreached'

/** What is sent next: the first deed whose trip is not held up. Pictures go beside the others, which they would hold up. */
function nextDeed(deeds: readonly QueuedDeed[]): QueuedDeed | undefined {
  const held = new Set(deeds.filter(({ heldKey }) => heldKey !== null).map(({ bookingId }) => bookingId))
  return deeds.find(({ bookingId, deed }) => {
    // The desk hears of an accident whatever became of a code.
    if (deed.kind === 'report') return true
    return !held.has(bookingId) && deed.kind !== 'photo'
  })
}

/**
 * Sends what waits, in order: before each deed the positions of the time before it, after the last one those since. It stops
 * at the first thing that does not get through. A deed whose code was refused holds up its own trip only.
 *
 * Positions that come meanwhile go with the next batch: on a slow network this would never end, a call for each of them.
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
        // Refused positions are refused again: they hold nothing up.
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

/** The deeds of one press at a door that nothing of their own trips comes before. */
function pressedWith(next: QueuedDeed, deeds: readonly QueuedDeed[]): QueuedDeed[] {
  if (!next.together) return [next]
  return deeds.filter(
    (deed, index) =>
      deed.together === next.together &&
      deed.heldKey === null &&
      !deeds.slice(0, index).some(({ bookingId, deed: { kind } }) => bookingId === deed.bookingId && kind !== 'photo')
  )
}

/** A call may come back before any refusal was settled: what was confirmed is off the queue first. */
async function sendSeveral(storage: ShiftStorage, deps: DrainDeps, together: readonly QueuedDeed[]): Promise<boolean> {
  let refusals: (string | null)[]
  try {
    refusals = await deps.sendTogether(together)
  } catch (error) {
    if (deps.refusal(error) === null) return false
    // The call itself is refused: each says by itself why.
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

/** What a picture shows has happened once all that was done before it on its trip has: else it would be refused. */
function nextPhoto(deeds: readonly QueuedDeed[]): QueuedDeed | undefined {
  const behind = new Set<string>()
  for (const queued of deeds) {
    if (queued.deed.kind !== 'photo') behind.add(queued.bookingId)
    else if (!behind.has(queued.bookingId)) return queued
  }
  return undefined
}

/** Sends the pictures that wait, one after the other. */
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

/** True where the deed is off the queue or held, false where the server is out of reach. */
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
    // Stars that come too late lose nobody any money, and a report is no step: nothing after them rests on them.
    await storage.removeDeed(deed.key)
    deps.onRefused(deed, key)
  } else {
    // No step takes a report with it, which the desk reads whatever became of the trip.
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
