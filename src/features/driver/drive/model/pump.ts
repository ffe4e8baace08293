import { flushShift, keepFix, reportPositions } from '@/entities/shift'
import { setFreshPosition } from '@/lib/geo/fresh-position'
import { shortFix } from '@/lib/geo/geo'
import { broadcast } from '@/lib/server/channels'
import { serverNow } from '@/lib/time/server-clock'
import { followLocation, locateOnce } from './location'
import type { Fix, LocationState } from './state'

/**
 * The position pump; a page has only one. It watches the phone and broadcasts positions to the people who follow the trip. It
 * also reports to the server: during a trip all positions of the route in batches, otherwise only the newest position. It is
 * not part of React, because it must keep running while pages change.
 */

/** The state of the pump that the interface shows. */
export interface PumpState {
  location: LocationState
  fix: Fix | null
  /** False while no report of a driver without a trip reaches the server. Dispatch then offers them nothing. */
  isHeard: boolean
}

/** How often the pump checks whether something has to be sent (ms). */
const TICK_MS = 1000
/**
 * Interval between broadcast positions (ms). Riders see the car glide between two positions, so more frequent ones would only
 * use the driver's data volume.
 */
const BROADCAST_MS = 2900
/** Interval between reports of positions to the server (ms). */
const REPORT_MS = 15_000
/** Pause after a failed report (ms) before the next attempt. */
const PAUSE_MS = 5000
/**
 * After this time without a successful report (ms) the driver is told. It is longer than one report may take, so that one lost
 * request says nothing, and shorter than the 60 s for which dispatch uses a position.
 */
const UNHEARD_MS = 20_000

const listeners = new Set<() => void>()
let state: PumpState = { location: 'asking', fix: null, isHeard: true }
let isOnTrip = false
let topic: string | null = null
/** Realtime topics of the other parcels in the car. */
const alongTopics = new Set<string>()
let lastBroadcast = 0
let lastKept = 0
/** When the last report was sent (server time, ms), and when the newest position in it was measured. */
let reported = { at: 0, fix: 0 }
let pausedUntil = 0
/** When the server last accepted a report, or when reports began (device time, ms). */
let heardAt = 0
let isReporting = false

function hear(): void {
  heardAt = Date.now()
  if (!state.isHeard) set({ isHeard: true })
}

function set(change: Partial<PumpState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function take(fix: Fix): void {
  set({ location: 'on', fix })
  if (isOnTrip && fix.at > lastKept) {
    lastKept = fix.at
    void keepFix(fix)
  }
  const followed = new Set(topic ? [topic, ...alongTopics] : alongTopics)
  if (followed.size === 0 || fix.at - lastBroadcast < BROADCAST_MS) return
  lastBroadcast = fix.at
  for (const to of followed) void broadcast(to, 'position', { heading: null, ...shortFix(fix), at: fix.at })
}

/** Reports only the newest position. Without a trip, the server needs no recorded route. */
async function reportNewest(fix: Fix): Promise<void> {
  try {
    await reportPositions([fix])
    hear()
  } catch {
    reported = { at: 0, fix: 0 }
    pausedUntil = Date.now() + PAUSE_MS
    if (Date.now() - heardAt >= UNHEARD_MS) set({ isHeard: false })
  }
}

async function report(): Promise<void> {
  const { fix } = state
  const isDue = serverNow() - reported.at >= REPORT_MS && Date.now() >= pausedUntil
  if (isReporting || !isDue || !fix || fix.at <= reported.fix) return
  isReporting = true
  reported = { at: serverNow(), fix: fix.at }
  await (isOnTrip ? flushShift() : reportNewest(fix))
  isReporting = false
}

/**
 * Sets whether the driver is on a trip, whose route is then recorded.
 *
 * @param to the topic for the people who follow the trip; null until it is known
 */
export function aimPump(onTrip: boolean, to: string | null): void {
  // The recorded route starts with the position at the start of the trip.
  if (onTrip && !isOnTrip && state.fix) void keepFix(state.fix)
  // A trip's positions are stored until they can be sent, so nothing is lost and the driver is not told. Later, count anew.
  if (onTrip !== isOnTrip) hear()
  isOnTrip = onTrip
  topic = to
}

/** Also broadcasts positions to the topic of another parcel, until the returned function is called. */
export function aimAlso(to: string): () => void {
  alongTopics.add(to)
  return () => void alongTopics.delete(to)
}

/** Starts the pump; the returned function stops it. */
export function startPump(): () => void {
  hear()
  const unfollow = followLocation({ onFix: take, onLost: (location) => set({ location }) })
  const timer = setInterval(() => void report(), TICK_MS)
  setFreshPosition(async () => {
    const fix = await locateOnce()
    await (isOnTrip ? flushShift() : reportPositions([fix]))
  })
  return () => {
    unfollow()
    setFreshPosition(null)
    clearInterval(timer)
    set({ location: 'asking', fix: null, isHeard: true })
  }
}

export function pumpState(): PumpState {
  return state
}

export function subscribePump(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
