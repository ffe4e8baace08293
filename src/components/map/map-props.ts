import type { ReactNode } from 'react'
import type { LatLng } from '@/lib/geo/geo'

export interface MapPadding {
  top: number
  right: number
  bottom: number
  left: number
}

/** One line of the list that describes the map in words: "Pickup: Städtle 37", or a text of its own, "19 cars nearby". */
export interface MapListItem {
  label?: string
  text: string
}

/** Why the map cannot be shown; the texts are in `common:map.failure`. */
export type MapFailure = 'webgl' | 'engine' | 'context' | 'tiles'

export interface MapViewProps {
  /** The map's label for screen readers. */
  label: string
  /** The map's content in words: for screen readers, and shown if the map cannot be drawn. */
  list?: readonly MapListItem[]
  /** For a page that has its own list of the map's content: a sentence that points to this list. */
  listElsewhere?: string
  /** The points that the map shows. Without points it shows the region. */
  fit?: readonly LatLng[] | undefined
  /** Whether the map's content is still loading. Meanwhile the map is drawn, but it is not moved to the points of `fit`. */
  isWaiting?: boolean
  /**
   * Whether to wait with drawing the live map, because its content is still loading. It is then drawn only once, without a
   * visible move.
   */
  isHeld?: boolean
  /** A key of the points in `fit`: the view is fitted again when it changes. Default: the points themselves. */
  fitKey?: string | undefined
  /** Like `fitKey`, but without effect after the person has moved the map. Used for following a car. */
  followKey?: string | undefined
  /** Maximum zoom when the map shows several points of `fit`. */
  nearest?: number | undefined
  /** Padding for panels and sheets over the map, in pixels. */
  padding?: MapPadding
  /** True if a `BottomSheet` covers the bottom of the map. */
  underSheet?: boolean
  /** Called when the map is pressed. Enter presses the centre of the focused map. */
  onPress?: ((point: LatLng) => void) | undefined
  /**
   * Called when Escape is pressed on the map, to move the focus out of the map. Default: to an element after everything on the
   * map.
   */
  onLeave?: (() => void) | undefined
  /** True for a page that scrolls below its map: the wheel then scrolls the page, and zooms only with Ctrl. */
  pageScrolls?: boolean
  /** Shows zoom buttons. Only wide windows have space for them. */
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
  /** Called when a person moves the map, even before its content is drawn. */
  onMoved: () => void
}

export const noPadding: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 }
