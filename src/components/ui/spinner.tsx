import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

/** A spinner. It is hidden from screen readers, so put text beside it. */
export function Spinner({ className, ...props }: ComponentProps<'svg'>) {
  return <LoaderCircle aria-hidden className={cn('size-5 animate-spin', className)} {...props} />
}
