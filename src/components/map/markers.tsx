import type { KeyboardEvent, ReactNode } from 'react'
import type { LatLng } from '@/lib/geo/geo'
import { cn } from '@/lib/utils'
import { useMapEngine } from './engine'
import { PinRoom } from './pin-room'
import { useSmoothPosition } from './use-smooth-position'

interface PointMarkerProps extends LatLng {
  /** The marker's name for screen readers. For a marker that can be moved, also the instructions for moving it by keys. */
  label: string
  /** Makes the marker draggable, and movable by the arrow keys. */
  onMove?: ((point: LatLng) => void) | undefined
  /** A short text beside the marker, such as the arrival time. The page must also show this text outside of the map. */
  note?: string | null
}

/** The direction in which each arrow key moves a marker on the screen, as [x, y]. */
export const arrowSteps: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0]
}

function PointMarker({
  lat,
  lng,
  label,
  onMove,
  note,
  className,
  children
}: PointMarkerProps & { className: string; children: ReactNode }) {
  const { Marker, nudge } = useMapEngine()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowSteps[event.key]
    if (!step || !onMove) return
    event.preventDefault()
    event.stopPropagation()
    const pixels = event.shiftKey ? 48 : 12
    onMove(nudge({ lat, lng }, step[0] * pixels, step[1] * pixels))
  }
  return (
    <>
      <PinRoom lat={lat} lng={lng} />
      <Marker
        longitude={lng}
        latitude={lat}
        anchor="center"
        draggable={onMove !== undefined}
        style={{ zIndex: 2 }}
        {...(onMove ? { onDragEnd: ({ lngLat }) => onMove({ lat: lngLat.lat, lng: lngLat.lng }) } : {})}
      >
        {onMove ? (
          <button
            type="button"
            aria-label={label}
            onKeyDown={onKeyDown}
            onClick={(event) => event.stopPropagation()}
            className={cn('cursor-grab touch-none active:cursor-grabbing', className)}
          >
            {children}
          </button>
        ) : (
          <div role="img" aria-label={label} className={className}>
            {children}
          </div>
        )}
        {note && (
          <span
            aria-hidden
            className="pointer-events-none absolute start-full top-1/2 ms-2 -translate-y-1/2 rounded-control border border-line bg-card px-2.5 py-1 text-sm font-semibold whitespace-nowrap text-ink tabular"
          >
            {note}
          </span>
        )}
      </Marker>
    </>
  )
}

/** The marker at the pickup: a ring. */
export function PickupMarker(props: PointMarkerProps) {
  return (
    <PointMarker {...props} className="grid size-7 place-items-center rounded-full border-2 border-paper bg-ink">
      <span className="size-2 rounded-full bg-paper" />
    </PointMarker>
  )
}

/** The marker at the drop-off: a square. */
export function DropMarker(props: PointMarkerProps) {
  return (
    <PointMarker
      {...props}
      className="grid size-7 place-items-center rounded-[7px] border-2 border-accent-ink bg-accent"
    >
      <span className="size-2 bg-accent-ink" />
    </PointMarker>
  )
}

/** The marker at a stop on the way, with the stop's number. */
export function StopMarker({ index, ...props }: PointMarkerProps & { index: number }) {
  return (
    <PointMarker
      {...props}
      className="grid size-6 place-items-center rounded-full border-2 border-ink bg-card text-xs font-semibold text-ink"
    >
      {index}
    </PointMarker>
  )
}

interface CarMarkerProps extends LatLng {
  /** Degrees clockwise from north; null while the car does not move. */
  heading?: number | null | undefined
  label: string
  tone?: 'accent' | 'ok' | 'info'
  /** Whether the car was seen here some time ago, and may be elsewhere now. */
  isOld?: boolean
}

const carTones = { accent: 'fill-accent', ok: 'fill-ok', info: 'fill-info' }

/**
 * A cab from above. It moves smoothly from one reported position to the next and turns with the road. At the pickup it covers
 * the middle of the pickup marker; the marker is wider, so its edge can still be seen and pressed.
 */
export function CarMarker({ lat, lng, heading, label, tone = 'accent', isOld = false }: CarMarkerProps) {
  const { Marker } = useMapEngine()
  const at = useSmoothPosition({ lat, lng, heading: heading ?? null })
  return (
    <Marker
      longitude={at.lng}
      latitude={at.lat}
      rotation={at.heading ?? 0}
      rotationAlignment="map"
      anchor="center"
      style={{ zIndex: 3, pointerEvents: 'none' }}
    >
      <svg
        viewBox="0 0 20 36"
        role="img"
        aria-label={label}
        className={cn('h-8 drop-shadow-[0_1px_1.5px_rgb(0_0_0/0.35)]', isOld && 'opacity-60 grayscale')}
      >
        <rect
          x="1.5"
          y="1.5"
          width="17"
          height="33"
          rx="6"
          strokeWidth="1"
          className={cn(carTones[tone], 'stroke-black/25')}
        />
        <path d="M4 11.5q6-3.4 12 0l-1.2 4.4q-4.8-1.4-9.6 0z" fill="#1d1a15" opacity="0.72" />
        <path d="M4.8 28.5q5.2 2 10.4 0l-.8-3.4q-4.4 1.1-8.8 0z" fill="#1d1a15" opacity="0.72" />
        <rect x="6.5" y="18.2" width="7" height="4" rx="1.4" fill="#fff8e6" />
      </svg>
    </Marker>
  )
}
