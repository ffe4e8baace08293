import type { ReactNode } from 'react'
import { Link, type To, useLocation } from 'react-router-dom'
import { cn } from '@/lib/utils'

/** Classes of a tab, for links (`aria-current`) and tabs with panels (`aria-selected`). */
export const tabClasses =
  'inline-flex h-10 shrink-0 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

export const tabStripClasses = 'flex gap-5 overflow-x-auto border-b border-line'

export interface TabLink {
  id: string
  to: To
  label: ReactNode
  /** Whether this tab is the current one; default: whether its link leads to the current page. */
  isCurrent?: boolean
  /**
   * True if the tab is only another view of the current page. Its link then replaces the history entry, so that the browser's
   * Back leaves the page instead of returning to the previous view.
   */
  isView?: boolean
  onClick?: () => void
  /** Content after the tab's link, shown only while this tab is the current one. */
  after?: ReactNode
}

/** Related pages, or views of a page, as tabs; for screen readers they are links. */
export function TabLinks({
  label,
  items,
  className
}: {
  label: string
  items: readonly TabLink[]
  className?: string
}) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={label} className={cn('px-4 md:px-6', tabStripClasses, className)}>
      <ul className="contents">
        {items.map(({ id, to, label: name, isCurrent = to === pathname, isView = false, onClick, after }) => (
          <li key={id} className="flex items-center gap-1">
            <Link
              to={to}
              replace={isView}
              dir="auto"
              aria-current={isCurrent ? 'page' : undefined}
              className={tabClasses}
              onClick={onClick}
            >
              {name}
            </Link>
            {isCurrent && after}
          </li>
        ))}
      </ul>
    </nav>
  )
}
