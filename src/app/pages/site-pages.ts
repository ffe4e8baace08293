import { matchPath } from 'react-router-dom'
import { drivePaths } from '@/config/drive-paths'
import { paths } from '@/config/paths'
import { anyone, type PageFacts, signedIn } from './page'

const pages = [
  {
    name: 'dashboard',
    path: paths.dashboard,
    viewers: ['admin', 'fleetadmin'],
    layout: 'portal',
    menu: ['admin', 'fleetadmin']
  },
  {
    name: 'drive',
    path: paths.drive,
    viewers: ['driver'],
    isEarly: true,
    layout: 'map',
    menu: ['driver']
  },
  {
    name: 'driver_trips',
    path: drivePaths.trips,
    viewers: ['driver'],
    layout: 'drive'
  },
  {
    name: 'driver_money',
    path: drivePaths.money,
    viewers: ['driver'],
    layout: 'drive'
  },
  {
    name: 'driver_office',
    path: drivePaths.office,
    viewers: ['driver'],
    layout: 'drive'
  },
  {
    name: 'driver_car',
    path: drivePaths.car,
    viewers: ['driver'],
    layout: 'drive'
  },
  {
    name: 'driver_first_day',
    path: drivePaths.firstDay,
    viewers: ['driver'],
    layout: 'drive'
  },
  {
    name: 'home',
    path: paths.home,
    viewers: anyone,
    layout: 'map',
    isIndexed: true,
    menu: ['visitor', 'rider', 'admin', 'fleetadmin']
  },
  {
    name: 'bookings',
    path: paths.bookings,
    viewers: signedIn,
    layout: 'portal',
    menu: signedIn
  },
  {
    name: 'trip',
    path: paths.booking(':id'),
    viewers: signedIn,
    isEarly: true,
    layout: 'map'
  },
  {
    name: 'receipt',
    path: paths.receipt(':id'),
    viewers: ['rider', 'admin', 'fleetadmin'],
    layout: 'site'
  },
  {
    name: 'pay',
    path: paths.pay(':id'),
    viewers: ['rider'],
    layout: 'site'
  },
  {
    name: 'pay_street',
    path: paths.payStreet(':token'),
    viewers: anyone,
    layout: 'site'
  },
  {
    name: 'text_choices',
    path: paths.textChoices(':key'),
    viewers: anyone,
    layout: 'site'
  },
  {
    name: 'wallet',
    path: paths.wallet,
    viewers: ['rider', 'driver'],
    layout: 'site',
    menu: ['rider', 'driver']
  },
  {
    name: 'notices',
    path: paths.notices,
    viewers: ['rider', 'driver'],
    layout: 'site'
  },
  {
    name: 'places',
    path: paths.places,
    viewers: ['rider'],
    layout: 'site',
    menu: ['rider']
  },
  {
    name: 'profile',
    path: paths.profile,
    viewers: signedIn,
    layout: 'portal'
  },
  {
    name: 'login',
    path: paths.login,
    viewers: anyone,
    layout: 'site',
    isIndexed: true
  },
  {
    name: 'signup',
    path: paths.signUp,
    viewers: anyone,
    layout: 'site'
  },
  {
    name: 'setup_link',
    path: '/setup',
    viewers: anyone,
    layout: 'site'
  },
  {
    name: 'embed',
    path: paths.embed,
    viewers: anyone,
    layout: 'frame'
  },
  {
    name: 'about',
    path: paths.about,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    menu: anyone
  },
  {
    name: 'contact',
    path: paths.contact,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    menu: anyone
  },
  {
    name: 'privacy',
    path: paths.privacy,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true,
    source: 'src/features/site/landing/legal-page.tsx'
  },
  {
    name: 'terms',
    path: paths.terms,
    viewers: anyone,
    layout: 'site'
  },
  {
    name: 'accessibility',
    path: paths.accessibility,
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true
  },
  {
    name: 'licences',
    path: '/licences',
    viewers: anyone,
    layout: 'site',
    isIndexed: true,
    isText: true
  }
] as const satisfies readonly PageFacts[]

export type SiteName = (typeof pages)[number]['name']

/**
 * The pages that the site links to, in the order of its menus. Pages that are only in the portal's drawer are in
 * portal-pages.ts, which visitors never load. To add a page, write it and its texts, and add an entry to one of the two lists,
 * and for this one the page's code to site-loaders.ts. Its path is in src/config/paths.ts, unless only menus link to it.
 */
export const sitePages: readonly (PageFacts & { name: SiteName })[] = pages

/** The page of a shared trip. It is a separate app that src/main.tsx starts, so it is not in the router. */
const shared: PageFacts = { name: 'shared', path: paths.shared(':token'), viewers: anyone, layout: 'map' }

export const nowhere: PageFacts = {
  name: 'not_found',
  path: '*',
  viewers: anyone,
  layout: 'site'
}

/** Returns the page of the site at a path; undefined if the path belongs to the portal or to no page. */
export const sitePageAt = (pathname: string): PageFacts | undefined =>
  [...sitePages, shared].find(({ path }) => matchPath(path, pathname))
