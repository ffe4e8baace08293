import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { cn } from '@/lib/utils'
import type { MapPadding } from './map-props'

/**
 * CSS variables with the addresses of the still pictures, which the map importer writes beside the tiles. src/index.css
 * (`.map-still`) uses the light or the dark one.
 */
const pictures = { '--still-light': 'url(/region/still-light.svg)', '--still-dark': 'url(/region/still-dark.svg)' }

/**
 * Whether the page is being prerendered. The height of the sheet is then unknown, so CSS (`.above-sheet`) places the picture.
 */
const isPainted = typeof window === 'undefined'

interface MapStillProps {
  padding: MapPadding
  underSheet: boolean
  /** Whether the map's content was still loading when the map was rendered. */
  isWaiting: boolean
}

/**
 * A still picture of the map with the same centre and zoom, shown until the live map is drawn. If the region has no picture,
 * the background is plain.
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
 * The frame of the still picture while a page waits for its content. The page's sheet grows in that time, so the frame has a
 * fixed lower edge, which every sheet covers. The frame is also smaller than the window, because browsers treat a picture that
 * fills the window as a background, and do not count it as the page's first paint.
 */
const AboveLowSheet = ({ children }: { children: ReactNode }) => (
  <div className="absolute inset-x-0 top-0 bottom-20 overflow-clip low:bottom-0 wide:bottom-0">{children}</div>
)

/** How long the still picture remains below the live map: the duration of the fade-in (map.css), with some margin. */
const FADE_MS = 400

/**
 * Returns whether the still picture is shown. Only a map that starts with a view of the region (`isHome`) shows it. `covered`:
 * the live map is drawn and fades in over the picture.
 */
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
