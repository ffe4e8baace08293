import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePanelPlace } from '@/lib/page/use-media'
import { useWindowHeight } from '@/lib/page/use-window-height'
import { cn } from '@/lib/utils'

export type SheetHeight = 'peek' | 'half' | 'full'

const heights: readonly SheetHeight[] = ['peek', 'half', 'full']
/** Height (px) of the strip with the handle (h-7). */
const HANDLE = 28
/** Gap (px) between the part marked by `data-peek` and the footer. */
const GAP = 12

interface BottomSheetProps {
  /** The sheet's label for screen readers. */
  label: string
  height: SheetHeight
  onHeightChange: (height: SheetHeight) => void
  /**
   * The sheet's height (px) in its lowest position. If an element of the content is marked by `data-peek`, this value is
   * ignored: the lowest position then shows the content up to the end of that element, and the footer.
   */
  peek?: number
  /** Adds a button beside the handle. The button opens a sheet in its lowest position fully, and otherwise lowers the sheet. */
  hasButton?: boolean
  /** Content that is always visible at the bottom of the sheet: the primary action. */
  footer?: ReactNode
  /**
   * How many pixels of the window stay free above the sheet in its middle position. Default: the sheet covers 56 % of the
   * window.
   */
  leaves?: number
  /** Called with the sheet's resting height in pixels, so that a map can keep clear of it. */
  onRest?: (pixels: number) => void
  children: ReactNode
  className?: string
}

interface Room {
  /** The window's height in pixels. */
  room: number
  peek: number
  /** The height of the whole content in pixels. */
  content: number
  /** The height (px) up to the part marked by `data-below`; null if there is none. */
  fold: number | null
  leaves?: number | undefined
}

/**
 * Returns the sheet's height (px) in one of its three positions. A sheet is never higher than its content, so that a sheet with
 * little content leaves the rest of the window to the map. What is marked by `data-below` is shown only by the highest position.
 */
function sheetPixels(height: SheetHeight, { room, peek, content, fold, leaves }: Room): number {
  const half = leaves === undefined ? Math.round(room * 0.56) : room - leaves
  const wished = { peek: Math.min(peek, room * 0.5), half, full: room - 72 }
  return Math.min(wished[height], height === 'full' ? content : (fold ?? content))
}

/**
 * A sheet over the map with three heights. To change the height, drag its handle, press it, or use arrow keys on it. The sheet
 * is not modal: the map stays usable. In a low window, such as a phone in a landscape holder, the sheet is beside the map
 * instead and fills the window's height.
 */
export function BottomSheet(props: BottomSheetProps) {
  const {
    label,
    height,
    onHeightChange,
    peek = 168,
    hasButton = false,
    leaves,
    footer,
    onRest,
    children,
    className
  } = props
  const { t } = useTranslation()
  const [dragged, setDragged] = useState<number | null>(null)
  const { body, foot, content, marked, fold } = useContentPixels()
  // Until the content is measured, CSS makes the sheet as high as its content, so that the first measurement moves nothing.
  const isMeasured = content < Number.POSITIVE_INFINITY
  const isBeside = usePanelPlace() === 'beside'
  const room = { room: useWindowHeight(), peek: marked ?? peek, content, fold, leaves }
  const pixels = sheetPixels(height, room)
  const drag = useDrag(pixels, (wished) => sheetPixels(wished, room), setDragged, onHeightChange)
  const index = heights.indexOf(height)
  // A sheet beside the map covers nothing of it.
  useEffect(() => onRest?.(isBeside ? 0 : pixels), [onRest, isBeside, pixels])

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowUp: index + 1, ArrowDown: index - 1, Home: 0, End: 2 }
    const target = heights[moves[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    onHeightChange(target)
  }

  return (
    <section
      aria-label={label}
      style={isMeasured && !isBeside ? { height: dragged ?? pixels } : {}}
      className={cn(
        'bottom-sheet fixed inset-x-0 bottom-0 z-20 flex flex-col rounded-t-card border-t border-line bg-card',
        'low:start-auto low:top-0 low:max-h-none low:w-(--beside) low:rounded-none low:border-s low:border-t-0 low:pt-4',
        isMeasured && dragged === null && 'transition-[height] duration-200 ease-out',
        !isMeasured && (leaves === undefined ? 'max-h-[56svh]' : 'max-h-[70svh]'),
        className
      )}
    >
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('sheet.handle')}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={2}
        aria-valuenow={index}
        aria-valuetext={t(`sheet.${height}`)}
        onKeyDown={onKeyDown}
        {...drag}
        className="grid h-7 shrink-0 cursor-grab low:hidden rounded-t-card focus-visible:-outline-offset-4 touch-none place-items-center active:cursor-grabbing"
      >
        <span className="h-1 w-9 rounded-full bg-line-strong/60" />
      </div>
      {hasButton && (
        <button
          type="button"
          aria-label={t(height === 'peek' ? 'sheet.more' : 'sheet.less')}
          onClick={() => onHeightChange(height === 'peek' ? 'full' : 'peek')}
          className="absolute end-2 top-0 z-10 grid size-11 place-items-center rounded-full low:hidden"
        >
          {height === 'peek' ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
        </button>
      )}
      <div
        // The content can take the focus, so that text without controls also scrolls by keyboard. It is always focusable, not
        // only when it scrolls: while the sheet moves, measured and drawn heights differ.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is interactive
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <div ref={body} className="px-4 pt-0.5 pb-4">
          {children}
        </div>
      </div>
      <div ref={foot} className="shrink-0">
        {footer && <div className="border-t border-line bg-card px-4 pt-3 pb-safe">{footer}</div>}
      </div>
    </section>
  )
}

/** Measures the height (px) of handle, content and footer: in total, and up to the parts marked by `data-peek` and `data-below`. */
function useContentPixels() {
  const body = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  const [content, setContent] = useState(Number.POSITIVE_INFINITY)
  const [marked, setMarked] = useState<number | null>(null)
  const [fold, setFold] = useState<number | null>(null)
  useEffect(() => {
    const parts = [body.current, foot.current].filter((part) => part !== null)
    const measure = () => {
      setContent(HANDLE + 1 + parts.reduce((sum, part) => sum + part.offsetHeight, 0))
      const mark = body.current?.querySelector('[data-peek]')
      const top = body.current?.getBoundingClientRect().top ?? 0
      const end = mark && mark.getBoundingClientRect().bottom - top
      const below = body.current?.querySelector('[data-below]')
      setFold(
        below
          ? Math.round(HANDLE + 1 + below.getBoundingClientRect().top - top + (foot.current?.offsetHeight ?? 0))
          : null
      )
      setMarked(end ? Math.round(HANDLE + 1 + end + GAP + (foot.current?.offsetHeight ?? 0)) : null)
    }
    // Nothing is measured at mount, because that would force an additional layout. The observer reports the first size by
    // itself, after the page's own layout.
    const observer = new ResizeObserver(measure)
    for (const part of parts) observer.observe(part)
    return () => observer.disconnect()
  }, [])
  return { body, foot, content, marked, fold }
}

/**
 * Returns the pointer handlers of the handle. Dragging moves the sheet with the finger; when the finger is lifted, the sheet
 * moves to the nearest of its three heights. A press moves it to the next higher one, and from the highest to the lowest.
 */
function useDrag(
  pixels: number,
  at: (height: SheetHeight) => number,
  setDragged: (pixels: number | null) => void,
  settle: (height: SheetHeight) => void
) {
  const start = useRef<{ y: number; pixels: number; last: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { y: event.clientY, pixels, last: pixels }
    },
    onPointerMove: (event: PointerEvent) => {
      const from = start.current
      if (!from) return
      from.last = Math.max(80, Math.min(window.innerHeight - 56, from.pixels + from.y - event.clientY))
      setDragged(from.last)
    },
    onPointerUp: () => {
      const from = start.current
      start.current = null
      setDragged(null)
      if (!from) return
      const pressed = Math.abs(from.last - from.pixels) < 6
      const byNearness = [...heights].sort((a, b) => Math.abs(at(a) - from.last) - Math.abs(at(b) - from.last))
      const next = heights[(heights.findIndex((h) => at(h) === from.pixels) + 1) % heights.length]
      settle((pressed ? next : byNearness[0]) ?? 'half')
    },
    onPointerCancel: () => {
      start.current = null
      setDragged(null)
    }
  }
}
