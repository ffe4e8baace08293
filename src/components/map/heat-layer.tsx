import type { FeatureCollection } from 'geojson'
import { useMemo } from 'react'
import type { LatLng } from '@/lib/geo/geo'
import { type ShapeLayer, useMapEngine } from './engine'
import { heatColors } from './palette'

/** A cell of the heat map: its centre, and its demand as a number (`weight`). */
export interface HeatCell extends LatLng {
  weight: number
}

/** The demand as a heat map: colours are stronger where demand is higher. Cells are about 500 m wide. */
export function HeatLayer({ cells }: { cells: readonly HeatCell[] }) {
  const { Shapes, theme } = useMapEngine()
  const data = useMemo<FeatureCollection>(
    () => ({
      type: 'FeatureCollection',
      features: cells.map(({ lat, lng, weight }) => ({
        type: 'Feature',
        properties: { weight },
        geometry: { type: 'Point', coordinates: [lng, lat] }
      }))
    }),
    [cells]
  )
  const most = Math.max(1, ...cells.map(({ weight }) => weight))
  const layers = useMemo(() => layersOf(theme, most), [theme, most])
  return <Shapes id="heat" data={data} layers={layers} underNames />
}

function layersOf(theme: 'light' | 'dark', most: number): ShapeLayer[] {
  const [none, few, some, many] = heatColors[theme]
  return [
    {
      id: 'heat',
      type: 'heatmap',
      paint: {
        // The weight is the square root of the demand, so that quiet areas stay visible beside very busy ones, such as a
        // railway station.
        'heatmap-weight': ['sqrt', ['/', ['get', 'weight'], most]],
        'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 9, 1.6, 13, 1.3],
        'heatmap-radius': ['interpolate', ['exponential', 2], ['zoom'], 8, 12, 10, 32, 13, 100, 16, 260],
        'heatmap-color': ['interpolate', ['linear'], ['heatmap-density'], 0, none, 0.25, few, 0.6, some, 1, many],
        'heatmap-opacity': 0.9
      }
    }
  ]
}
