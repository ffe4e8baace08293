import type { CSSProperties } from 'react'
import type { MapPadding } from './map-props'

/** Written by the importer beside the tiles; the style sheet takes the one of the colour scheme. */
const pictures = { '--still-light': 'url(/region/still-light.svg)', '--still-dark': 'url(/region/still-dark.svg)' }

/** Where the build paints a page nobody knows how high a sheet will be: its upper edge is found by the style sheet. */
const isPainted = typeof window === 'undefined'

interface MapStillProps {
  padding: MapPadding
  underSheet: boolean
}

/**
 * The map as it opens, as a still picture, until the live one is drawn: the same place in the same middle, at the same
 * zoom. Where the region has none, the plain ground.
 */
export function MapStill({ padding: { top, right, bottom, left }, underSheet }: MapStillProps) {
  const isAnchored = isPainted && underSheet
  const style: CSSProperties = { top, right, left, ...(isAnchored ? {} : { bottom }), ...pictures }
  return (
    <div
      aria-hidden
      className={
        isAnchored ? 'map-still pointer-events-none fixed above-sheet' : 'map-still pointer-events-none absolute'
      }
      style={style}
    />
  )
}
