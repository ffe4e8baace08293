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

/** Why the map cannot be shown; the texts are in `common:map.failure`. */
export type MapFailure = 'webgl' | 'engine' | 'context' | 'tiles'

export interface MapViewProps {
  /** The map's label for screen readers. */
  label: string
  /** The map's content in words: for screen readers, and shown if the map cannot be drawn. */
  list?: readonly MapListItem[]
  /** A sentence that points to the page's own list of the map's content, if it has one. */
  listElsewhere?: string
  /** Points to keep in view; without any, the whole region. */
  fit?: readonly LatLng[] | undefined
  /** Whether the map's content is still loading. The map is drawn meanwhile, but its view stays until the content is there. */
  isWaiting?: boolean
  /** Whether the live map is not drawn yet: it waits for its content, so that it draws once, without a visible move. */
  isHeld?: boolean
  /** A key of the points in `fit`: the view is fitted again when it changes. Default: the points themselves. */
  fitKey?: string | undefined
  /** Like `fitKey`, but only works while the person has not moved the map: for following a car. */
  followKey?: string | undefined
  /** Maximum zoom when fitting several points. */
  nearest?: number | undefined
  /** Padding for panels and sheets over the map, in pixels. */
  padding?: MapPadding
  /** True if a bottom sheet (components/ui/sheet.tsx) covers the bottom of the map. */
  underSheet?: boolean
  /** Called when the map is pressed; Enter on the focused map presses its centre. */
  onPress?: ((point: LatLng) => void) | undefined
  /** Called for Escape on the map, to move the focus to what follows; default: past everything on the map. */
  onLeave?: (() => void) | undefined
  /** True for a page that scrolls below its map: the wheel then scrolls the page, and zooms only with Ctrl. */
  pageScrolls?: boolean
  /** Shows zoom buttons; for a wide window. */
  controls?: boolean
  className?: string
  children?: ReactNode
}

/** Props of a map library's canvas. */
export interface CanvasProps
  extends Omit<MapViewProps, 'className' | 'list' | 'listElsewhere' | 'underSheet' | 'isHeld'> {
  onFailure: (why: MapFailure) => void
  /** Called when some tiles failed to load (true), and when they were loaded later (false). */
  onPatchy: (patchy: boolean) => void
  /** Called when everything in view is drawn for the first time. */
  onIdle: () => void
  /** Called when a person moves the map, even if it is not drawn yet. */
  onMoved: () => void
}

export const noPadding: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 }
