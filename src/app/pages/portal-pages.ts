import { House, LayoutDashboard, type LucideIcon, MapPinned, Ticket, User } from 'lucide-react'
import { paths } from '@/config/paths'
import type { Page } from './page'
import { sitePages } from './site-pages'

interface PortalPage extends Page {
  icon: LucideIcon
}

const ofSite = (name: string, icon: LucideIcon): PortalPage[] =>
  sitePages.filter((page) => page.name === name).map((page) => ({ ...page, icon }))

/** The portal's drawer from top to bottom. Groups but the first and the last have a heading: `common:drawer.<group>`. */
export const drawer = {
  desk: [...ofSite('dashboard', LayoutDashboard), ...ofSite('bookings', Ticket)],
  users: [],
  wallet: [],
  catalogue: [
    {
      name: 'zones',
      path: paths.zones,
      viewers: ['admin'],
      layout: 'portal',
      icon: MapPinned,
      load: async () => (await import('@/features/zones')).ZonesPage
    }
  ],
  settings: [],
  own: [...ofSite('home', House), ...ofSite('profile', User)]
} satisfies Record<string, readonly PortalPage[]>

/** The pages that only the drawer leads to. */
export const portalPages: readonly PortalPage[] = Object.values(drawer)
  .flat()
  .filter(({ name }) => !sitePages.some((page) => page.name === name))
