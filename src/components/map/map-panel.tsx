import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BottomSheet, type SheetHeight } from '@/components/ui/sheet'
import { usePanelPlace } from '@/lib/page/use-media'
import { useWindowHeight } from '@/lib/page/use-window-height'
import { readStored, store } from '@/lib/storage/stored'
import { cn } from '@/lib/utils'
import type { MapPadding } from './map-props'

const PANEL = 420
const GAP = 24
/** Height (px) of the buttons at the top of the map, which cover it. */
const TOP = 72

interface MapPanelProps {
  /** The panel's label for screen readers. */
  label: string
  /**
   * Renders the map. `padding` is the part that panel and buttons cover; `controls` says whether there is space for zoom
   * buttons.
   */
  map: (padding: MapPadding, controls: boolean) => ReactNode
  /** Content over the top of the map, on a phone. */
  top?: ReactNode
  /** Height (px) by which the content at the top is higher than one row of buttons. */
  topHeight?: number
  /** The primary action. It is always visible, below the panel's content. */
  footer?: ReactNode
  /** Height (px) of the sheet in its lowest position. */
  peek?: number
  /** True if map and panel fill the space below the layout's top bar, not the whole window. */
  isFramed?: boolean
  /** True while the person uses the map: the sheet is then in its lowest position. */
  lowered?: boolean
  /**
   * True if the sheet contains an input field, which the lowest position would hide: the sheet is then at least in its middle
   * position.
   */
  raised?: boolean
  /**
   * The name under which this browser stores the height that the person has chosen for the sheet. If it is set, the sheet also
   * has a button that changes its height.
   */
  keptAs?: string | undefined
  children: ReactNode
}

/** Returns the margins of the map (px) that must stay free of content, because the side panel covers them. */
function besidePanel(isRtl: boolean, top: number): MapPadding {
  const side = PANEL + 2 * GAP
  return { top, bottom: GAP, left: isRtl ? GAP : side, right: isRtl ? side : GAP }
}

/**
 * Returns the margins of the map (px) that must stay free of content, because a sheet covers them. A sheet of full height
 * counts like one of half height: it covers the whole map anyway, so the map need not move.
 */
const aboveSheet = (sheet: number, windowHeight: number, top: number): MapPadding => ({
  top,
  bottom: Math.min(sheet, Math.round(windowHeight * 0.56)),
  left: 0,
  right: 0
})

const HEIGHTS: readonly unknown[] = ['peek', 'half', 'full'] satisfies SheetHeight[]

/**
 * The height that the person has chosen for the sheet, stored in this browser under `name`. Nothing is stored without a name.
 */
function useKeptHeight(name: string | undefined) {
  const key = `hackney.sheet.${name}`
  const [height, setHeight] = useState<SheetHeight>(() => {
    const stored = name === undefined ? null : readStored(key)
    return HEIGHTS.includes(stored) ? (stored as SheetHeight) : 'half'
  })
  const keep = (next: SheetHeight) => {
    if (name === undefined) return
    setHeight(next)
    store(key, next)
  }
  return { height, keep }
}

/**
 * A map with a panel: on a phone a sheet with three heights, or in landscape a sheet beside the map; on a desktop a panel that
 * floats at the start side.
 */
export function MapPanel(props: MapPanelProps) {
  const {
    label,
    map,
    top,
    topHeight = 0,
    footer,
    peek = 168,
    isFramed = false,
    lowered = false,
    raised = false,
    keptAs,
    children
  } = props
  const place = usePanelPlace()
  const isFloating = place === 'floating'
  const windowHeight = useWindowHeight()
  const { i18n } = useTranslation()
  const kept = useKeptHeight(keptAs)
  const [height, setHeight] = useState<SheetHeight>(kept.height)
  const [sheet, setSheet] = useState(peek)
  const wished = raised && kept.height === 'peek' ? 'half' : kept.height
  useEffect(
    () => setHeight((now) => (lowered ? 'peek' : raised && now !== 'peek' ? now : wished)),
    [lowered, raised, wished]
  )
  const edge = isFramed ? GAP : TOP + (isFloating ? 0 : topHeight)
  const padding = isFloating ? besidePanel(i18n.dir() === 'rtl', edge) : aboveSheet(sheet, windowHeight, edge)
  return (
    <main
      id="main"
      className={cn(
        'overflow-hidden bg-map-ground',
        isFramed ? 'relative h-[calc(100svh-var(--bar))]' : 'fixed inset-0'
      )}
    >
      {isFloating ? (
        <section
          aria-label={label}
          className={cn(
            'absolute start-6 z-10 flex w-[26.25rem] flex-col overflow-hidden rounded-card border border-line bg-card',
            isFramed ? 'top-6 max-h-[calc(100%-3rem)]' : 'top-20 max-h-[calc(100svh-6.5rem)]'
          )}
        >
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is interactive
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-6 focus-visible:-outline-offset-2"
          >
            {children}
          </div>
          {footer && <div className="shrink-0 border-t border-line px-6 py-4">{footer}</div>}
        </section>
      ) : (
        <>
          {top && (
            <div className="pointer-events-none absolute start-4 end-[calc(var(--beside)+1rem)] top-3 z-10 flex items-center justify-between gap-2 *:pointer-events-auto">
              {top}
            </div>
          )}
          <BottomSheet
            label={label}
            height={height}
            onHeightChange={(next) => {
              setHeight(next)
              kept.keep(next)
            }}
            hasButton={keptAs !== undefined}
            onRest={setSheet}
            peek={peek}
            {...(footer ? { footer } : {})}
            {...(isFramed ? { className: 'low:top-(--bar)' } : {})}
          >
            {children}
          </BottomSheet>
        </>
      )}
      {/* The map comes after the panel's text in the document, so that keyboard and screen readers reach the text first. */}
      <div className="absolute inset-y-0 start-0 end-(--beside) *:size-full">{map(padding, isFloating)}</div>
    </main>
  )
}
