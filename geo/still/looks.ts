import {
  type ExpressionSpecification,
  type FilterSpecification,
  featureFilter,
  latest,
  normalizePropertyExpression,
  type StylePropertySpecification
} from '@maplibre/maplibre-gl-style-spec'
import type { Feature } from 'geojson'
import { HOME_ZOOM, regionStyle } from '../../src/components/map/style.ts'
import type { LayerName } from '../tiles/layer-names.ts'

export type Theme = 'light' | 'dark'

/** How a layer of the live map's style draws a feature at the map's initial zoom (`HOME_ZOOM`). */
export interface Look {
  color: string
  opacity: number
  /** Width of the line in pixels; null for an area. */
  width: number | null
  /** Lengths of dashes and gaps, as multiples of the line's width. */
  dashes: readonly number[]
}

export interface Layer {
  source: LayerName
  /** Returns how the layer draws a feature; null if it does not draw it. */
  lookOf: (feature: Feature) => Look | null
}

type Paint = Record<string, unknown>

/** Returns the background colour and the layers of areas and lines of the live map at its initial zoom, from bottom to top. */
export function looksOf(theme: Theme): { ground: string; layers: Layer[] } {
  const { layers } = regionStyle(theme, '', 'en')
  const ground = layers.find(({ type }) => type === 'background')?.paint as Paint
  return {
    ground: String(ground['background-color']),
    layers: layers.flatMap((layer) => {
      if (layer.type !== 'fill' && layer.type !== 'line') return []
      if (HOME_ZOOM < (layer.minzoom ?? 0)) return []
      const source = layer['source-layer'] as LayerName
      const isDrawn = featureFilter(layer.filter as FilterSpecification, layer.id)
      const paint = painter(layer.id, layer.type, layer.paint as Paint)
      return [
        { source, lookOf: (feature) => (isDrawn.filter({ zoom: HOME_ZOOM }, told(feature)) ? paint(feature) : null) }
      ]
    })
  }
}

/** Returns a feature in the form that the style's expressions can evaluate. */
const told = ({ geometry, properties }: Feature) => ({
  type: geometry.type.replace('Multi', '') as 'Polygon',
  properties: properties ?? {}
})

function painter(id: string, type: 'fill' | 'line', paint: Paint): (feature: Feature) => Look {
  const known = latest[`paint_${type}`] as unknown as Record<string, StylePropertySpecification>
  const reader = (name: string) => {
    const property = known[name] as StylePropertySpecification
    const value = paint[name] as ExpressionSpecification | undefined
    const expression = normalizePropertyExpression(value ?? property.default, `${id}.${name}`, property)
    return (feature: Feature) => expression.evaluate({ zoom: HOME_ZOOM }, told(feature)) as unknown
  }
  const [color, opacity] = [reader(`${type}-color`), reader(`${type}-opacity`)]
  const width = type === 'line' ? reader('line-width') : null
  return (feature) => ({
    color: String(color(feature)),
    opacity: Number(opacity(feature)),
    width: width && Number(width(feature)),
    dashes: (paint['line-dasharray'] as number[] | undefined) ?? []
  })
}
