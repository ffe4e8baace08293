import type { FeatureCollection } from 'geojson'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Bbox, LatLng } from '@/lib/geo/geo'

/*
 * The interface between our maps and a map library. Each of our two libraries (MapLibre and Mapbox) implements this interface
 * in its own chunk. So markers, lines and layers do not depend on a library, and a page loads only one.
 */

/** Props of a marker, which both libraries accept. */
export interface MarkerProps {
  longitude: number
  latitude: number
  rotation?: number
  rotationAlignment?: 'map' | 'viewport'
  anchor?: 'center' | 'bottom'
  draggable?: boolean
  onDrag?: (event: { lngLat: { lng: number; lat: number } }) => void
  onDragEnd?: (event: { lngLat: { lng: number; lat: number } }) => void
  style?: React.CSSProperties
  children?: ReactNode
}

/** A layer in the style specification that both libraries share. */
export interface ShapeLayer {
  id: string
  type: 'line' | 'fill' | 'symbol' | 'circle' | 'heatmap'
  layout?: Record<string, unknown>
  paint?: Record<string, unknown>
  filter?: readonly unknown[]
  minzoom?: number
  maxzoom?: number
}

export interface ShapesProps {
  id: string
  data: FeatureCollection
  /** The layers that draw the source, from bottom to top. */
  layers: readonly ShapeLayer[]
  /** True to draw the layers below the labels of streets and places. */
  underNames?: boolean
  /** Clusters points that are near each other; `properties` are aggregated as in the style specification. */
  cluster?: { radius: number; maxZoom: number; properties: Record<string, unknown> } | undefined
}

/** The methods of a map object that we use. The map objects of both libraries have them. */
export interface EngineMap {
  on: (event: string, handler: (event: EngineEvent) => void) => unknown
  off: (event: string, handler: (event: EngineEvent) => void) => unknown
  fitBounds: (bounds: Bbox, options: Record<string, unknown>, eventData?: object) => unknown
  easeTo: (options: Record<string, unknown>, eventData?: object) => unknown
  zoomIn: (options?: object, eventData?: object) => unknown
  zoomOut: (options?: object, eventData?: object) => unknown
  project: (point: [number, number]) => { x: number; y: number }
  unproject: (point: [number, number]) => { lng: number; lat: number }
  getCenter: () => { lng: number; lat: number }
  getZoom: () => number
  getCanvas: () => HTMLCanvasElement
  getStyle: () => { layers: { id: string; type: string }[] }
  getSource: (id: string) => { setData?: (data: FeatureCollection) => unknown } | undefined
  getLayer: (id: string) => unknown
  isSourceLoaded: (id: string) => boolean
  querySourceFeatures: (id: string, options?: object) => EngineFeature[]
  queryRenderedFeatures: (point: { x: number; y: number }, options: { layers: string[] }) => EngineFeature[]
  doubleClickZoom: { enable: () => unknown; disable: () => unknown }
  hasImage: (id: string) => boolean
  addImage: (id: string, image: ImageData, options: { pixelRatio: number }) => unknown
}

export interface EngineFeature {
  properties: Record<string, unknown> | null
  geometry: { type: string; coordinates?: unknown }
}

export interface EngineEvent {
  point?: { x: number; y: number }
  /** The browser's event, if a person has moved the map or resized the window. Undefined if the page has moved the map. */
  originalEvent?: Event | undefined
  tile?: { state?: string }
  sourceId?: string
  error?: Error | undefined
}

export interface MapEngine {
  Marker: ComponentType<MarkerProps>
  Shapes: ComponentType<ShapesProps>
  map: EngineMap
  /** The font families in which layers write labels. */
  font: readonly string[]
  /** Moves a point by screen pixels, for moving a pin by keyboard. */
  nudge: (point: LatLng, dx: number, dy: number) => LatLng
  theme: 'light' | 'dark'
}

export const MapEngineContext = createContext<MapEngine | null>(null)

/**
 * Returns the `MapEngine` of the surrounding map. Throws outside of a `<MapView>`, so lines and markers only work inside one.
 */
export function useMapEngine(): MapEngine {
  const engine = useContext(MapEngineContext)
  if (!engine) throw new Error('Markers and lines belong inside <MapView>')
  return engine
}
