import { useCallback, useEffect, useRef, useState } from 'react'
import { boundsOf, type LatLng } from '@/lib/geo/geo'
import { afterPaint } from '@/lib/loading/after-paint'
import { useReducedMotion } from '@/lib/page/use-media'
import type { EngineEvent, EngineMap } from './engine'
import { type MapPadding, type MapViewProps, noPadding } from './map-props'
import { HOME_ZOOM } from './style'

interface CameraOptions extends Pick<MapViewProps, 'fit' | 'fitKey' | 'followKey' | 'nearest' | 'isWaiting'> {
  map: EngineMap | null
  /** The centre of the map while it has no points to show. */
  home: readonly [lng: number, lat: number]
  padding: MapPadding | undefined
}

const MARGIN = 56
const STREET_ZOOM = 15.5
/** Maximum zoom when the camera fits the view by itself. */
const NEAREST = 16.5

/**
 * Moves the map so that the given points are visible in the part that no panel or sheet covers. After a person has moved the
 * map, it stays where it is until `fitKey` changes. Without `fitKey`, it stays until the points change.
 */
export function useCamera(options: CameraOptions) {
  const { map, home, fit, fitKey, followKey, nearest = NEAREST, padding = noPadding, isWaiting = false } = options
  const still = useReducedMotion()
  // The view with which the map starts. It fits the points that are known at the start, so that the map is not drawn twice.
  const [first] = useState(() => firstView({ fit, home, nearest, padding }))
  const shown = useRef(padding)
  const { moved, movedRef, setMoved } = useMoved(map)
  const key = fitKey ?? JSON.stringify(fit?.map(({ lat, lng }) => [lat.toFixed(5), lng.toFixed(5)]))
  const lastKey = useRef(key)
  const lastFollow = useRef(followKey)
  const view = useRef<Omit<View, 'duration'>>({ fit, home, nearest, padding })
  useEffect(() => {
    view.current = { fit, home, nearest, padding }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `followKey` stand for the points in `fit`
  useEffect(() => {
    const isNew = lastKey.current !== key
    const isSame = !isNew && lastFollow.current === followKey && isEqual(shown.current, padding)
    if (!map || isWaiting || isSame || (movedRef.current && !isNew)) return
    lastKey.current = key
    lastFollow.current = followKey
    shown.current = padding
    setMoved(false)
    // Waits for the next paint, because drawing the map blocks the page's main thread.
    return afterPaint(() => moveTo(map, { ...view.current, duration: still ? 0 : 700 }))
  }, [map, isWaiting, key, followKey, padding.top, padding.right, padding.bottom, padding.left, still])

  // A phone that was turned changes the map's size only after the padding, so that the view fitted the old size.
  useEffect(() => {
    if (!map || isWaiting) return
    const isWide = () => map.getCanvas().clientWidth > map.getCanvas().clientHeight
    let wasWide = isWide()
    const onResize = () => {
      if (isWide() === wasWide) return
      wasWide = isWide()
      if (!movedRef.current) moveTo(map, { ...view.current, duration: 0 })
    }
    map.on('resize', onResize)
    return () => void map.off('resize', onResize)
  }, [map, isWaiting, movedRef])

  const recentre = useCallback(() => {
    if (!map) return
    setMoved(false)
    moveTo(map, { ...view.current, duration: still ? 0 : 400 })
  }, [map, still, setMoved])

  const nudge = useCallback(
    (point: LatLng, dx: number, dy: number): LatLng => {
      if (!map) return point
      const { x, y } = map.project([point.lng, point.lat])
      const { lng, lat } = map.unproject([x + dx, y + dy])
      return { lng, lat }
    },
    [map]
  )
  return { nudge, moved, recentre, first }
}

/** Whether a person, not the page, has moved the map since it was last fitted. */
function useMoved(map: EngineMap | null) {
  const [moved, setState] = useState(false)
  const movedRef = useRef(false)
  const setMoved = useCallback((next: boolean) => {
    movedRef.current = next
    setState(next)
  }, [])
  useEffect(() => {
    if (!map) return
    const onMove = ({ originalEvent }: EngineEvent) => {
      // Only moves by a person count. They have an `originalEvent`, but so has a resize of the window.
      if (originalEvent && originalEvent.type !== 'resize') setMoved(true)
    }
    map.on('movestart', onMove)
    return () => {
      map.off('movestart', onMove)
    }
  }, [map, setMoved])
  return { moved, movedRef, setMoved }
}

type Size = Pick<HTMLElement, 'clientWidth' | 'clientHeight'>

interface View {
  fit: readonly LatLng[] | undefined
  home: readonly [lng: number, lat: number]
  nearest: number
  padding: MapPadding
  duration: number
}

const isEqual = (a: MapPadding, b: MapPadding) =>
  a.top === b.top && a.right === b.right && a.bottom === b.bottom && a.left === b.left

/** Returns the view that `moveTo` would produce. The map does not exist yet, so it is assumed to fill the window. */
function firstView({ fit, home, nearest, padding }: Omit<View, 'duration'>) {
  const size = { clientWidth: window.innerWidth, clientHeight: window.innerHeight }
  const [only, second] = fit ?? []
  const box = second ? boundsOf(fit ?? []) : null
  if (box) return { bounds: box, fitBoundsOptions: { padding: roomOf(size, padding, MARGIN), maxZoom: nearest } }
  const [longitude, latitude] = only ? [only.lng, only.lat] : home
  return { longitude, latitude, zoom: only ? STREET_ZOOM : HOME_ZOOM, padding: roomOf(size, padding, 0) }
}

function moveTo(map: EngineMap, { fit, home, nearest, padding, duration }: View): void {
  const [only, second] = fit ?? []
  if (only && !second) {
    map.easeTo({
      center: [only.lng, only.lat],
      zoom: STREET_ZOOM,
      padding: roomOf(map.getCanvas(), padding, 0),
      duration
    })
    return
  }
  const box = boundsOf(fit ?? [])
  if (!box) {
    map.easeTo({ center: home, zoom: HOME_ZOOM, padding: roomOf(map.getCanvas(), padding, 0), duration })
    return
  }
  // `fitBounds` would add its padding to the padding that the camera already has, so the camera's padding is cleared first.
  map.easeTo({ padding: noPadding, duration: 0 })
  map.fitBounds(box, { padding: roomOf(map.getCanvas(), padding, MARGIN), maxZoom: nearest, duration })
}

/** Returns padding plus margin, reduced so that at least 120 px of the map are left: `fitBounds` fails if no space is left. */
function roomOf({ clientWidth, clientHeight }: Size, padding: MapPadding, margin: number): MapPadding {
  const widest = Math.max(0, clientWidth - 120)
  const tallest = Math.max(0, clientHeight - 120)
  const across = Math.min(1, widest / Math.max(1, padding.left + padding.right + 2 * margin))
  const down = Math.min(1, tallest / Math.max(1, padding.top + padding.bottom + 2 * margin))
  return {
    left: (padding.left + margin) * across,
    right: (padding.right + margin) * across,
    top: (padding.top + margin) * down,
    bottom: (padding.bottom + margin) * down
  }
}
