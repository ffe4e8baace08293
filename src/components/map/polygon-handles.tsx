import { type Dispatch, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { LatLng } from '@/lib/geo/geo'
import { cn } from '@/lib/utils'
import { type EngineMap, useMapEngine } from './engine'
import { arrowSteps } from './markers'
import type { DraftStep, PolygonDraft } from './polygon-draft'

interface CornerProps {
  index: number
  at: LatLng
  draft: PolygonDraft
  onStep: Dispatch<DraftStep>
}

/** A corner of the area, to drag or to move by arrow keys. While drawing, pressing the first corner closes the area. */
export function Corner({ index, at, draft, onStep }: CornerProps) {
  const { Marker, nudge } = useMapEngine()
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const isChosen = draft.chosen === index
  const count = draft.corners.length
  const canClose = index === 0 && !draft.closed && count >= 3

  // biome-ignore lint/correctness/useExhaustiveDependencies: `count`, because a new corner may get the index of the selected one
  useEffect(() => {
    // The selected corner takes the keyboard focus from another corner. If the map has the focus, because the person is drawing
    // with Enter, the map keeps the focus.
    const active = document.activeElement
    if (isChosen && (active === document.body || active?.closest('[data-corner]'))) button.current?.focus()
  }, [isChosen, count])

  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key]
    if (step) {
      const pixels = event.shiftKey ? 48 : 8
      onStep({ do: 'move', index, at: nudge(at, step[0] * pixels, step[1] * pixels) })
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      onStep({ do: 'remove', index })
    } else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Marker
      longitude={at.lng}
      latitude={at.lat}
      anchor="center"
      draggable
      // `flushSync` renders at once. Otherwise the outline would be drawn a frame later than the dragged corner.
      onDrag={({ lngLat }) => flushSync(() => onStep({ do: 'drag', index, at: { lat: lngLat.lat, lng: lngLat.lng } }))}
      onDragEnd={({ lngLat }) => onStep({ do: 'move', index, at: { lat: lngLat.lat, lng: lngLat.lng } })}
      style={{ zIndex: isChosen ? 4 : 3 }}
    >
      <button
        ref={button}
        type="button"
        data-corner
        aria-label={t(canClose ? 'map.first_corner' : 'map.corner', { index: index + 1, count })}
        aria-pressed={isChosen}
        onFocus={() => isChosen || onStep({ do: 'choose', index })}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          event.stopPropagation()
          onStep(canClose ? { do: 'close' } : { do: 'choose', index })
        }}
        className="grid size-8 cursor-grab touch-none place-items-center rounded-full active:cursor-grabbing"
      >
        <span
          className={cn(
            'rounded-full border-2',
            isChosen ? 'size-4.5 border-ink bg-accent' : 'size-3.5 border-ink bg-card',
            canClose && 'outline-2 outline-offset-2 outline-ink'
          )}
        />
      </button>
    </Marker>
  )
}

interface EdgeMiddleProps {
  index: number
  from: LatLng
  to: LatLng
  onStep: Dispatch<DraftStep>
}

/** An edge shorter than this (px) gets no middle handle, because three handles would overlap; zooming in makes space. */
const SHORT_EDGE = 72

function useEdgePixels(map: EngineMap, from: LatLng, to: LatLng): number {
  const [, setZoom] = useState(0)
  useEffect(() => {
    const onZoom = () => setZoom(map.getZoom())
    map.on('zoomend', onZoom)
    return () => {
      map.off('zoomend', onZoom)
    }
  }, [map])
  const a = map.project([from.lng, from.lat])
  const b = map.project([to.lng, to.lat])
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** The handle in the middle of an edge: pressing or dragging it adds a corner. */
export function EdgeMiddle({ index, from, to, onStep }: EdgeMiddleProps) {
  const { Marker, map } = useMapEngine()
  const { t } = useTranslation()
  const length = useEdgePixels(map, from, to)
  const middle = { lat: (from.lat + to.lat) / 2, lng: (from.lng + to.lng) / 2 }
  const insert = (at: LatLng) => onStep({ do: 'insert', index: index + 1, at })
  if (length < SHORT_EDGE) return null
  return (
    <Marker
      longitude={middle.lng}
      latitude={middle.lat}
      anchor="center"
      draggable
      onDragEnd={({ lngLat }) => insert({ lat: lngLat.lat, lng: lngLat.lng })}
      style={{ zIndex: 2 }}
    >
      <button
        type="button"
        data-corner
        aria-label={t('map.edge_middle', { index: index + 1 })}
        onClick={(event) => {
          event.stopPropagation()
          insert(middle)
        }}
        className="grid size-6 cursor-copy touch-none place-items-center rounded-full"
      >
        <span className="size-2.5 rounded-full border border-ink bg-card opacity-80" />
      </button>
    </Marker>
  )
}
