import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { type Bbox, boundsOf, type LatLng } from '@/lib/geo'
import { useReducedMotion } from '@/lib/use-media'
import { type MapPadding, noPadding } from './map-props'

/** The part of either library's map that the camera needs. */
export interface CameraMap {
  fitBounds: (bounds: Bbox, options: Record<string, unknown>) => unknown
  easeTo: (options: Record<string, unknown>) => unknown
  project: (point: [number, number]) => { x: number; y: number }
  unproject: (point: [number, number]) => { lng: number; lat: number }
  zoomIn: () => unknown
  zoomOut: () => unknown
}

interface CameraOptions {
  map: RefObject<CameraMap | null>
  ready: boolean
  /** Where the map stands while there is nothing to show. */
  home: readonly [lng: number, lat: number]
  fit: readonly LatLng[] | undefined
  fitKey: string | undefined
  padding: MapPadding | undefined
}

const MARGIN = 56
const STREET_ZOOM = 15.5
export const HOME_ZOOM = 12.6

/** Keeps the wished points in the free part of the map, and leaves a view that a person chose alone until they change. */
export function useCamera({ map, ready, home, fit, fitKey, padding = noPadding }: CameraOptions) {
  const still = useReducedMotion()
  const first = useRef(true)
  const key = fitKey ?? JSON.stringify(fit?.map(({ lat, lng }) => [lat.toFixed(5), lng.toFixed(5)]))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the points
  useEffect(() => {
    const current = map.current
    if (!ready || !current) return
    const isFirst = first.current
    first.current = false
    const move = () => moveTo(current, { fit, home, padding, duration: isFirst || still ? 0 : 700 })
    if (isFirst) {
      move()
      return
    }
    // The map draws anew on the page's own thread: what else the page has to say is painted before.
    return afterPaint(move)
  }, [ready, key, padding.top, padding.right, padding.bottom, padding.left, still])

  const nudge = useCallback(
    (point: LatLng, dx: number, dy: number): LatLng => {
      const current = map.current
      if (!current) return point
      const { x, y } = current.project([point.lng, point.lat])
      const { lng, lat } = current.unproject([x + dx, y + dy])
      return { lng, lat }
    },
    [map]
  )
  return { nudge }
}

interface View {
  fit: readonly LatLng[] | undefined
  home: readonly [lng: number, lat: number]
  padding: MapPadding
  duration: number
}

function moveTo(map: CameraMap, { fit, home, padding, duration }: View): void {
  const [only, second] = fit ?? []
  if (only && !second) {
    map.easeTo({ center: [only.lng, only.lat], zoom: STREET_ZOOM, padding: roomOf(padding, 0), duration })
    return
  }
  const box = boundsOf(fit ?? [])
  if (!box) {
    map.easeTo({ center: home, zoom: HOME_ZOOM, padding: roomOf(padding, 0), duration })
    return
  }
  // The camera's own padding adds to fitBounds', so it is cleared first.
  map.easeTo({ padding: noPadding, duration: 0 })
  map.fitBounds(box, { padding: roomOf(padding, MARGIN), maxZoom: 16.5, duration })
}

/** Calls once the next frame is on the screen, unless the returned function is called before. */
function afterPaint(call: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(call)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** Never more room than the window has: fitBounds gives up on an impossible box. */
function roomOf(padding: MapPadding, margin: number): MapPadding {
  const widest = Math.max(0, window.innerWidth - 120)
  const tallest = Math.max(0, window.innerHeight - 120)
  const across = Math.min(1, widest / Math.max(1, padding.left + padding.right + 2 * margin))
  const down = Math.min(1, tallest / Math.max(1, padding.top + padding.bottom + 2 * margin))
  return {
    left: (padding.left + margin) * across,
    right: (padding.right + margin) * across,
    top: (padding.top + margin) * down,
    bottom: (padding.bottom + margin) * down
  }
}
