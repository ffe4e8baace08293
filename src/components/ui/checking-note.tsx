import { ScanSearch } from 'lucide-react'
import { cn } from '@/lib/utils'

/** Stands where a picture will be shown once it was checked. */
export function CheckingNote({ text, className }: { text: string; className?: string }) {
  return (
    <p
      role="status"
      className={cn(
        'grid aspect-square content-center justify-items-center gap-1.5 rounded-control bg-soft p-2 text-center text-xs text-balance text-muted',
        className
      )}
    >
      <ScanSearch aria-hidden className="size-5" />
      {text}
    </p>
  )
}
