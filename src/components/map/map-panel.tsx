import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BottomSheet, type SheetHeight } from '@/components/ui/sheet'
import { readStored, store } from '@/lib/stored'
import { useIsDesktop } from '@/lib/use-media'
import { useWindowHeight } from '@/lib/use-window-height'
import { cn } from '@/lib/utils'
import type { MapPadding } from './map-props'

const PANEL = 420
const GAP = 24
/** Pixels that pills over the map take at its upper edge. */
const TOP = 72

interface MapPanelProps {
  /** What the panel holds, for a screen reader. */
  label: string
  /** The map, told how much of it is covered and whether there is room for its buttons. */
  map: (padding: MapPadding, controls: boolean) => ReactNode
  /** Stands over the map on a phone, at the upper edge. */
  top?: ReactNode
  /** Pixels that it takes beyond a row of pills. */
  topHeight?: number
  /** Stays in sight below the content: the primary action. */
  footer?: ReactNode
  /** Pixels of the lowest sheet. */
  peek?: number
  /** It has the room below the bar of a layout, not the whole window. */
  isFramed?: boolean
  /** While the map is what hands are on, the sheet makes room. */
  lowered?: boolean
  /** Something has to be typed in it: the lowest height would hide that. */
  raised?: boolean
  /** Remembers the height of the sheet by this name, and has a button for it. */
  keptAs?: string | undefined
  children: ReactNode
}

/** What the panel beside the map covers of it. */
function besidePanel(isRtl: boolean, top: number): MapPadding {
  const side = PANEL + 2 * GAP
  return { top, bottom: GAP, left: isRtl ? GAP : side, right: isRtl ? side : GAP }
}

/** What a sheet covers of the map: a full one all of it anyway, so the view stays in what half leaves. */
const aboveSheet = (sheet: number, windowHeight: number, top: number): MapPadding => ({
  top,
  bottom: Math.min(sheet, Math.round(windowHeight * 0.56)),
  left: 0,
  right: 0
})

const HEIGHTS: readonly unknown[] = ['peek', 'half', 'full'] satisfies SheetHeight[]

/** The height that a person chose, which this browser keeps under a name. */
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

/** A full-bleed map with a panel: a sheet with three heights on a phone, floating at the start side on a desktop. */
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
  const isDesktop = useIsDesktop()
  const windowHeight = useWindowHeight()
  const { i18n } = useTranslation()
  const kept = useKeptHeight(keptAs)
  const [height, setHeight] = useState<SheetHeight>(kept.height)
  const [sheet, setSheet] = useState(peek)
  const wished = raised && kept.height === 'peek' ? 'half' : kept.height
  useEffect(() => setHeight(lowered ? 'peek' : wished), [lowered, wished])
  const edge = isFramed ? GAP : TOP + (isDesktop ? 0 : topHeight)
  const padding = isDesktop ? besidePanel(i18n.dir() === 'rtl', edge) : aboveSheet(sheet, windowHeight, edge)
  return (
    <main
      id="main"
      className={cn(
        'overflow-hidden bg-map-ground',
        isFramed ? 'relative h-[calc(100svh-var(--bar))]' : 'fixed inset-0'
      )}
    >
      {isDesktop ? (
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
            <div className="pointer-events-none absolute inset-x-4 top-3 z-10 flex items-center justify-between gap-2 *:pointer-events-auto">
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
          >
            {children}
          </BottomSheet>
        </>
      )}
      {/* After the words, which are what a keyboard or a screen reader looks for first. */}
      <div className="absolute inset-0 *:size-full">{map(padding, isDesktop)}</div>
    </main>
  )
}
