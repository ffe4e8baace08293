import type { ReactNode } from 'react'
import type { LatLng } from '@/lib/geo'

export interface MapPadding {
  top: number
  right: number
  bottom: number
  left: number
}

/** One line of the list that says in words what the map shows. */
export interface MapListItem {
  label: string
  text: string
}

export interface MapViewProps {
  /** What this map shows, for a screen reader. */
  label: string
  /** The same in words: read by a screen reader, and shown where no map can be. */
  list?: readonly MapListItem[]
  /** Points to keep in view; the whole region without any. */
  fit?: readonly LatLng[] | undefined
  /** The view is fitted again when this changes; by default with the points themselves. */
  fitKey?: string | undefined
  /** Room taken by panels and sheets over the map, in pixels. */
  padding?: MapPadding
  onPress?: ((point: LatLng) => void) | undefined
  /** A page that scrolls below its map: the wheel scrolls the page, with Ctrl it zooms. */
  pageScrolls?: boolean
  /** Zoom buttons, for a window with room. */
  controls?: boolean
  className?: string
  children?: ReactNode
}

export const noPadding: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 }
