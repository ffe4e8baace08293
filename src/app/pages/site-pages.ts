import { matchPath } from 'react-router-dom'
import { drivePaths } from '@/config/drive-paths'
import { paths } from '@/config/paths'
import { anyone, type Page, type PageFacts, signedIn } from './page'

/**
 * The pages that the site links to, in the order of its menus. Pages that are only in the portal's drawer are in
 * portal-pages.ts, which visitors never load. To add a page, write it and its texts, and add an entry to one of the two lists.
 * Its path is in src/config/paths.ts, unless only menus link to it.
 */
export const sitePages: readonly Page[] = [
  {
    name: 'dashboard',
    path: paths.dashboard,
    viewers: ['admin', 'fleetadmin'],
    layout: 'portal',
    menu: ['admin', 'fleetadmin'],
    load: async () => (await import('@/features/dashboard')).DashboardPage
  },
  {
    name: 'drive',
    path: paths.drive,
    viewers: ['driver'],
    layout: 'map',
    menu: ['driver'],
    load: async () => (await import('../routes/drive/drive-route')).DriveRoute
  },
  {
    name: 'driver_trips',
    path: drivePaths.trips,
    viewers: ['driver'],
    layout: 'drive',
    words: 'drive',
    load: async () => (await import('../routes/drive/trips-route')).TripsRoute
  },
  {
    name: 'driver_money',
    path: drivePaths.money,
    viewers: ['driver'],
    layout: 'drive',
    words: 'drive',
    load: async () => (await import('@/features/driver-money')).DriverMoneyPage
  },
  {
    name: 'driver_office',
    path: drivePaths.office,
    viewers: ['driver'],
    layout: 'drive',
    words: 'drive',
    load: async () => (await import('@/features/driver-office')).DriverOfficePage
  },
  {
    name: 'driver_car',
    path: drivePaths.car,
    viewers: ['driver'],
    layout: 'drive',
    words: 'drive',
    load: async () => (await import('@/features/driver-car')).DriverCarPage
  },
  {
    name: 'home',
    path: paths.home,
    viewers: anyone,
    layout: 'map',
    isIndexed: true,
    menu: ['visitor', 'rider', 'admin', 'fleetadmin'],
    load: async () => (await import('../routes/home/home-page')).HomePage
  },
  {
    name: 'bookings',
    path: paths.bookings,
    viewers: signedIn,
    layout: 'portal',
    menu: signedIn,
    load: async () => (await import('../routes/bookings/bookings-route')).loadBookingsPage()
  },
  {
    name: 'trip',
    path: paths.booking(':id'),
    viewers: signedIn,
    isEarly: true,
    layout: 'map',
    load: async () => (await import('../routes/trip/trip-route')).TripRoute
  },
  {
    name: 'receipt',
    path: paths.receipt(':id'),
    viewers: ['rider', 'admin', 'fleetadmin'],
    layout: 'site',
    words: 'later',
    load: async () => (await import('@/features/receipt')).ReceiptPage
  },
  {
    name: 'pay',
    path: paths.pay(':id'),
    viewers: ['rider'],
    layout: 'site',
    words: 'later',
    load: async () => (await import('@/features/pay')).PayPage
  },
  {
    name: 'pay_street',
    path: paths.payStreet(':token'),
    viewers: anyone,
    layout: 'site',
    words: 'later',
    load: async () => (await import('@/features/pay')).StreetPage
  },
  {
    name: 'wallet',
    path: paths.wallet,
    viewers: ['rider', 'driver'],
    layout: 'site',
    menu: ['rider', 'driver'],
    load: async () => (await import('@/features/wallet')).WalletPage
  },
  {
    name: 'notices',
    path: paths.notices,
    viewers: ['rider', 'driver'],
    layout: 'site',
    words: 'later',
    load: async () => (await import('@/features/notices')).NoticesPage
  },
  {
    name: 'places',
    path: paths.places,
    viewers: ['rider'],
    layout: 'site',
    menu: ['rider'],
    words: 'later',
    load: async () => (await import('@/features/places')).PlacesPage
  },
  {
    name: 'profile',
    path: paths.profile,
    viewers: signedIn,
    layout: 'portal',
    words: 'later',
    load: async () => (await import('../routes/profile/profile-route')).ProfileRoute
  },
  {
    name: 'login',
    path: paths.login,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    load: async () => (await import('../routes/login/login-route')).LoginRoute
  },
  {
    name: 'signup',
    path: paths.signUp,
    viewers: anyone,
    layout: 'site',
    load: async () => (await import('../routes/sign-up/load-sign-up')).loadSignUp()
  },
  {
    name: 'embed',
    path: paths.embed,
    viewers: anyone,
    layout: 'frame',
    words: 'later',
    load: async () => (await import('@/features/booking/embed')).EmbedPage
  },
  {
    name: 'about',
    path: paths.about,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    menu: anyone,
    load: async () => (await import('../routes/pages/pages')).AboutPage
  },
  {
    name: 'contact',
    path: paths.contact,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    menu: anyone,
    load: async () => (await import('../routes/pages/pages')).ContactPage
  },
  {
    name: 'privacy',
    path: paths.privacy,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    load: async () => (await import('../routes/pages/pages')).PrivacyPage
  },
  {
    name: 'accessibility',
    path: paths.accessibility,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    words: 'later',
    load: async () => (await import('../routes/pages/pages')).AccessibilityPage
  },
  {
    name: 'licences',
    path: '/licences',
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    words: 'later',
    load: async () => (await import('../routes/pages/pages')).LicencesPage
  }
]

/** The page of a shared trip. It is a separate app that src/main.tsx starts, so it is not in the router. */
const shared: PageFacts = { name: 'shared', path: paths.shared(':token'), viewers: anyone, layout: 'map' }

export const nowhere: Page = {
  name: 'not_found',
  path: '*',
  viewers: anyone,
  layout: 'site',
  load: async () => (await import('../routes/not-found-page')).NotFoundPage
}

/** Returns the page of the site at a path; undefined if the path belongs to the portal or to no page. */
export const sitePageAt = (pathname: string): PageFacts | undefined =>
  [...sitePages, shared].find(({ path }) => matchPath(path, pathname))
