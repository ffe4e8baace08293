import { useEffect, useRef } from 'react'
import type { Bbox } from '@/lib/geo/geo'
import { type EngineMap, useMapEngine } from './engine'

/**
 * The margin that is added to the visible part of the map on each side, as a share of its size. Thanks to this margin, a small
 * move of the map needs no new request.
 */
const MARGIN = 0.25

/**
 * Calls `onBounds` with the visible part of the map plus a margin. Calls it again when the map shows a place beyond the margin.
 * Also calls it again when the map has zoomed in so far that the last bounds are at least three times as wide as the new ones.
 */
export function MapBounds({ onBounds }: { onBounds: (bounds: Bbox) => void }) {
  const { map } = useMapEngine()
  const told = useRef<Bbox | null>(null)
  useEffect(() => {
    const look = () => {
      const seen = boundsOn(map)
      if (told.current && holds(told.current, seen)) return
      told.current = widened(seen)
      onBounds(told.current)
    }
    look()
    map.on('moveend', look)
    return () => void map.off('moveend', look)
  }, [map, onBounds])
  return null
}

function boundsOn(map: EngineMap): Bbox {
  const { clientWidth, clientHeight } = map.getCanvas()
  const [from, to] = [map.unproject([0, clientHeight]), map.unproject([clientWidth, 0])]
  return [from.lng, from.lat, to.lng, to.lat]
}

/** Whether the first box contains the second one and is less than three times as wide as the second one. */
function holds([west, south, east, north]: Bbox, [w, s, e, n]: Bbox): boolean {
  return w >= west && s >= south && e <= east && n <= north && (east - west) / (e - w) < 3
}

function widened([west, south, east, north]: Bbox): Bbox {
  const [wide, tall] = [(east - west) * MARGIN, (north - south) * MARGIN]
  return [
    Math.max(-180, west - wide),
    Math.max(-85, south - tall),
    Math.min(180, east + wide),
    Math.min(85, north + tall)
  ]
}
