import { useEffect, useRef, useState } from 'react'
import type { LatLng } from '@/lib/geo'
import { useReducedMotion } from '@/lib/use-media'
import { between, glideMs, isJump } from './use-smooth-position'

interface Moving extends LatLng {
  id: string
  heading: number | null
}

/** Redrawing a thousand cars takes the map some milliseconds, so it does twelve times a second and not sixty. */
const FRAME_MS = 80
/** Movement below this many pixels is not seen. */
const SEEN_PX = 2
const METRES_PER_DEGREE = 111_195

/** Metres that a pixel covers at a zoom of tiles of 512 pixels. */
const metresPerPixel = (zoom: number, lat: number) => (78_271.5 * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom

function isSeen(from: LatLng, to: LatLng, zoom: number): boolean {
  const north = (to.lat - from.lat) * METRES_PER_DEGREE
  const east = (to.lng - from.lng) * METRES_PER_DEGREE * Math.cos((to.lat * Math.PI) / 180)
  return Math.hypot(north, east) > SEEN_PX * metresPerPixel(zoom, to.lat)
}

/**
 * Many cars that follow their fixes at once, in one glide: whoever is new, jumps or moves too little to be seen is there
 * at once.
 *
 * @param zoom asked when fixes come
 */
export function useGliding<T extends Moving>(cars: readonly T[], zoom: () => number): readonly T[] {
  const still = useReducedMotion()
  const [shown, setShown] = useState(cars)
  const current = useRef(cars)
  const lastFixes = useRef(0)
  const readZoom = useRef(zoom)
  useEffect(() => {
    readZoom.current = zoom
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
    const z = readZoom.current()
    const targets = cars.map((car) => {
      const from = before.get(car.id)
      const to = { ...car, heading: car.heading ?? from?.heading ?? null }
      return { to, from: from && !isJump(from, to) && isSeen(from, to, z) ? from : null }
    })
    const arrived = targets.map(({ to }) => to)
    if (still || document.hidden || targets.every(({ from }) => from === null)) return show(arrived)
    const timer = setInterval(() => {
      const share = Math.min(1, (performance.now() - start) / glide)
      if (share === 1) {
        clearInterval(timer)
        return show(arrived)
      }
      show(targets.map(({ from, to }) => (from ? { ...to, ...between(from, to, share) } : to)))
    }, FRAME_MS)
    return () => clearInterval(timer)
  }, [cars, still])

  return shown
}
