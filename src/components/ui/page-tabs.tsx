import { NavLink } from 'react-router-dom'
import { cn } from '@/lib/utils'

interface PageTabsProps {
  label: string
  className?: string
  items: readonly { to: string; label: string }[]
}

/** Pages that belong together, as tabs that are links. */
export function PageTabs({ label, items, className }: PageTabsProps) {
  return (
    <nav aria-label={label} className={cn('flex gap-5 border-b border-line', className)}>
      {items.map(({ to, label: name }) => (
        <NavLink
          key={to}
          to={to}
          end
          className={({ isActive }) =>
            cn(
              '-mb-px border-b-2 border-transparent py-2.5 text-sm text-muted hover:text-ink',
              isActive && 'border-ink font-semibold text-ink'
            )
          }
        >
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
