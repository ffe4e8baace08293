import { Tooltip as TooltipPrimitive } from 'radix-ui'
import type { ReactNode } from 'react'
import type { Keys } from '@/lib/page/keys'
import { Kbd } from './kbd'

/** How long the pointer must rest on the control before the tooltip shows (ms). */
const DELAY_MS = 400

interface TooltipProps {
  /** The tooltip's text: the same as the control's accessible name, or more detail. */
  label: string
  keys?: Keys
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** The control that the tooltip describes: one focusable element. */
  children: ReactNode
}

/**
 * A tooltip with the name and shortcut of an icon button. Escape hides the tooltip; the pointer may move onto it without hiding
 * it.
 */
export function Tooltip({ label, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <TooltipPrimitive.Provider delayDuration={DELAY_MS}>
      <TooltipPrimitive.Root>
        <TooltipPrimitive.Trigger asChild>{children}</TooltipPrimitive.Trigger>
        <TooltipPrimitive.Portal>
          <TooltipPrimitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 flex max-w-72 items-center gap-2 rounded-control border border-line bg-card px-2.5 py-1.5 text-sm text-ink duration-150 data-[state=delayed-open]:animate-in data-[state=delayed-open]:fade-in"
          >
            {label}
            {keys && <Kbd keys={keys} />}
          </TooltipPrimitive.Content>
        </TooltipPrimitive.Portal>
      </TooltipPrimitive.Root>
    </TooltipPrimitive.Provider>
  )
}
