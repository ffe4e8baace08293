import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { type LatLng, pointsOfPolyline } from '@/lib/geo/geo'
import { projectOnLine, splitLine } from '@/lib/geo/line'
import { type ShapeLayer, useMapEngine } from './engine'
import { palettes, routeColours } from './palette'
import { useSmoothPosition } from './use-smooth-position'

/**
 * If the car is farther than this from the route (metres), nothing is dimmed, because it is unknown which part the car has
 * driven.
 */
const OFF_METRES = 150

interface RouteLineProps {
  id?: string
  /** The route as an encoded polyline (precision 5), as the `routes/*` functions return it. */
  polyline: string
  /** Draws a thinner, dashed line without an outline, for example for the driver's way to the pickup. */
  quiet?: boolean
  /** The position of a car. The part of the route that the car has driven is dimmed. */
  at?: LatLng | null | undefined
}

interface Stroke {
  color: string
  width: number
  opacity?: number
  dashed?: boolean
}

/** The route as a line in the firm's colour with an outline (unless `quiet`). */
export function RouteLine({ at, ...props }: RouteLineProps) {
  return at ? <DrivenLine {...props} at={at} /> : <Line {...props} driven={null} />
}

/**
 * The route with the driven part dimmed. The line uses the same animated position as the car's marker, so that the amber part
 * always begins under the car.
 */
function DrivenLine({ at, ...props }: Omit<RouteLineProps, 'at'> & { at: LatLng }) {
  const { lat, lng } = useSmoothPosition({ ...at, heading: null }, { everyMs: 80 })
  return <Line {...props} driven={{ lat, lng }} />
}

function Line({
  id = 'route',
  polyline,
  quiet = false,
  driven
}: Omit<RouteLineProps, 'at'> & { driven: LatLng | null }) {
  const { Shapes, theme } = useMapEngine()
  const points = useMemo(() => pointsOfPolyline(polyline), [polyline])
  const data = useMemo(() => collectionOf(points, driven), [points, driven])
  const layers = useMemo(() => layersOf(id, theme, quiet), [id, theme, quiet])
  if (points.length < 2) return null
  return <Shapes id={id} data={data} layers={layers} underNames />
}

function collectionOf(points: readonly LatLng[], driven: LatLng | null): FeatureCollection {
  const at = driven && projectOnLine(points, driven)
  const [behind, ahead] = at && at.offMetres <= OFF_METRES ? splitLine(points, at) : [[], points]
  const feature = (part: string, line: readonly LatLng[]) => ({
    type: 'Feature' as const,
    properties: { part },
    geometry: { type: 'LineString' as const, coordinates: line.map(({ lat, lng }) => [lng, lat]) }
  })
  return {
    type: 'FeatureCollection',
    features: [...(behind.length > 1 ? [feature('behind', behind)] : []), feature('ahead', ahead)]
  }
}

function layersOf(id: string, theme: 'light' | 'dark', quiet: boolean): ShapeLayer[] {
  const { route, routeCase } = routeColours(theme)
  const { driven } = palettes[theme]
  const layer = (part: string, index: number, { color, width, opacity = 1, dashed }: Stroke): ShapeLayer => ({
    id: `${id}-${part}-${index}`,
    type: 'line',
    filter: ['==', ['get', 'part'], part],
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': color,
      'line-width': ['interpolate', ['linear'], ['zoom'], 10, width * 0.7, 16, width * 1.3],
      'line-opacity': opacity,
      ...(dashed ? { 'line-dasharray': [1.6, 1.6] } : {})
    }
  })
  const ahead: Stroke[] = quiet
    ? [{ color: route, width: 4, opacity: 0.75, dashed: true }]
    : [
        { color: routeCase, width: 9 },
        { color: route, width: 5.5 }
      ]
  const behind: Stroke = { color: driven, width: quiet ? 3 : 5.5, opacity: 0.8 }
  return [layer('behind', 0, behind), ...ahead.map((stroke, index) => layer('ahead', index, stroke))]
}
