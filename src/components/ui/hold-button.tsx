import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cn } from '@/lib/utils'

/** How long the button must be held (ms): longer than an accidental touch, short enough for an emergency. */
const HOLD_MS = 1500

interface HoldButtonProps {
  label: string
  /** Instructions below the label, also for screen readers. */
  hint: string
  /** The text that replaces the instructions while the button is held. */
  holding: string
  icon: ReactNode
  /** Called when the button was held long enough, by pointer, Enter or the space bar. */
  onHeld: () => void
  /** Called for a short press, such as the click that a screen reader sends. The caller asks for confirmation. */
  onPress: () => void
}

const isPressKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '

/** A button for an action that must not happen by accident but must be quick: hold it, or press it and confirm. */
export function HoldButton({ label, hint, holding, icon, onHeld, onPress }: HoldButtonProps) {
  const hintId = useId()
  const { isHeld, ...hold } = useHold(onHeld, onPress)
  return (
    <button
      type="button"
      aria-describedby={hintId}
      {...hold}
      className="flex min-h-20 w-full touch-none items-center gap-4 rounded-card bg-bad p-4 text-start text-paper select-none [-webkit-touch-callout:none]"
    >
      <span aria-hidden className="relative grid size-12 shrink-0 place-items-center [&>svg:last-child]:size-6">
        <Ring isFull={isHeld} />
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-base font-semibold">{label}</span>
        {/* Both texts always take up space: a button that shrinks would slip away from the finger. */}
        <span className="grid text-sm text-pretty *:[grid-area:1/1]">
          <span id={hintId} className={cn(isHeld && 'invisible')}>
            {hint}
          </span>
          <span aria-hidden={!isHeld} className={cn(!isHeld && 'invisible')}>
            {holding}
          </span>
        </span>
      </span>
    </button>
  )
}

/** A ring that fills while the button is held. */
function Ring({ isFull }: { isFull: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 48 48" className="absolute inset-0 size-full -rotate-90" fill="none" strokeWidth="4">
      <circle cx="24" cy="24" r="21" className="stroke-current opacity-30" />
      <circle
        cx="24"
        cy="24"
        r="21"
        pathLength={100}
        strokeDasharray="100"
        strokeLinecap="round"
        strokeDashoffset={isFull ? 0 : 100}
        style={{ transitionDuration: `${isFull ? HOLD_MS : 150}ms` }}
        className={cn(
          'stroke-current transition-[stroke-dashoffset] ease-linear motion-reduce:transition-none',
          !isFull && 'opacity-0'
        )}
      />
    </svg>
  )
}

function useHold(onHeld: () => void, onPress: () => void) {
  const [isHeld, setHeld] = useState(false)
  const wasHeld = useRef(false)
  const done = useRef(onHeld)
  useEffect(() => {
    done.current = onHeld
  })
  useEffect(() => {
    if (!isHeld) return
    const timer = setTimeout(() => {
      wasHeld.current = true
      setHeld(false)
      done.current()
    }, HOLD_MS)
    return () => clearTimeout(timer)
  }, [isHeld])
  const begin = () => {
    wasHeld.current = false
    setHeld(true)
  }
  const end = () => setHeld(false)
  return {
    isHeld,
    onPointerDown: (event: PointerEvent) => {
      // Captures the pointer, so that a finger that slides off the button still holds the button.
      event.currentTarget.setPointerCapture?.(event.pointerId)
      begin()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onBlur: end,
    // A long touch would open the context menu, which would end the hold.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      if (!isPressKey(event)) return
      event.preventDefault()
      if (!event.repeat) begin()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isPressKey(event)) return
      event.preventDefault()
      if (isHeld) onPress()
      end()
    },
    onClick: () => {
      if (!wasHeld.current) onPress()
      wasHeld.current = false
    }
  }
}
