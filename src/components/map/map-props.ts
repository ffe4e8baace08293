import type { ReactNode } from 'react'
import type { LatLng } from '@/lib/geo'

export interface MapPadding {
  top: number
  right: number
  bottom: number
  left: number
}

/** One line of the list that describes the map in words. */
export interface MapListItem {
  label: string
  text: string
}

/** Why there is no map: texts in `common:map.failure`. */
export type MapFailure = 'webgl' | 'engine' | 'context' | 'tiles'

export interface MapViewProps {
  /** The map's label for screen readers. */
  label: string
  /** The same in words: for screen readers, and shown if the map is impossible. */
  list?: readonly MapListItem[]
  /** If the page itself has that list: a sentence that points to it. */
  listElsewhere?: string
  /** Points to keep in view; without any, the whole region. */
  fit?: readonly LatLng[] | undefined
  /** Its content is loading: the view stays. */
  isWaiting?: boolean
  /** The live map waits: with its content it draws once, without a visible move. */
  isHeld?: boolean
  /** The view is fitted again when this changes; default: the points themselves. */
  fitKey?: string | undefined
  /** The same, but only while the person has not moved the map: for following a car. */
  followKey?: string | undefined
  /** Maximum zoom when fitting several points. */
  nearest?: number | undefined
  /** Padding for panels and sheets over the map, in pixels. */
  padding?: MapPadding
  /** A bottom sheet (components/ui/sheet.tsx) covers the map's bottom. */
  underSheet?: boolean
  /** A press on the map; Enter on the focused map presses its centre. */
  onPress?: ((point: LatLng) => void) | undefined
  /** Escape on the map: moves the focus to what follows; default: past everything on the map. */
  onLeave?: (() => void) | undefined
  /** A page that scrolls below its map: the wheel scrolls the page, with Ctrl it zooms. */
  pageScrolls?: boolean
  /** Zoom buttons, for a wide window. */
  controls?: boolean
  className?: string
  children?: ReactNode
}

/** Props of a map library's canvas. */
export interface CanvasProps
  extends Omit<MapViewProps, 'className' | 'list' | 'listElsewhere' | 'underSheet' | 'isHeld'> {
  onFailure: (why: MapFailure) => void
  /** Some tiles failed (true), or were loaded later (false). */
  onPatchy: (patchy: boolean) => void
  /** Everything in view is drawn for the first time. */
  onIdle: () => void
  /** A person has moved the map, drawn or not. */
  onMoved: () => void
}

export const noPadding: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 }
