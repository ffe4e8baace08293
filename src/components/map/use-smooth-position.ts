import { useEffect, useRef, useState } from 'react'
import type { LatLng } from '@/lib/geo/geo'
import { useReducedMotion } from '@/lib/page/use-media'

interface Pose extends LatLng {
  /** Degrees clockwise from north. Null if unknown: the car then keeps its last direction. */
  heading: number | null
}

interface Glide {
  /** Minimum interval between updates (ms), for a component that takes long to render. */
  everyMs?: number
}

const SHORTEST_MS = 300
const LONGEST_MS = 2000
/**
 * A distance larger than this (in degrees; about a kilometre) between two reported positions is a correction and not a drive,
 * so the movement is not animated.
 */
const JUMP_DEGREES = 0.012

/**
 * Returns the angle (degrees) at `share` (0 to 1) of a turn in the shorter direction: from 350 to 10 degrees, the turn is 20
 * degrees and not 340.
 */
export function turn(from: number, to: number, share: number): number {
  const difference = ((((to - from + 540) % 360) + 360) % 360) - 180
  return (from + difference * share + 360) % 360
}

/**
 * Returns the duration of an animation (ms). It is the time since the last reported position, within limits, so that the car
 * moves evenly until the next position is reported.
 */
export function glideMs(sinceLast: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, sinceLast))
}

/** Whether the distance between two reported positions is too large for a drive. */
export function isJump(from: LatLng, to: LatLng): boolean {
  return Math.abs(from.lat - to.lat) + Math.abs(from.lng - to.lng) > JUMP_DEGREES
}

/** Returns the position and direction at `share` (0 to 1) of the way. The car turns during the first third of the way. */
export function between(from: Pose, to: Pose, share: number): Pose {
  const heading = to.heading === null || from.heading === null ? (to.heading ?? from.heading) : null
  return {
    lat: from.lat + (to.lat - from.lat) * share,
    lng: from.lng + (to.lng - from.lng) * share,
    heading: heading ?? turn(from.heading ?? 0, to.heading ?? 0, Math.min(1, share * 3))
  }
}

/**
 * Animates a position from one value to the next. It jumps if the person prefers reduced motion, the page is hidden, or the
 * distance is too large for a drive.
 */
export function useSmoothPosition(target: Pose, { everyMs = 0 }: Glide = {}): Pose {
  const still = useReducedMotion()
  const [pose, setPose] = useState(target)
  const current = useRef(target)
  const lastFix = useRef(0)
  const { lat, lng, heading } = target

  useEffect(() => {
    const from = current.current
    const to = { lat, lng, heading: heading ?? from.heading }
    if (from.lat === lat && from.lng === lng && from.heading === to.heading) return
    const show = (next: Pose) => {
      current.current = next
      setPose(next)
    }
    const start = performance.now()
    const glide = glideMs(start - lastFix.current)
    lastFix.current = start
    // A hidden page draws no frames. Without this check, all missed movements would be replayed when the page becomes visible.
    if (still || document.hidden || isJump(from, to)) return show(to)
    let frame = 0
    let shown = start
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - start) / glide))
      if (share === 1 || now - shown >= everyMs) {
        shown = now
        show(between(from, to, share))
      }
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [lat, lng, heading, still, everyMs])

  return pose
}
