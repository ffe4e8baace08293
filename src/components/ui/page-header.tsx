import type { ReactNode } from 'react'
import { useCrumb } from '@/lib/page/crumb'
import { cn } from '@/lib/utils'

interface PageHeaderProps {
  title: string
  /** The number of entries on the page, if known; shown after the title. */
  count?: number | undefined
  /** Shown beside the title: a status, or a line of explanation. */
  beside?: ReactNode
  /** A link to the page above this one, such as the list of rows; shown before the title. */
  back?: ReactNode
  /** The page's actions at the end side; the primary action is last. */
  actions?: ReactNode
  /** True for the header of a section: its title is then not the page's heading. */
  isPart?: boolean | undefined
  className?: string
}

/** The header of a portal page: title and actions. */
export function PageHeader({ title, count, beside, back, actions, isPart = false, className }: PageHeaderProps) {
  useCrumb(isPart ? null : title)
  const Heading = isPart ? 'h2' : 'h1'
  return (
    <header
      className={cn(
        'flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 md:px-6 low:min-h-11 low:py-1',
        className
      )}
    >
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
