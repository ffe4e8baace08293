import { useMemo } from 'react'
import { decodePolyline } from '@/lib/geo'
import { useMapEngine } from './engine'
import { palettes } from './palette'

interface RouteLineProps {
  id?: string
  /** Encoded, precision 5, as `routes/*` answers it. */
  polyline: string
  /** The way still to go to the pickup, say: thinner and without the case. */
  quiet?: boolean
}

/** The route in amber, cased in ink. */
export function RouteLine({ id = 'route', polyline, quiet = false }: RouteLineProps) {
  const { Line, theme } = useMapEngine()
  const coordinates = useMemo(() => decodePolyline(polyline), [polyline])
  const { route, routeCase } = palettes[theme]
  if (coordinates.length < 2) return null
  const strokes = quiet
    ? [{ color: route, width: 4, opacity: 0.75, dashed: true }]
    : [
        { color: routeCase, width: 9 },
        { color: route, width: 5.5 }
      ]
  return <Line id={id} coordinates={coordinates} strokes={strokes} />
}
