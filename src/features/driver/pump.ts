import { flushShift, keepFix, reportPositions } from '@/entities/shift'
import { broadcast } from '@/lib/channels'
import { shortFix } from '@/lib/geo'
import { serverNow } from '@/lib/server-clock'
import { followLocation } from './location'
import type { Fix, LocationState } from './model'

/**
 * The page's one position pump: it follows the phone, tells those who follow the trip at once and the server in
 * batches. It stands outside of React, since it outlives every page of the driver's.
 */

/** What the interface shows of the pump. */
export interface PumpState {
  location: LocationState
  fix: Fix | null
}

/** How often it is looked at whether something is to be sent. */
const TICK_MS = 1000
/** Riders see a car glide between two positions: more of them cost a driver's data volume and change nothing. */
const BROADCAST_MS = 2900
/** The server gets positions this often, in batches. */
const REPORT_MS = 15_000
/** After a report that did not get through the next one waits this long. */
const PAUSE_MS = 5000

const listeners = new Set<() => void>()
let state: PumpState = { location: 'asking', fix: null }
let isOnTrip = false
let topic: string | null = null
/** Of the other parcels on board. */
const alongTopics = new Set<string>()
let lastBroadcast = 0
let lastKept = 0
/** When the server was told last, and of which position. */
let reported = { at: 0, fix: 0 }
let pausedUntil = 0
let isReporting = false

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

/** Without a trip nobody needs the trail, only where the car is now. */
async function reportNewest(fix: Fix): Promise<void> {
  try {
    await reportPositions([fix])
  } catch {
    reported = { at: 0, fix: 0 }
    pausedUntil = Date.now() + PAUSE_MS
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
 * Says whether the driver is on a trip, whose trail is kept, or only online.
 *
 * @param to the topic on which the people of the trip follow its car, once it is known
 */
export function aimPump(onTrip: boolean, to: string | null): void {
  // The trail begins where the car is when the trip does.
  if (onTrip && !isOnTrip && state.fix) void keepFix(state.fix)
  isOnTrip = onTrip
  topic = to
}

/** Tells the people of another parcel, too, until the returned function is called. */
export function aimAlso(to: string): () => void {
  alongTopics.add(to)
  return () => void alongTopics.delete(to)
}

/** Follows the phone until the returned function is called. */
export function startPump(): () => void {
  const unfollow = followLocation({ onFix: take, onLost: (location) => set({ location }) })
  const timer = setInterval(() => void report(), TICK_MS)
  return () => {
    unfollow()
    clearInterval(timer)
    set({ location: 'asking', fix: null })
  }
}

export function pumpState(): PumpState {
  return state
}

export function subscribePump(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
