import { cn } from '@/lib/utils'

/** The mark: an amber H on ink; in the dark on a ground that is raised from the page, never on white. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn('size-7', className)}>
      <rect width="32" height="32" rx="8" className="fill-mark" />
      <path d="M10 9.5v13M22 9.5v13M10 16h12" strokeWidth="3.4" fill="none" className="stroke-accent" />
    </svg>
  )
}
