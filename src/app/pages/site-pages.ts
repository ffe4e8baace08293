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
    load: () => import('@/features/dashboard').then((part) => part.DashboardPage)
  },
  {
    name: 'drive',
    path: paths.drive,
    viewers: ['driver'],
    isEarly: true,
    layout: 'map',
    menu: ['driver'],
    load: () => import('../routes/drive/drive-route').then((part) => part.DriveRoute)
  },
  {
    name: 'driver_trips',
    path: drivePaths.trips,
    viewers: ['driver'],
    layout: 'drive',
    words: 'drive',
    load: () => import('../routes/drive/trips-route').then((part) => part.TripsRoute)
  },
  {
    name: 'driver_money',
    path: drivePaths.money,
    viewers: ['driver'],
    layout: 'drive',
    words: 'drive',
    load: () => import('@/features/driver-money').then((part) => part.DriverMoneyPage)
  },
  {
    name: 'driver_office',
    path: drivePaths.office,
    viewers: ['driver'],
    layout: 'drive',
    words: 'drive',
    load: () => import('@/features/driver-office').then((part) => part.DriverOfficePage)
  },
  {
    name: 'driver_car',
    path: drivePaths.car,
    viewers: ['driver'],
    layout: 'drive',
    words: 'drive',
    load: () => import('@/features/driver-car').then((part) => part.DriverCarPage)
  },
  {
    name: 'home',
    path: paths.home,
    viewers: anyone,
    layout: 'map',
    isIndexed: true,
    menu: ['visitor', 'rider', 'admin', 'fleetadmin'],
    load: () => import('../routes/home/home-page').then((part) => part.HomePage)
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
    load: () => import('../routes/trip/trip-route').then((part) => part.TripRoute)
  },
  {
    name: 'receipt',
    path: paths.receipt(':id'),
    viewers: ['rider', 'admin', 'fleetadmin'],
    layout: 'site',
    words: 'later',
    load: () => import('@/features/receipt').then((part) => part.ReceiptPage)
  },
  {
    name: 'pay',
    path: paths.pay(':id'),
    viewers: ['rider'],
    layout: 'site',
    words: 'later',
    load: () => import('@/features/pay').then((part) => part.PayPage)
  },
  {
    name: 'pay_street',
    path: paths.payStreet(':token'),
    viewers: anyone,
    layout: 'site',
    words: 'later',
    load: () => import('@/features/pay').then((part) => part.StreetPage)
  },
  {
    name: 'wallet',
    path: paths.wallet,
    viewers: ['rider', 'driver'],
    layout: 'site',
    menu: ['rider', 'driver'],
    load: () => import('@/features/wallet').then((part) => part.WalletPage)
  },
  {
    name: 'notices',
    path: paths.notices,
    viewers: ['rider', 'driver'],
    layout: 'site',
    words: 'later',
    load: () => import('@/features/notices').then((part) => part.NoticesPage)
  },
  {
    name: 'places',
    path: paths.places,
    viewers: ['rider'],
    layout: 'site',
    menu: ['rider'],
    words: 'later',
    load: () => import('@/features/places').then((part) => part.PlacesPage)
  },
  {
    name: 'profile',
    path: paths.profile,
    viewers: signedIn,
    layout: 'portal',
    words: 'later',
    load: () => import('../routes/profile/profile-route').then((part) => part.ProfileRoute)
  },
  {
    name: 'login',
    path: paths.login,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    load: () => import('../routes/login/login-route').then((part) => part.LoginRoute)
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
    load: () => import('@/features/booking/embed').then((part) => part.EmbedPage)
  },
  {
    name: 'about',
    path: paths.about,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    menu: anyone,
    load: () => import('../routes/pages/pages').then((part) => part.AboutPage)
  },
  {
    name: 'contact',
    path: paths.contact,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    menu: anyone,
    load: () => import('../routes/pages/pages').then((part) => part.ContactPage)
  },
  {
    name: 'privacy',
    path: paths.privacy,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    load: () => import('../routes/pages/pages').then((part) => part.PrivacyPage)
  },
  {
    name: 'accessibility',
    path: paths.accessibility,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    words: 'later',
    load: () => import('../routes/pages/pages').then((part) => part.AccessibilityPage)
  },
  {
    name: 'licences',
    path: '/licences',
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    words: 'later',
    load: () => import('../routes/pages/pages').then((part) => part.LicencesPage)
  }
]

/** The page of a shared trip. It is a separate app that src/main.tsx starts, so it is not in the router. */
const shared: PageFacts = { name: 'shared', path: paths.shared(':token'), viewers: anyone, layout: 'map' }

export const nowhere: Page = {
  name: 'not_found',
  path: '*',
  viewers: anyone,
  layout: 'site',
  load: () => import('../routes/not-found-page').then((part) => part.NotFoundPage)
}

/** Returns the page of the site at a path; undefined if the path belongs to the portal or to no page. */
export const sitePageAt = (pathname: string): PageFacts | undefined =>
  [...sitePages, shared].find(({ path }) => matchPath(path, pathname))
