import type { TFunction } from 'i18next'
import {
  Banknote,
  BriefcaseBusiness,
  Car,
  CarFront,
  CarTaxiFront,
  ChartColumn,
  CircleSlash,
  ExternalLink,
  FileBadge,
  FileUp,
  HandCoins,
  House,
  Info,
  Landmark,
  Languages,
  LayoutDashboard,
  type LucideIcon,
  MapPinned,
  MessageSquareQuote,
  MessageSquareText,
  PhoneCall,
  Scale,
  ScrollText,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  Ticket,
  TicketPercent,
  User,
  UserRound,
  Wallet
} from 'lucide-react'
import { paths } from '@/config/paths'
import type { Role } from '@/entities/person'
import type { Settings } from '@/entities/settings'
import { loadCarTypes } from '@/features/staff/car-types'
import { loadImport } from '@/features/staff/imports'
import { loadPeople } from '@/features/staff/people'
import { loadPromos } from '@/features/staff/promos'
import { loadAppInfo, loadSettings } from '@/features/staff/settings'
import { loadTelephone } from '@/features/staff/telephone'
import { loadWidget } from '@/features/staff/widget'
import { formPage } from '../form-page'
import { innerPages } from './inner-pages'
import { labelOf, type Page, type PageFacts } from './page'
import { type SiteName, sitePages } from './site-pages'

interface Entry {
  icon: LucideIcon
  /**
   * The permissions of which an admin needs one for the page (docs/use/staff.md). Without any of them, the drawer leaves the page
   * out.
   */
  needs?: readonly string[]
  /** The setting without which the drawer leaves the page out. */
  setting?: 'telephone_orders'
}

type PortalPage = Page & Entry

/** An entry of the drawer: a page of the portal, or one that the site links to as well, which has its loader there. */
type DrawerPage = PortalPage | (PageFacts & Entry)

const ofSite = (name: SiteName, icon: LucideIcon): DrawerPage[] =>
  sitePages.filter((page) => page.name === name).map((page) => ({ ...page, icon }))

/**
 * The pages in the portal's drawer by group, from top to bottom. Each group except the first and the last has a heading: the
 * text `shell:drawer.<group>`.
 */
const drawer = {
  desk: [
    ...ofSite('dashboard', LayoutDashboard),
    ...ofSite('bookings', Ticket),
    {
      name: 'addbooking',
      needs: ['bookings'],
      setting: 'telephone_orders',
      path: paths.addBooking,
      viewers: ['admin'],
      layout: 'portal',
      icon: PhoneCall,
      load: () => formPage(loadTelephone)
    }
  ],
  users: [
    {
      name: 'riders',
      path: paths.riders,
      viewers: ['admin'],
      layout: 'portal',
      icon: UserRound,
      load: loadPeople.riders
    },
    {
      name: 'drivers',
      path: paths.drivers,
      viewers: ['admin', 'fleetadmin'],
      layout: 'portal',
      icon: CarTaxiFront,
      load: loadPeople.drivers
    },
    {
      name: 'vehicles',
      path: paths.vehicles,
      viewers: ['admin', 'fleetadmin'],
      layout: 'portal',
      icon: Car,
      load: async () => (await import('@/features/staff/vehicles')).VehiclesPage
    },
    {
      name: 'fleetadmins',
      path: paths.fleetAdmins,
      viewers: ['admin'],
      layout: 'portal',
      icon: BriefcaseBusiness,
      load: loadPeople.fleetAdmins
    },
    {
      name: 'alladmin',
      path: paths.admins,
      viewers: ['admin'],
      layout: 'portal',
      icon: ShieldCheck,
      load: loadPeople.admins
    },
    {
      name: 'import',
      needs: ['people', 'staff', 'prices', 'promotions'],
      path: paths.import,
      viewers: ['admin'],
      layout: 'portal',
      icon: FileUp,
      load: loadImport
    }
  ],
  wallet: [
    {
      name: 'money',
      needs: ['money'],
      path: paths.money,
      viewers: ['admin'],
      layout: 'portal',
      icon: Landmark,
      load: async () => (await import('@/features/staff/money')).MoneyPage
    },
    {
      name: 'earnings',
      needs: ['reports'],
      path: paths.earnings,
      viewers: ['admin'],
      layout: 'portal',
      icon: ChartColumn,
      load: async () => (await import('@/features/staff/reports')).EarningsPage
    },
    {
      name: 'driver_earnings',
      needs: ['reports'],
      path: paths.driverEarnings,
      viewers: ['admin', 'fleetadmin'],
      layout: 'portal',
      icon: HandCoins,
      load: async () => (await import('@/features/staff/reports')).DriverEarningsPage
    },
    {
      name: 'addtowallet',
      needs: ['credit', 'refund', 'fares', 'cash', 'export'],
      path: paths.addToWallet,
      viewers: ['admin'],
      layout: 'portal',
      icon: Wallet,
      load: async () => (await import('@/features/staff/wallet-credit')).AddToWalletPage
    },
    {
      name: 'withdraws',
      needs: ['payouts', 'bank_release'],
      path: paths.withdraws,
      viewers: ['admin'],
      layout: 'portal',
      icon: Banknote,
      load: async () => (await import('@/features/staff/withdraws')).WithdrawsPage
    },
    {
      name: 'trialbalance',
      needs: ['reports'],
      path: paths.trialBalance,
      viewers: ['admin'],
      layout: 'portal',
      icon: Scale,
      load: async () => (await import('@/features/staff/trial-balance')).TrialBalancePage
    }
  ],
  catalogue: [
    {
      name: 'cartypes',
      needs: ['prices'],
      path: paths.carTypes,
      viewers: ['admin'],
      layout: 'portal',
      icon: CarFront,
      load: loadCarTypes
    },
    {
      name: 'cancelreasons',
      needs: ['prices'],
      path: paths.cancelReasons,
      viewers: ['admin'],
      layout: 'portal',
      icon: CircleSlash,
      load: async () => (await import('@/features/staff/cancel-reasons')).CancelReasonsPage
    },
    {
      name: 'promos',
      needs: ['promotions'],
      path: paths.promos,
      viewers: ['admin'],
      layout: 'portal',
      icon: TicketPercent,
      load: loadPromos
    },
    {
      name: 'zones',
      needs: ['prices'],
      path: paths.zones,
      viewers: ['admin'],
      layout: 'portal',
      icon: MapPinned,
      load: async () => (await import('@/features/staff/zones')).ZonesPage
    }
  ],
  settings: [
    {
      name: 'settings',
      needs: ['settings'],
      path: paths.settings,
      viewers: ['admin'],
      layout: 'portal',
      icon: SlidersHorizontal,
      load: () => formPage(loadSettings)
    },
    {
      name: 'appinfo',
      needs: ['settings'],
      path: paths.appInfo,
      viewers: ['admin'],
      layout: 'portal',
      icon: Info,
      load: () => formPage(loadAppInfo)
    },
    {
      name: 'widget',
      needs: ['settings'],
      path: paths.widget,
      viewers: ['admin'],
      layout: 'portal',
      icon: ExternalLink,
      load: loadWidget
    },
    {
      name: 'languages',
      needs: ['settings'],
      path: paths.languages,
      viewers: ['admin'],
      layout: 'portal',
      icon: Languages,
      load: async () => (await import('@/features/staff/languages')).LanguagesPage
    },
    {
      name: 'paperkinds',
      needs: ['settings'],
      path: paths.paperKinds,
      viewers: ['admin'],
      layout: 'portal',
      icon: FileBadge,
      load: async () => (await import('@/features/staff/paper-kinds')).PaperKindsPage
    },
    {
      name: 'notifications',
      needs: ['broadcast'],
      path: paths.notifications,
      viewers: ['admin'],
      layout: 'portal',
      icon: Send,
      load: async () => (await import('@/features/staff/notifications')).NotificationsPage
    },
    {
      name: 'messages',
      path: paths.messages,
      viewers: ['admin'],
      layout: 'portal',
      icon: MessageSquareText,
      load: async () => (await import('@/features/staff/messages')).MessagesPage
    },
    {
      name: 'messagetexts',
      needs: ['settings'],
      path: paths.messageTexts,
      viewers: ['admin'],
      layout: 'portal',
      icon: MessageSquareQuote,
      load: async () => (await import('@/features/staff/languages')).TemplatesPage
    },
    {
      name: 'auditlog',
      path: paths.auditLog,
      viewers: ['admin'],
      layout: 'portal',
      icon: ScrollText,
      load: async () => (await import('@/features/staff/audit')).AuditPage
    }
  ],
  own: [...ofSite('home', House), ...ofSite('profile', User)]
} satisfies Record<string, readonly DrawerPage[]>

export type DrawerGroup = keyof typeof drawer

const groups = Object.entries(drawer) as [DrawerGroup, readonly DrawerPage[]][]

/** All pages that only the portal links to. */
export const portalPages: readonly Page[] = [
  ...groups.flatMap(([, pages]) => pages).filter((page): page is PortalPage => 'load' in page),
  ...innerPages
]

/**
 * Returns the groups of the drawer with the pages that this person may open. Groups without such pages are left out.
 *
 * @param holds whether an admin has a permission
 * @param settings those of the operator, once they are known
 */
export function drawerOf(
  role: Role,
  t: TFunction,
  holds: (permission: string) => boolean,
  settings: Pick<Settings, 'telephone_orders'> | null | undefined
) {
  return groups
    .map(([group, pages]) => ({
      group,
      items: pages
        .filter(({ viewers, needs }) => viewers.includes(role) && (role !== 'admin' || !needs || needs.some(holds)))
        .filter(({ setting }) => !setting || settings?.[setting] !== false)
        .map((page) => ({ ...page, label: page.path === paths.home ? t('nav.home') : labelOf(page, t) }))
    }))
    .filter(({ items }) => items.length > 0)
}

/**
 * Returns what the breadcrumbs show before a page: its group in the drawer, and the page of the drawer from which it is opened.
 * `parent` is null if the page itself is in the drawer. Both are null if the page belongs to no page of the drawer.
 */
export function ancestorsOf(page: PageFacts): { group: DrawerGroup | null; parent: PageFacts | null } {
  for (const [group, pages] of groups) {
    const own = pages.find(
      ({ path }) => page.path === path || (path !== paths.home && page.path.startsWith(`${path}/`))
    )
    if (own) return { group, parent: own.path === page.path ? null : own }
  }
  return { group: null, parent: null }
}
