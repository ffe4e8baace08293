import { CarFront, House, LayoutDashboard, type LucideIcon, MapPinned, Ticket, User } from 'lucide-react'
import { paths } from '@/config/paths'
import { formPage } from '../form-page'
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
      name: 'cartypes',
      path: paths.carTypes,
      viewers: ['admin'],
      layout: 'portal',
      icon: CarFront,
      load: () => formPage(async () => (await import('@/features/cartypes')).CarTypesPage)
    },
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

/** Pages that one of the drawer's leads to. */
const inner: readonly Page[] = [
  {
    name: 'cartype',
    path: paths.carType(':id'),
    viewers: ['admin'],
    layout: 'portal',
    load: () => formPage(async () => (await import('@/features/cartypes')).CarTypePage)
  }
]

/** The pages that the site does not lead to. */
export const portalPages: readonly Page[] = [
  ...Object.values(drawer)
    .flat()
    .filter(({ name }) => !sitePages.some((page) => page.name === name)),
  ...inner
]
