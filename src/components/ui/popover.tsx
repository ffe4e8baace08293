import { Popover as PopoverPrimitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

export const Popover = PopoverPrimitive.Root
export const PopoverTrigger = PopoverPrimitive.Trigger
export const PopoverAnchor = PopoverPrimitive.Anchor

/** A small panel beside its trigger; Escape or a press outside closes it. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof PopoverPrimitive.Content>) {
  return (
    <PopoverPrimitive.Portal>
      <PopoverPrimitive.Content
        align="start"
        sideOffset={8}
        collisionPadding={12}
        className={cn(
          'z-50 max-h-(--radix-popover-content-available-height) w-72 overflow-y-auto rounded-card border border-line bg-card p-3 text-sm outline-none duration-150 data-[state=open]:animate-in data-[state=open]:fade-in data-[state=open]:slide-in-from-top-1',
          className
        )}
        {...props}
      />
    </PopoverPrimitive.Portal>
  )
}
