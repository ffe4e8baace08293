import { useEffect, useRef, useState } from 'react'
import type { LatLng } from '@/lib/geo'
import { useReducedMotion } from '@/lib/use-media'
import { between, glideMs, isJump } from './use-smooth-position'

interface Moving extends LatLng {
  id: string
  heading: number | null
}

/** Redrawing many cars takes the map some milliseconds, so it does twelve times a second and not sixty. */
const FRAME_MS = 80
/**
 * Many cars that follow their fixes at once, in one glide: whoever is new, jumps or moves too little to be seen is there
 * at once.
 *
 * @param isSeen asked when fixes come: whether anybody would see this way
 */
export function useGliding<T extends Moving>(
  cars: readonly T[],
  isSeen: (from: LatLng, to: LatLng) => boolean
): readonly T[] {
  const still = useReducedMotion()
  const [shown, setShown] = useState(cars)
  const current = useRef(cars)
  const lastFixes = useRef(0)
  const seen = useRef(isSeen)
  useEffect(() => {
    seen.current = isSeen
  })

  useEffect(() => {
    const show = (next: readonly T[]) => {
      current.current = next
      setShown(next)
    }
    const before = new Map(current.current.map((car) => [car.id, car]))
    const start = performance.now()
    const glide = glideMs(start - lastFixes.current)
    lastFixes.current = start
    const targets = cars.map((car) => {
      const from = before.get(car.id)
      const to = { ...car, heading: car.heading ?? from?.heading ?? null }
      return { to, from: from && !isJump(from, to) && seen.current(from, to) ? from : null }
    })
    const arrived = targets.map(({ to }) => to)
    if (still || document.hidden || targets.every(({ from }) => from === null)) return show(arrived)
    const at = (share: number) => targets.map(({ from, to }) => (from ? { ...to, ...between(from, to, share) } : to))
    show(at(0))
    const timer = setInterval(() => {
      const share = Math.min(1, (performance.now() - start) / glide)
      if (share === 1) {
        clearInterval(timer)
        return show(arrived)
      }
      show(at(share))
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [cars, still])

  return shown
}
