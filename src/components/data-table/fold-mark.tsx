import { ChevronRight } from 'lucide-react'
import { cn } from '@/lib/utils'

/** Before a sum row: whether its rows are shown. */
export function FoldMark({ isOpen, className }: { isOpen: boolean; className?: string }) {
  return (
    <ChevronRight
      aria-hidden
      className={cn('size-4 shrink-0 text-muted rtl:-scale-x-100', isOpen && 'rotate-90 rtl:-rotate-90', className)}
    />
  )
}
