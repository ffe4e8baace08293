import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/utils'

interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  /** One sentence below the title that says what to do next. */
  children?: ReactNode
  action?: ReactNode
  className?: string
  /** Level of the heading: 'h1' if this is the page's only content. */
  heading?: 'h1' | 'h2'
}

export function EmptyState({
  icon: Icon,
  title,
  children,
  action,
  className,
  heading: Heading = 'h2'
}: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-3 px-6 py-12 text-center', className)}>
      {Icon && (
        <span className="grid size-12 place-items-center rounded-full bg-soft text-muted">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <Heading className="text-base font-semibold">{title}</Heading>
      {children && <p className="max-w-sm text-sm text-pretty text-muted">{children}</p>}
      {action}
    </div>
  )
}
