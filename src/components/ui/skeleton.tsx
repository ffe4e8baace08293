import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

/**
 * A grey shape in place of what is still loading. It begins to pulse after a second: whatever comes sooner needs no sign of life,
 * and a phone that loads a page has no time to draw sixty pictures a second.
 */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      aria-hidden
      className={cn('animate-pulse rounded-control bg-soft [animation-delay:1s]', className)}
      {...props}
    />
  )
}
