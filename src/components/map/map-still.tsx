import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { cn } from '@/lib/utils'
import type { MapPadding } from './map-props'

/** Written by the importer beside the tiles; the style sheet takes the one of the colour scheme. */
const pictures = { '--still-light': 'url(/region/still-light.svg)', '--still-dark': 'url(/region/still-dark.svg)' }

/** Where the build paints a page nobody knows how high a sheet will be: its upper edge is found by the style sheet. */
const isPainted = typeof window === 'undefined'

interface MapStillProps {
  padding: MapPadding
  underSheet: boolean
  /** What there is to see was on its way when the map began. */
  isWaiting: boolean
}

/**
 * The map as it opens, as a still picture, until the live one is drawn: the same place in the same middle, at the same
 * zoom. Where the region has none, the plain ground.
 */
export function MapStill({ padding: { top, right, bottom, left }, underSheet, isWaiting }: MapStillProps) {
  const isAnchored = isPainted && underSheet
  const style: CSSProperties = { top, right, left, ...(isAnchored || isWaiting ? {} : { bottom }), ...pictures }
  const still = (
    <div
      aria-hidden
      className={cn(
        'map-still pointer-events-none',
        isAnchored ? 'fixed above-sheet' : 'absolute',
        isWaiting && 'above-coming-sheet'
      )}
      style={style}
    />
  )
  return isWaiting ? <AboveLowSheet>{still}</AboveLowSheet> : still
}

/**
 * While a page waits for what it shows, its sheet grows: the picture stands still and ends where a sheet always lies. As large
 * as the window it would count as its background, and no longer as what the page has painted.
 */
const AboveLowSheet = ({ children }: { children: ReactNode }) => (
  <div className="absolute inset-x-0 top-0 bottom-20 overflow-clip min-[900px]:bottom-0">{children}</div>
)

/** Milliseconds that the live map takes to come over its picture (map.css), and some. */
const FADE_MS = 400

/** The still picture is where a map begins that has only its region to show. It stays until the live map covers it. */
export function useStill(isHome: boolean, isDrawn: boolean): 'none' | 'shown' | 'covered' {
  const [isFirst] = useState(isHome)
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isDrawn) return
    const timer = setTimeout(() => setIsOver(true), FADE_MS)
    return () => clearTimeout(timer)
  }, [isDrawn])
  if (!isFirst || isOver) return 'none'
  return isDrawn ? 'covered' : 'shown'
}
