import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Kbd } from '@/components/ui/kbd'
import { LogoMark } from '@/components/ui/logo'
import { Tooltip } from '@/components/ui/tooltip'
import { DRAWER_WIDTH_PX } from '@/config/constants'
import { paths } from '@/config/paths'
import type { Role } from '@/entities/person'
import { useFirmName, useSettings } from '@/entities/settings'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { cn } from '@/lib/utils'
import { DrawerNav } from './drawer-nav'
import type { DrawerState } from './use-drawer'

/** Width of the drawer when it shows only icons (px). */
const COLLAPSED_PX = 56
const KEYS = 'mod+\\'

/** The drawer beside the page, with the links of this person's pages, or only their icons. */
export function Drawer({ role, drawer }: { role: Role | null; drawer: DrawerState }) {
  const { t } = useTranslation()
  const { isCollapsed, toggle } = drawer
  const label = t(isCollapsed ? 'shell:drawer.expand' : 'shell:drawer.collapse')
  useShortcut({ keys: KEYS, label, group: t('shell:shortcuts.everywhere'), run: toggle })
  const Icon = isCollapsed ? PanelLeftOpen : PanelLeftClose
  const button = (
    <button
      type="button"
      onClick={toggle}
      aria-label={isCollapsed ? label : undefined}
      aria-expanded={!isCollapsed}
      aria-keyshortcuts={ariaKeys(KEYS)}
      className="flex h-8 w-full items-center gap-2.5 rounded-control px-2 text-sm text-muted hover:bg-soft hover:text-ink"
    >
      <Icon aria-hidden className="size-4 shrink-0 rtl:-scale-x-100" />
      {!isCollapsed && (
        <>
          <span className="me-auto">{label}</span>
          <Kbd keys={KEYS} />
        </>
      )}
    </button>
  )
  return (
    <nav
      aria-label={t('nav.main')}
      style={{ width: isCollapsed ? COLLAPSED_PX : DRAWER_WIDTH_PX }}
      className="sticky top-0 flex h-svh shrink-0 flex-col border-e border-line"
    >
      <DrawerTop isCollapsed={isCollapsed} />
      <DrawerNav role={role} drawer={drawer} isCollapsed={isCollapsed} className="min-h-0 flex-1 overflow-y-auto" />
      <div className="border-t border-line px-3 py-2">
        {isCollapsed ? (
          <Tooltip label={label} keys={KEYS} side="right">
            {button}
          </Tooltip>
        ) : (
          button
        )}
      </div>
    </nav>
  )
}

/** The top of the drawer with logo and name, as high as the top bar. */
export function DrawerTop({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const { settings } = useSettings()
  const name = useFirmName()
  return (
    <div className="flex h-(--bar) shrink-0 items-center border-b border-line px-3">
      <Link
        to={paths.dashboard}
        aria-label={name}
        className={cn('flex min-w-0 items-center gap-2 rounded-control py-1', isCollapsed ? 'mx-auto' : 'px-1')}
      >
        <LogoMark logo={settings?.logo} name={name} className="size-6 shrink-0" />
        {!isCollapsed && (
          <span dir="auto" className="truncate text-base font-semibold tracking-tight">
            {name}
          </span>
        )}
      </Link>
    </div>
  )
}
