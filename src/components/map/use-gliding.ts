import { useEffect, useRef } from 'react'
import type { LatLng } from '@/lib/geo/geo'
import { useReducedMotion } from '@/lib/page/use-media'
import { between, glideMs, isJump } from './use-smooth-position'

interface Moving extends LatLng {
  id: string
  heading: number | null
}

/**
 * Interval between redraws of many cars (ms), about twelve per second. One redraw takes the map some milliseconds, so sixty per
 * second would be too many.
 */
const FRAME_MS = 80

/**
 * Animates many cars from one reported position to the next. A car is moved without animation if it is new, if it has moved too
 * far for a drive, or if the movement is not visible. No car is animated while the page is hidden, or if the person prefers
 * reduced motion. Each step of the animation is passed to `show`, without a rendering by React.
 *
 * @param isSeen returns whether a movement is visible; called for each new position
 * @param show draws the cars at the given positions
 */
export function useGliding<T extends Moving>(
  cars: readonly T[],
  isSeen: (from: LatLng, to: LatLng) => boolean,
  show: (cars: readonly T[]) => void
): void {
  const still = useReducedMotion()
  const current = useRef<readonly T[]>([])
  const lastFixes = useRef(0)
  const latest = useRef({ isSeen, show })
  useEffect(() => {
    latest.current = { isSeen, show }
  })

  useEffect(() => {
    const put = (next: readonly T[]) => {
      current.current = next
      latest.current.show(next)
    }
    const before = new Map(current.current.map((car) => [car.id, car]))
    const start = performance.now()
    const glide = glideMs(start - lastFixes.current)
    lastFixes.current = start
    const targets = cars.map((car) => {
      const from = before.get(car.id)
      const to = { ...car, heading: car.heading ?? from?.heading ?? null }
      return { to, from: from && !isJump(from, to) && latest.current.isSeen(from, to) ? from : null }
    })
    const arrived = targets.map(({ to }) => to)
    if (still || document.hidden || targets.every(({ from }) => from === null)) return put(arrived)
    const at = (share: number) => targets.map(({ from, to }) => (from ? { ...to, ...between(from, to, share) } : to))
    put(at(0))
    const timer = setInterval(() => {
      const share = Math.min(1, (performance.now() - start) / glide)
      if (share === 1) clearInterval(timer)
      put(share === 1 ? arrived : at(share))
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [cars, still])
}
