import { ChevronsRight } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { underOneSlide } from '@/lib/server/asking'
import { cn } from '@/lib/utils'
import { Spinner } from './spinner'

/** Width of the handle (px). */
const HANDLE = 48
/** Maximum movement of a finger (px) that still counts as a press. */
const TREMBLE = 8
/** How much of the way (0 to 1) the handle must have moved so that releasing it counts as sliding to the end. */
const ENOUGH = 0.9

interface SlideButtonProps {
  label: string
  /** Called when the handle was released at the end. */
  onSlide: () => void
  /** Called for a press by keyboard, screen reader or tap. The caller asks for confirmation. */
  onPress: () => void
  /** True if this is the screen's primary action. */
  isAccent: boolean
  busy?: boolean
  disabled?: boolean
}

/** A button for an action that must not happen by accident: slide its handle to the end, or press it and confirm. */
export function SlideButton({ label, onSlide, onPress, isAccent, busy = false, disabled = false }: SlideButtonProps) {
  const { t } = useTranslation()
  const hint = useId()
  const { moved, wasDragged, ...drag } = useSlide(() => underOneSlide(onSlide))
  return (
    <button
      type="button"
      aria-describedby={hint}
      disabled={disabled && !busy}
      {...(busy
        ? // A busy button is not `disabled`, because it would lose the focus.
          { 'aria-busy': true, 'aria-disabled': true }
        : {
            ...drag,
            // A key or a screen reader clicks without a pointer (`detail` is 0): that always counts as a press.
            onClick: (event: MouseEvent) => {
              if (event.detail === 0 || !wasDragged()) onPress()
            }
          })}
      className={cn(
        'relative flex min-h-14 w-full touch-pan-y items-center justify-center overflow-hidden rounded-control py-1 ps-15 pe-4 text-base/5 font-semibold select-none disabled:opacity-50 aria-disabled:opacity-50',
        isAccent ? 'bg-accent-soft text-ink' : 'border border-line bg-card text-ink'
      )}
    >
      <span
        aria-hidden
        style={{ width: HANDLE + moved }}
        className={cn(
          'absolute inset-y-1 start-1 flex items-center justify-end rounded-[6px]',
          isAccent ? 'bg-accent text-accent-ink' : 'bg-ink text-paper',
          moved === 0 && 'transition-[width] duration-200 ease-out motion-reduce:transition-none'
        )}
      >
        <span className="grid w-12 place-items-center">
          {busy ? <Spinner className="size-5" /> : <ChevronsRight className="size-6 rtl:-scale-x-100" />}
        </span>
      </span>
      <span className="relative text-balance">{label}</span>
      <span id={hint} className="sr-only">
        {t('slide_hint')}
      </span>
    </button>
  )
}

/**
 * Returns the pointer handlers that move the handle with the finger, from the start side to the end side. A touch without
 * movement counts as a press.
 */
function useSlide(onSlide: () => void) {
  const start = useRef<{ x: number; room: number; towards: 1 | -1 } | null>(null)
  const dragged = useRef(false)
  const [moved, setMoved] = useState(0)
  const along = (event: PointerEvent): number => {
    const from = start.current
    return from ? Math.min(from.room, Math.max(0, (event.clientX - from.x) * from.towards)) : 0
  }
  return {
    moved,
    wasDragged: () => dragged.current,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
      event.currentTarget.setPointerCapture?.(event.pointerId)
      dragged.current = false
      start.current = { x: event.clientX, room: event.currentTarget.offsetWidth - HANDLE - 8, towards: isRtl ? -1 : 1 }
    },
    onPointerMove: (event: PointerEvent) => {
      if (!start.current) return
      const way = along(event)
      if (way > TREMBLE) dragged.current = true
      if (dragged.current) setMoved(way)
    },
    onPointerUp: (event: PointerEvent) => {
      const isThere = start.current !== null && along(event) >= start.current.room * ENOUGH
      start.current = null
      setMoved(0)
      if (isThere && dragged.current) onSlide()
    },
    onPointerCancel: () => {
      start.current = null
      setMoved(0)
    }
  }
}
