import { ChevronRight } from 'lucide-react'
import { cn } from '@/lib/utils'

/** The arrow before a row that sums other rows. It points down while the summed rows are shown below. */
export function FoldMark({ isOpen, className }: { isOpen: boolean; className?: string }) {
  return (
    <ChevronRight
      aria-hidden
      className={cn('size-4 shrink-0 text-muted rtl:-scale-x-100', isOpen && 'rotate-90 rtl:-rotate-90', className)}
    />
  )
}
