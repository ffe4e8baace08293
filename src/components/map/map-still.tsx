import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { cn } from '@/lib/utils'
import type { MapPadding } from './map-props'

/** The importer writes it beside the tiles; the style sheet selects the colour scheme's. */
const pictures = { '--still-light': 'url(/region/still-light.svg)', '--still-dark': 'url(/region/still-dark.svg)' }

/** In a prerendered page the height of the sheet is unknown: the style sheet finds its top. */
const isPainted = typeof window === 'undefined'

interface MapStillProps {
  padding: MapPadding
  underSheet: boolean
  /** The content was loading when the map began. */
  isWaiting: boolean
}

/**
 * The initial map as a still picture, until the live one is drawn: same centre and zoom. Without one for the region, a plain
 * background.
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
 * While a page waits for its content, its sheet grows: the picture does not move, and ends where every sheet covers it. At the
 * window's size browsers would take it for a background, and not count it as the page's first paint.
 */
const AboveLowSheet = ({ children }: { children: ReactNode }) => (
  <div className="absolute inset-x-0 top-0 bottom-20 overflow-clip min-[900px]:bottom-0">{children}</div>
)

/** Duration of the live map's fade-in over its picture (map.css), with some margin. */
const FADE_MS = 400

/** The still picture is the start of a map that only shows its region. It stays until the live map covers it. */
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
