import type { ReactNode } from 'react'
import { useCrumb } from '@/lib/crumb'
import { cn } from '@/lib/utils'

interface PageHeaderProps {
  title: string
  /** How many there are, where that is known. */
  count?: number | undefined
  /** Stands beside the title: a status, a line about it. */
  beside?: ReactNode
  /** The way back, before the title. */
  back?: ReactNode
  /** What else can be done here; the one main action stands last. */
  actions?: ReactNode
  /** Not of the page, but of a part of it. */
  isPart?: boolean | undefined
  className?: string
}

/** The head of a portal page: what it is about, and what can be done with it. */
export function PageHeader({ title, count, beside, back, actions, isPart = false, className }: PageHeaderProps) {
  useCrumb(isPart ? null : title)
  const Heading = isPart ? 'h2' : 'h1'
  return (
    <header className={cn('flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 md:px-6', className)}>
      {back}
      <Heading
        dir="auto"
        className={cn('flex min-w-0 items-baseline gap-2.5 font-semibold', isPart ? 'text-base' : 'text-xl')}
      >
        <span className="truncate">{title}</span>
        {count !== undefined && <span className="text-base font-normal text-muted tabular">{count}</span>}
      </Heading>
      {beside}
      {actions && <div className="ms-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>}
    </header>
  )
}
