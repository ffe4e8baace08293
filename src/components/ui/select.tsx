import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'
import { controlClasses } from './control-classes'
import { fieldClasses } from './input'

interface SelectProps extends ComponentProps<'select'> {
  /** As tall as the public site's fields; otherwise as the portal's. */
  isTall?: boolean
}

/** A choice in the browser's native list: phones show theirs, and typing finds an entry. */
export function Select({ isTall = false, className, children, ...props }: SelectProps) {
  return (
    <span className="relative block">
      <select
        className={cn(
          isTall ? [fieldClasses, 'h-12 pe-11'] : [controlClasses, 'pe-9'],
          'appearance-none truncate',
          className
        )}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className={cn(
          'pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 text-muted',
          isTall ? 'end-3.5' : 'end-3'
        )}
      />
    </span>
  )
}
