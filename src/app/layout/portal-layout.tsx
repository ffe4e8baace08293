import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router-dom'
import type { Role } from '@/entities/person'
import { useIsDesktop } from '@/lib/page/use-media'
import { Drawer } from './portal/drawer'
import { DrawerSheet } from './portal/drawer-sheet'
import { TopBar } from './portal/top-bar'
import { useCounts } from './portal/use-counts'
import { useDrawer } from './portal/use-drawer'

/**
 * The frame of the portal, which is the part of the product for the operator's staff: drawer, top bar and page. On a phone, the
 * drawer is a sheet that a button in the top bar opens.
 */
export function PortalLayout({ role, children = <Outlet /> }: { role: Role | null; children?: ReactNode }) {
  // `staff_errors` are texts of errors that any page of the portal may show.
  const { t } = useTranslation(['common', 'shell', 'staff_errors'])
  const isDesktop = useIsDesktop()
  const drawer = { ...useDrawer(), counts: useCounts() }
  return (
    // `--bar` is the height of the top bar. Pages that fill the window subtract it from the window's height.
    <div className="flex min-h-svh [--bar:3rem]">
      {isDesktop && <Drawer role={role} drawer={drawer} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar menu={isDesktop ? null : <DrawerSheet role={role} drawer={drawer} label={t('shell:drawer.open')} />} />
        <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      </div>
    </div>
  )
}
