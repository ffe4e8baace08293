import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'
import { controlClasses } from './control-classes'
import { fieldClasses } from './input'

interface SelectProps extends ComponentProps<'select'> {
  /** True for the height that fields have on the public site; default: the smaller height that fields have in the portal. */
  isTall?: boolean
}

/** A choice from the browser's native list: phones use their own picker, and typing finds an entry. */
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
