import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { LatLng } from '@/lib/geo/geo'
import { useMapEngine } from './engine'
import { palettes } from './palette'

interface DraftOutlineProps {
  corners: readonly LatLng[]
  closed: boolean
}

/**
 * The outline of the edited area, below the handles of its corners. It is an SVG and not a layer of the map: a worker redraws
 * layers, so the outline would lag behind a dragged corner.
 */
export function DraftOutline({ corners, closed }: DraftOutlineProps) {
  const { map, theme } = useMapEngine()
  const area = useRef<SVGPathElement>(null)
  const edge = useRef<SVGPathElement>(null)
  useLayoutEffect(() => {
    const draw = () => {
      const points = corners.map(({ lng, lat }) => map.project([lng, lat]))
      const line = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
      area.current?.setAttribute('d', points.length > 2 ? `${line}Z` : '')
      edge.current?.setAttribute('d', closed ? `${line}Z` : line)
    }
    draw()
    // Both map libraries move the handles on these events, so the outline is redrawn on the same events.
    map.on('move', draw)
    map.on('resize', draw)
    return () => {
      map.off('move', draw)
      map.off('resize', draw)
    }
  }, [map, corners, closed])
  const box = map.getCanvas().parentElement
  if (!box) return null
  const { label } = palettes[theme]
  return createPortal(
    <svg aria-hidden data-draft className="pointer-events-none absolute inset-0 z-1 size-full overflow-hidden">
      <path ref={area} fill={label} fillOpacity={0.12} />
      <path
        ref={edge}
        fill="none"
        stroke={label}
        strokeWidth={2.5}
        strokeLinejoin="round"
        strokeLinecap="round"
        {...(closed ? {} : { strokeDasharray: '5 6' })}
      />
    </svg>,
    box
  )
}
