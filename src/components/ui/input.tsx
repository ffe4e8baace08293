import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

export const fieldClasses =
  'w-full min-w-0 rounded-control border border-transparent bg-soft px-3.5 text-base text-ink placeholder:text-muted transition-colors hover:border-line focus-visible:border-ink focus-visible:outline-none focus-visible:ring-1 focus-visible:ring-ink disabled:opacity-60 aria-invalid:border-bad aria-invalid:ring-bad'

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  // The direction follows the typed text, so that an address or phone number is not reversed on an Arabic page.
  const dir = type === 'datetime-local' ? undefined : 'auto'
  return (
    <input
      dir={dir}
      type={type}
      className={cn(
        fieldClasses,
        'h-12 read-only:border-line read-only:bg-transparent read-only:text-muted',
        className
      )}
      {...props}
    />
  )
}
