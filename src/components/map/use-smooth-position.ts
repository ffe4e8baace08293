import { useEffect, useRef, useState } from 'react'
import { useReducedMotion } from '@/lib/use-media'

interface Pose {
  lat: number
  lng: number
  heading: number
}

const GLIDE_MS = 1000
/** A jump beyond this (about a kilometre) is a correction, not a drive. */
const JUMP_DEGREES = 0.012

/** The shorter way round: 350 to 10 degrees turns by 20, not by 340. */
export function turn(from: number, to: number, share: number): number {
  const difference = ((to - from + 540) % 360) - 180
  return (from + difference * share + 360) % 360
}

/** Follows a position in one-second glides; jumps where motion is unwanted or the way is too far. */
export function useSmoothPosition(target: Pose): Pose {
  const still = useReducedMotion()
  const [pose, setPose] = useState(target)
  const current = useRef(target)
  const { lat, lng, heading } = target

  useEffect(() => {
    const from = current.current
    const to = { lat, lng, heading }
    const far = Math.abs(from.lat - lat) + Math.abs(from.lng - lng) > JUMP_DEGREES
    const show = (next: Pose) => {
      current.current = next
      setPose(next)
    }
    if (from.lat === lat && from.lng === lng && from.heading === heading) return
    if (still || far) return show(to)
    let frame = 0
    const start = performance.now()
    const step = (now: number) => {
      const share = Math.min(1, (now - start) / GLIDE_MS)
      show({
        lat: from.lat + (lat - from.lat) * share,
        lng: from.lng + (lng - from.lng) * share,
        heading: turn(from.heading, heading, Math.min(1, share * 3))
      })
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [lat, lng, heading, still])

  return pose
}
