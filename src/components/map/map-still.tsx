import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { cn } from '@/lib/utils'
import type { MapPadding } from './map-props'

/**
 * Addresses of the still pictures, which the map importer writes beside the tiles. The style sheet uses the one of the colour
 * scheme.
 */
const pictures = { '--still-light': 'url(/region/still-light.svg)', '--still-dark': 'url(/region/still-dark.svg)' }

/** Whether the page is being prerendered. The height of the sheet is then unknown, so the style sheet places the picture. */
const isPainted = typeof window === 'undefined'

interface MapStillProps {
  padding: MapPadding
  underSheet: boolean
  /** Whether the map's content was still loading when the map was rendered. */
  isWaiting: boolean
}

/**
 * A still picture of the map, shown until the live map is drawn: with the same centre and zoom. If the region has no picture,
 * it is a plain background.
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
 * The frame of the still picture while a page waits for its content. The page's sheet grows in that time, so the picture must
 * not depend on it, and ends where any sheet covers it. It must also be smaller than the window: a picture of the window's size
 * would count as a background to browsers, and not as the page's first paint.
 */
const AboveLowSheet = ({ children }: { children: ReactNode }) => (
  <div className="absolute inset-x-0 top-0 bottom-20 overflow-clip min-[900px]:bottom-0">{children}</div>
)

/** How long the still picture remains below the live map: the duration of the fade-in (map.css), with some margin. */
const FADE_MS = 400

/** Whether the still picture is shown. A map that shows only its region starts with it, until the live map covers it. */
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
