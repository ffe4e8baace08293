import {
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState
} from 'react'
import { useTranslation } from 'react-i18next'
import { readStored, store } from '@/lib/storage/stored'
import { cn } from '@/lib/utils'

/** How far an arrow key moves the divider (px); with Shift four times as far. */
const STEP = 16

export interface SplitBounds {
  /** Initial width of the pane (px); a double click on the divider restores it. */
  initial: number
  min: number
  /** Minimum width (px) of the content before the pane. */
  rest: number
}

interface SplitPaneProps extends ComponentProps<'aside'> {
  /** The name under which each person's width is stored. */
  name: string
  personId: string
  bounds: SplitBounds
  /** The pane's label for screen readers. */
  label: string
}

const isWidth = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/**
 * A pane at the end side of a row, with a divider to drag or to move by keys. In windows narrower than 64rem there is no
 * divider. The pane must be the last element of a flex row. The divider follows the "window splitter" pattern of WAI-ARIA's
 * authoring practices; this pane is that pattern's primary pane.
 */
export function SplitPane({ name, personId, bounds, label, className, style, children, ...props }: SplitPaneProps) {
  const { initial, min, rest } = bounds
  const id = useId()
  const pane = useRef<HTMLElement>(null)
  const storageKey = `hackney.split.${personId}.${name}`
  const [width, setWidth] = useState(() => {
    const kept = readStored(storageKey)
    return isWidth(kept) ? Math.max(min, kept) : initial
  })
  const widest = useRoom(pane, min, rest)
  const within = (wanted: number) => Math.round(Math.max(min, Math.min(wanted, widest)))
  const keep = (next: number) => {
    setWidth(next)
    store(storageKey, next === initial ? null : next)
  }
  return (
    <aside
      {...props}
      ref={pane}
      id={id}
      aria-label={label}
      // A narrower window shrinks the pane, not the content before it.
      style={{ ...style, '--pane': `clamp(${min}px, ${width}px, max(${min}px, 100% - ${rest}px))` } as CSSProperties}
      className={cn('relative shrink-0 lg:w-(--pane)', className)}
    >
      <Divider
        controls={id}
        name={label}
        width={within(width)}
        min={min}
        widest={widest}
        onMove={(next) => setWidth(within(next))}
        onKeep={(next) => keep(next === null ? initial : within(next))}
      />
      {children}
    </aside>
  )
}

/** Returns the maximum width of the pane (px) in the current window. */
function useRoom(pane: RefObject<HTMLElement | null>, min: number, rest: number): number {
  const [room, setRoom] = useState(Number.MAX_SAFE_INTEGER)
  useLayoutEffect(() => {
    const parent = pane.current?.parentElement
    if (!parent) return
    const measure = () => setRoom(parent.clientWidth || Number.MAX_SAFE_INTEGER)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(parent)
    return () => observer.disconnect()
  }, [pane])
  return Math.max(min, room - rest)
}

interface DividerProps {
  controls: string
  name: string
  width: number
  min: number
  widest: number
  onMove: (width: number) => void
  /** Called with the new width, to store it. Null restores the initial width. */
  onKeep: (width: number | null) => void
}

function Divider({ controls, name, width, min, widest, onMove, onKeep }: DividerProps) {
  const { t } = useTranslation()
  const drag = useRef<{ x: number; width: number } | null>(null)
  /**
   * Returns 1 if the pane grows when the divider moves to the right, and -1 if it grows when the divider moves to the left. The
   * pane is at the end side of the row, so it grows when the divider moves towards the start side.
   */
  const grows = (element: Element) => (getComputedStyle(element).direction === 'rtl' ? 1 : -1)
  const reached = (event: PointerEvent) =>
    drag.current && drag.current.width + (event.clientX - drag.current.x) * grows(event.currentTarget)
  const onKeyDown = (event: KeyboardEvent) => {
    // With Alt, the arrow keys are the browser's shortcuts for Back and Forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = STEP * (event.shiftKey ? 4 : 1) * grows(event.currentTarget)
    if (event.key === 'ArrowRight') onKeep(width + step)
    else if (event.key === 'ArrowLeft') onKeep(width - step)
    else if (event.key === 'Home') onKeep(min)
    else if (event.key === 'End') onKeep(Number.MAX_SAFE_INTEGER)
    else if (event.key === 'Enter') onKeep(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const end = (event: PointerEvent) => {
    const next = reached(event)
    const moved = drag.current !== null && event.clientX !== drag.current.x
    drag.current = null
    // A press without movement stores nothing: in a narrow window, the pane is narrower than its stored width, and the stored
    // width must not change.
    if (next !== null && moved) onKeep(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an `hr` is not focusable, and this divider is moved by keys
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-label={t('shell:split.label', { name })}
      aria-valuemin={min}
      aria-valuemax={widest}
      aria-valuenow={width}
      aria-valuetext={t('shell:split.value', { width })}
      title={t('shell:split.hint')}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onKeep(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        const next = reached(event)
        if (next !== null) onMove(next)
      }}
      onPointerUp={end}
      onPointerCancel={end}
      // The area that can be pressed is 24 px wide, mostly over the pane's margin; the visible line is a hairline.
      className="group absolute inset-y-0 -start-1.5 z-30 w-6 cursor-col-resize touch-none outline-none select-none max-lg:hidden"
    >
      <span
        aria-hidden
        className="absolute inset-y-0 start-1 w-0.5 transition-colors duration-150 group-hover:bg-line-strong group-focus-visible:bg-ink group-active:bg-ink"
      />
    </div>
  )
}
