import { ChevronDown, LogOut, type LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useMatch } from 'react-router-dom'
import { Skeleton } from '@/components/ui/skeleton'
import { Spinner } from '@/components/ui/spinner'
import { Tooltip } from '@/components/ui/tooltip'
import { paths } from '@/config/paths'
import { type Role, useHolds } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { MOST } from '@/entities/waiting'
import { cn } from '@/lib/utils'
import { type DrawerGroup, drawerOf } from '../../pages/portal-pages'
import { useSignOut } from '../use-sign-out'
import type { Count as Waiting } from './use-counts'
import type { DrawerState } from './use-drawer'

const itemClasses =
  'flex h-8 w-full items-center gap-2.5 rounded-control px-2 text-sm text-muted hover:bg-soft hover:text-ink focus-visible:-outline-offset-2'

interface DrawerNavProps {
  /** The person's role; null while it is unknown. */
  role: Role | null
  drawer: DrawerState
  isCollapsed?: boolean
  className?: string
}

/** The links of the drawer: this person's pages in groups (section 2 of the specification), home, profile and sign-out. */
export function DrawerNav({ role, drawer, isCollapsed = false, className }: DrawerNavProps) {
  const { t } = useTranslation()
  const holds = useHolds()
  const { settings } = useSettings()
  return (
    <div aria-busy={role === null} className={cn('space-y-2 px-3 py-2.5', className)}>
      {role === null ? (
        <NavSkeleton />
      ) : (
        drawerOf(role, t, holds, settings).map(({ group, items }) => (
          <Group key={group} group={group} drawer={drawer} isCollapsed={isCollapsed}>
            {items.map(({ name, path, label, icon }) => (
              <li key={path}>
                <Item to={path} label={label} icon={icon} waiting={drawer.counts[name]} isCollapsed={isCollapsed} />
              </li>
            ))}
            {group === 'own' && (
              <li>
                <SignOut isCollapsed={isCollapsed} />
              </li>
            )}
          </Group>
        ))
      )}
    </div>
  )
}

interface GroupProps {
  group: DrawerGroup
  drawer: DrawerState
  isCollapsed: boolean
  children: ReactNode
}

function Group({ group, drawer, isCollapsed, children }: GroupProps) {
  const { t } = useTranslation()
  const id = useId()
  const hasHeading = group !== 'desk' && group !== 'own'
  const isOpen = !hasHeading || isCollapsed || drawer.isOpen(group)
  return (
    <div className={cn((isCollapsed || group === 'own') && 'border-line not-first:border-t not-first:pt-2')}>
      {hasHeading && !isCollapsed && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => drawer.toggleGroup(group)}
          className="flex h-8 w-full items-center rounded-control px-2 text-xs font-medium text-muted hover:bg-soft hover:text-ink"
        >
          <span className="me-auto">{t(`shell:drawer.${group}`)}</span>
          <ChevronDown
            aria-hidden
            className={cn('size-3.5 transition-transform duration-150', !isOpen && '-rotate-90 rtl:rotate-90')}
          />
        </button>
      )}
      <ul id={id} hidden={!isOpen}>
        {children}
      </ul>
    </div>
  )
}

interface ItemProps {
  to: string
  label: string
  icon: LucideIcon
  waiting: Waiting | undefined
  isCollapsed: boolean
}

/**
 * A link of the drawer, with the number of rows that wait for a member of staff, such as withdrawals. The link opens the page;
 * the number is a second link, which opens a list of only the waiting rows.
 */
function Item({ to, label, icon: Icon, waiting, isCollapsed }: ItemProps) {
  const { t } = useTranslation()
  const { count, words = 'waiting' } = waiting ?? { count: 0 }
  const named =
    label + (count >= MOST ? t(`shell:drawer.${words}_most`, { most: MOST }) : t(`shell:drawer.${words}`, { count }))
  // On a page about one row of a list, the link to the list counts as the current one, too.
  const isHere = useMatch({ path: to, end: to === paths.home }) !== null
  const name = count > 0 ? named : label
  return (
    <div className="relative">
      <WithName label={name} isHidden={isCollapsed}>
        <Link
          to={to}
          aria-label={isCollapsed ? name : undefined}
          aria-current={isHere ? 'page' : undefined}
          className={cn(
            itemClasses,
            isHere && 'bg-soft font-medium text-ink',
            isCollapsed ? 'justify-center' : count > 0 && 'pe-12'
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          {!isCollapsed && <span className="truncate">{label}</span>}
        </Link>
      </WithName>
      {waiting && count > 0 && <Count waiting={waiting} name={named} isHere={isHere} isCollapsed={isCollapsed} />}
    </div>
  )
}

interface CountProps {
  waiting: Waiting
  name: string
  isHere: boolean
  isCollapsed: boolean
}

/**
 * The number of waiting rows beside a link. If the drawer shows only icons, there is only space for a dot, and the accessible
 * name of the icon contains the number.
 */
function Count({ waiting: { count, to }, name, isHere, isCollapsed }: CountProps) {
  if (isCollapsed) return <span aria-hidden className="absolute end-0.5 top-1 size-1.5 rounded-full bg-ink" />
  return (
    <Link to={to} className="group absolute end-0 top-0 grid h-8 min-w-10 place-items-center rounded-control px-1">
      <span className="sr-only">{name}</span>
      <span
        aria-hidden
        className={cn(
          'grid h-5 min-w-5 place-items-center rounded-full bg-soft px-1.5 text-xs font-medium text-ink tabular group-hover:ring-1 group-hover:ring-line-strong',
          isHere && 'bg-line'
        )}
      >
        {count >= MOST ? `${MOST - 1}+` : count}
      </span>
    </Link>
  )
}

function SignOut({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation()
  const leave = useSignOut()
  const label = t(leave.busy ? 'nav.signing_out' : 'nav.sign_out')
  return (
    <WithName label={label} isHidden={isCollapsed}>
      <button
        type="button"
        onClick={() => void leave.run()}
        aria-label={isCollapsed ? label : undefined}
        className={cn(itemClasses, isCollapsed && 'justify-center')}
      >
        {leave.busy ? (
          <Spinner className="size-4" />
        ) : (
          <LogOut aria-hidden className="size-4 shrink-0 rtl:-scale-x-100" />
        )}
        {!isCollapsed && label}
      </button>
    </WithName>
  )
}

/** Adds a tooltip with the page's name, if the drawer shows only icons. */
function WithName({ label, isHidden, children }: { label: string; isHidden: boolean; children: ReactNode }) {
  return isHidden ? (
    <Tooltip label={label} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
}

const shape = [0, 1, 2, 3, 4, 5]

function NavSkeleton() {
  return (
    <ul aria-hidden>
      {shape.map((index) => (
        <li key={index} className="flex h-8 items-center gap-2.5 px-2">
          <Skeleton className="size-4" />
          <Skeleton className="h-3.5 w-24" />
        </li>
      ))}
    </ul>
  )
}
