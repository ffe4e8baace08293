import type { TFunction } from 'i18next'
import { House, LayoutDashboard, type LucideIcon, MapPinned, Ticket, User } from 'lucide-react'
import { paths } from '@/config/paths'
import type { Role } from '@/entities/person'
import { labelOf, type Page } from './page'
import { sitePages } from './site-pages'

interface PortalPage extends Page {
  icon: LucideIcon
}

const ofSite = (name: string, icon: LucideIcon): PortalPage[] =>
  sitePages.filter((page) => page.name === name).map((page) => ({ ...page, icon }))

/**
 * The portal's drawer from top to bottom. Groups but the first and the last have a heading: `common:drawer.<group>`. A page
 * about one thing (`/cartypes/:id`) stands after the list that leads to it, and is not offered itself.
 */
const drawer = {
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

export type DrawerGroup = keyof typeof drawer

const groups = Object.entries(drawer) as [DrawerGroup, readonly PortalPage[]][]

/** The pages that only the drawer leads to. */
export const portalPages: readonly PortalPage[] = groups
  .flatMap(([, pages]) => pages)
  .filter(({ name }) => !sitePages.some((page) => page.name === name))

const isOffered = (page: PortalPage, role: Role) => page.viewers.includes(role) && !page.path.includes(':')

/** What the drawer offers somebody of this role: groups that have something, in order. */
export function drawerOf(role: Role, t: TFunction) {
  return groups
    .map(([group, pages]) => ({
      group,
      items: pages
        .filter((page) => isOffered(page, role))
        .map((page) => ({ ...page, label: page.path === paths.home ? t('nav.home') : labelOf(page, t) }))
    }))
    .filter(({ items }) => items.length > 0)
}

/** Where a page stands: its group, and the page that leads to it. */
export function placeOf(page: Page): { group: DrawerGroup | null; parent: Page | null } {
  const found = groups.find(([, pages]) => pages.some(({ name }) => name === page.name))
  const parent = found?.[1].find(({ path }) => page.path.startsWith(`${path}/`) && path !== paths.home)
  return { group: found?.[0] ?? null, parent: parent ?? null }
}
