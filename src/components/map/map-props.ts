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

/** Why there is no map: each has its words in `common:map.failure`. */
export type MapFailure = 'webgl' | 'engine' | 'context' | 'tiles'

export interface MapViewProps {
  /** What this map shows, for a screen reader. */
  label: string
  /** The same in words: read by a screen reader, and shown where no map can be. */
  list?: readonly MapListItem[]
  /** Where the page itself has that list beside the map: the sentence that says so. */
  listElsewhere?: string
  /** Points to keep in view; the whole region without any. */
  fit?: readonly LatLng[] | undefined
  /** What there is to see is on its way: the view stays where it is. */
  isWaiting?: boolean
  /** The live map does not begin yet: with what there is to see it draws once, and moves nowhere before anybody's eyes. */
  isHeld?: boolean
  /** The view is fitted again when this changes; by default with the points themselves. */
  fitKey?: string | undefined
  /** The same, but only while nobody has moved the map: what follows a car. */
  followKey?: string | undefined
  /** The zoom past which fitting several points does not go. */
  nearest?: number | undefined
  /** Room taken by panels and sheets over the map, in pixels. */
  padding?: MapPadding
  /** A bottom sheet (components/ui/sheet.tsx) lies over the map's lower edge. */
  underSheet?: boolean
  /** A press on the map; Enter on the focused map presses its middle. */
  onPress?: ((point: LatLng) => void) | undefined
  /** Escape on the map: takes the focus to what comes next; by default it goes past everything on the map. */
  onLeave?: (() => void) | undefined
  /** A page that scrolls below its map: the wheel scrolls the page, with Ctrl it zooms. */
  pageScrolls?: boolean
  /** Zoom buttons, for a window with room. */
  controls?: boolean
  className?: string
  children?: ReactNode
}

/** What a map library's canvas gets. */
export interface CanvasProps
  extends Omit<MapViewProps, 'className' | 'list' | 'listElsewhere' | 'underSheet' | 'isHeld'> {
  onFailure: (why: MapFailure) => void
  /** Some tiles did not come (true), or the rest came after all (false). */
  onPatchy: (patchy: boolean) => void
  /** Everything in view is drawn for the first time. */
  onIdle: () => void
  /** A person has moved the map, drawn or not. */
  onMoved: () => void
}

export const noPadding: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 }
