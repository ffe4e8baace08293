import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import { circleAround, type LatLng } from '@/lib/geo/geo'
import { type ShapeLayer, useMapEngine } from './engine'
import { palettes } from './palette'

interface AreaCirclesProps {
  middles: readonly LatLng[]
  metres: number
}

/** Circles of `metres` around places of which the map shows only the approximate position. */
export function AreaCircles({ middles, metres }: AreaCirclesProps) {
  const { Shapes, theme } = useMapEngine()
  const data = useMemo(
    (): FeatureCollection => ({
      type: 'FeatureCollection',
      features: middles.map((middle) => ({
        type: 'Feature',
        properties: {},
        geometry: { type: 'Polygon', coordinates: [circleAround(middle, metres)] }
      }))
    }),
    [middles, metres]
  )
  const layers = useMemo((): ShapeLayer[] => {
    const { label } = palettes[theme]
    return [
      { id: 'circles-fill', type: 'fill', paint: { 'fill-color': label, 'fill-opacity': 0.12 } },
      { id: 'circles-edge', type: 'line', paint: { 'line-color': label, 'line-width': 1.75 } }
    ]
  }, [theme])
  return <Shapes id="circles" data={data} layers={layers} underNames />
}
