import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { LatLng } from '@/lib/geo'

/**
 * What a map library has to offer here. Both libraries fill it from their own chunk, so markers and lines know
 * neither, and a page loads only the one it uses.
 */
export interface MarkerProps {
  longitude: number
  latitude: number
  rotation?: number
  rotationAlignment?: 'map' | 'viewport'
  anchor?: 'center' | 'bottom'
  draggable?: boolean
  onDragEnd?: (event: { lngLat: { lng: number; lat: number } }) => void
  style?: React.CSSProperties
  children?: ReactNode
}

export interface MapEngine {
  Marker: ComponentType<MarkerProps>
  Line: ComponentType<LineProps>
  /** Moves a point by pixels on the screen, for whoever moves a pin by keyboard. */
  nudge: (point: LatLng, dx: number, dy: number) => LatLng
  theme: 'light' | 'dark'
}

export interface LineProps {
  id: string
  coordinates: readonly (readonly [number, number])[]
  /** Painted from first to last. */
  strokes: readonly { color: string; width: number; opacity?: number; dashed?: boolean }[]
}

export const MapEngineContext = createContext<MapEngine | null>(null)

/** The engine of the map around; lines and markers only live inside a `<MapView>`. */
export function useMapEngine(): MapEngine {
  const engine = useContext(MapEngineContext)
  if (!engine) throw new Error('Markers and lines belong inside <MapView>')
  return engine
}
