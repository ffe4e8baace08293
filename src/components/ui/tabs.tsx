import type { ReactNode } from 'react'
import { Link, type To, useLocation } from 'react-router-dom'
import { cn } from '@/lib/utils'

/** How a tab looks, be it a link (`aria-current`) or one of panels (`aria-selected`). */
export const tabClasses =
  'inline-flex h-10 shrink-0 items-center border-b-2 border-transparent text-sm whitespace-nowrap text-muted hover:text-ink aria-[current=page]:border-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-selected:border-ink aria-selected:font-semibold aria-selected:text-ink'

export const tabStripClasses = 'flex gap-5 overflow-x-auto border-b border-line'

export interface TabLink {
  id: string
  to: To
  label: ReactNode
  /** Without it the link of this page is. */
  isCurrent?: boolean
  /** Another view of this page, so that Back leads away from it. */
  isView?: boolean
  onClick?: () => void
  /** Beside the current one. */
  after?: ReactNode
}

/** Pages, or views of a page, that belong together: tabs that are links, and links to a screen reader. */
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
