import { broadcast } from '@/lib/channels'
import { serverNow } from '@/lib/server-clock'
import { reportPositions } from './commands'
import { createFixBuffer } from './fix-buffer'
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

/** How often the buffer is looked at. */
const TICK_MS = 1000
/** A phone may give several fixes a second; the map needs one. */
const BROADCAST_MS = 900
/** After a batch that did not get through the next one waits this long; the trail is not lost meanwhile. */
const PAUSE_MS = 5000
/** A step of the trip waits this long for the trail at most: the driver stands at the door. */
const HAND_IN_MS = 4000

const buffer = createFixBuffer()
const listeners = new Set<() => void>()
let state: PumpState = { location: 'asking', fix: null }
let isOnTrip = false
let topic: string | null = null
let lastSent = 0
let pausedUntil = 0
let draining: Promise<void> | null = null

function set(change: Partial<PumpState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function take(fix: Fix): void {
  buffer.add(fix)
  set({ location: 'on', fix })
  if (!topic || fix.at - lastSent < BROADCAST_MS) return
  lastSent = fix.at
  void broadcast(topic, 'position', {
    lat: fix.lat,
    lng: fix.lng,
    heading: fix.heading,
    at: fix.at
  })
}

/** Empties the buffer, batch by batch; what does not get through stays for the next time. */
async function drain(): Promise<void> {
  while (buffer.size > 0) {
    const keepsTrail = isOnTrip
    const batch = buffer.take()
    const last = batch.at(-1)
    if (!last) return
    try {
      // Without a trip nobody needs the trail, only where the car is now.
      await reportPositions(keepsTrail ? batch : [last])
    } catch {
      if (keepsTrail) buffer.putBack(batch)
      pausedUntil = Date.now() + PAUSE_MS
      return
    }
  }
}

function drainOnce(): Promise<void> {
  draining ??= drain().finally(() => {
    draining = null
  })
  return draining
}

/**
 * Hands in what is left of the trail, before the step that ends it. Never rejects: a step must not hang on its trail,
 * so after a few seconds it goes ahead without.
 */
export async function handInTrail(): Promise<void> {
  await Promise.race([drainOnce(), new Promise<void>((resolve) => setTimeout(resolve, HAND_IN_MS))])
}

/**
 * Says whether the driver is on a trip, whose trail is kept, or only online.
 *
 * @param to the topic on which the people of the trip follow its car, once it is known
 */
export function aimPump(onTrip: boolean, to: string | null): void {
  isOnTrip = onTrip
  topic = to
}

/** Follows the phone until the returned function is called. */
export function startPump(): () => void {
  const unfollow = followLocation({ onFix: take, onLost: (location) => set({ location }) })
  const timer = setInterval(() => {
    if (Date.now() >= pausedUntil && buffer.isDue(serverNow())) void drainOnce()
  }, TICK_MS)
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
