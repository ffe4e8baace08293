import { Banknote, Car, type LucideIcon, Map as MapIcon, MessageSquare, Route } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { drivePaths } from '@/config/drive-paths'
import { paths } from '@/config/paths'
import { cn } from '@/lib/utils'

const entries: readonly { name: string; to: string; icon: LucideIcon }[] = [
  { name: 'drive', to: paths.drive, icon: MapIcon },
  { name: 'driver_trips', to: drivePaths.trips, icon: Route },
  { name: 'driver_money', to: drivePaths.money, icon: Banknote },
  { name: 'driver_office', to: drivePaths.office, icon: MessageSquare },
  { name: 'driver_car', to: drivePaths.car, icon: Car }
]

/** The navigation of a driver's five pages, at the bottom within the thumb's reach. */
export function DriverNav({ className }: { className?: string }) {
  const { t } = useTranslation('driver_pages')
  return (
    <nav aria-label={t('nav')} className={className}>
      <ul className="mx-auto grid max-w-2xl grid-cols-5">
        {entries.map(({ name, to, icon: Icon }) => (
          <li key={name}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                cn(
                  'flex h-14 flex-col items-center justify-center gap-1 rounded-control text-xs low:h-12 focus-visible:-outline-offset-2',
                  isActive ? 'font-semibold text-ink' : 'text-muted hover:text-ink'
                )
              }
            >
              {({ isActive }) => (
                <>
                  <span className={cn('grid h-7 w-12 place-items-center rounded-full', isActive && 'bg-accent-soft')}>
                    <Icon aria-hidden className="size-5" />
                  </span>
                  <span className="max-w-full truncate">{t([`${name}.label`, `${name}.title`])}</span>
                </>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
