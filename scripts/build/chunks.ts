import { join } from 'node:path'
import { filesBehind, isBarrel } from './barrels.ts'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

type NameOf = (id: string, modules: Modules) => string | null

/** Modules of the app, and those that it shares with the edge functions. */
const isOurs = /\/src\/|\/_shared\/phone\//

/** Packages that the app needs at its start. Of the Radix packages, only react-direction is among them. */
const startPackages =
  /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|swr|i18next|react-i18next|use-sync-external-store|dequal|@radix-ui\/react-direction)\//
/**
 * Modules that are not grouped: parts that load late, the demo, style sheets, and the two files with top-level await. If other
 * modules were in one file with such an await, they would have to wait for it, too.
 */
const apart =
  /\/src\/(?:(?:main|start|app\/share\/start)\.tsx$|features\/common\/demo\/|components\/map\/)|maplibre|mapbox|pmtiles|\.css|\.json$/

/** Pages that use parts of forms, but not the whole form kit. */
const lightForms = ['zones', 'languages'].map((name) => `src/features/staff/${name}/index.ts`)

/**
 * Small modules that tables, forms and pages of the portal share. The group contains no tables or forms. It contains the guard
 * for unsaved work, which pages without the form kit also need. Some modules are not in the group, because few pages use them:
 * the ledger, approvals, uploads, and staff's view of a person.
 */
const smallParts =
  /\/src\/(?:components\/ui\/(?!day-input|typed-input|split-pane|use-combobox|hold-button|qr-code)|components\/form\/(?:change-bar|leave-dialog|rules|use-leave-guard|use-save-key)\.|(?:entities(?!\/(?:ledger|approval|alarm|case|paper|push|person\/(?:staff|accounts|permissions)|payment\/providers|wallet\/own))|lib(?!\/(?:typing\/(?:typed-|read-phone)|upload\/))|config|types)\/)|\/_shared\/phone\/(?!read)|\/node_modules\/(?:lucide-react|@?radix-ui)\//

/**
 * Modules that only the portal's frame and a booking's panel use. If they were in a shared group, every page would load them.
 */
const framesOwn = /\/components\/ui\/tooltip\.|\/@radix-ui\/react-(?:tooltip|visually-hidden)\//

/** Modules shared by the page of a trip and the desk's panel of a booking; other pages do not need them. */
const tripsOwn = /\/src\/entities\/(?:booking\/(?:booking-route|position|car-words)|place\/point-name)/

/**
 * Modules for places, car and price: used by the start page, by telephone orders, and partly by a changed route; other pages do
 * not need them.
 */
const placesOwn =
  /\/src\/entities\/(?:place\/(?!route-ends|index|queries|model)|car\/(?:car-list|use-fitting-cars)|fare\/use-|payment\/(?:(?:use-)?promo|use-fare-choice)|booking\/book-quote)/

/** Modules shared by the pages of a rider's trip, a driver's trip and a shared trip. */
const ridesOwn =
  /\/src\/(?:features\/driver\/drive\/|lib\/geo\/position-source|components\/ui\/slide-button|entities\/(?:shift\/|place\/route-ends)|features\/common\/trip-page\/(?:model\/leg|hooks\/|components\/(?:guide\/|stale-note|start-code|search-block|other-car))|entities\/(?:booking\/(?:party-cards|sharing|kept-|under-way)|alarm\/(?:call|use-kept-call|safety-button)|car\/needed))/

/** Modules of the conversation between rider and driver, with the messages that wait for a network. */
const talksOwn = /\/src\/(?:features\/common\/chat\/|entities\/outbox\/|lib\/page\/sound)/

/** Modules of the desk that are needed both by its first view and by parts that load later. */
const desksOwn =
  /\/src\/features\/common\/booking-lists\/components\/desk\/(?:attention\/(?!age|alarm)|facts|sounds|use-desk-keys)/

/** The module that shows and dials phone numbers. The start page needs it only in its dialogs. */
const numbersOwn = /\/_shared\/phone\/written/

/** Modules for sorting by dragging: the stops of a ride, and some lists of the office. */
const reorders = /\/src\/components\/reorder\//

/** The module with pictures of cars: for choosing one, during a trip, and for editing car types. */
const carsOwn = /\/src\/entities\/car\/car-image/

/** Modules for the end of a trip, for rider, driver and desk. */
const endsOwn =
  /\/src\/entities\/(?:payment\/settlement|booking\/(?:cancel|driver-reasons|no-show-fee|route-proposal|use-live-position))/

/**
 * Modules that read a ride from a link. The start page loads them if its address describes a ride; the widget for other sites
 * also uses them.
 */
const linksOwn =
  /\/src\/(?:features\/rider\/booking-form\/(?:components\/link\/|model\/slots)|entities\/place\/asked\/)/

/** The small common modules that the page of a shared trip uses. */
const sharesPlain =
  /\/src\/(?:lib\/|config\/|entities\/(?:settings|person)\/|components\/ui\/(?!sheet))|\/_shared\/phone\/|\/node_modules\/(?!lucide-react\/dist\/esm\/icons\/(?:unlink|map-pin-off)\.)/

/** Small modules of map layers and map buttons that other pages also use. */
const mapBits =
  /\/src\/lib\/(?:geo\/(?:geo|line)|loading\/after-paint)\.ts$|\/lucide-react\/dist\/esm\/icons\/(?:plus|minus|locate-fixed)\.mjs$/

/** Icons that are used only for places. */
const placeSigns =
  /\/lucide-react\/dist\/esm\/icons\/(?:arrow-up-down|building-complex|bus|castle|milestone|mountain|train-front|trees)\./

/** Modules that draw charts; the rest of their folder loads with the page. */
const lateCharts = /\/src\/components\/chart\/(?!index|late-charts|heights)|\/node_modules\/d3-/

/**
 * The pages of visitors, riders and drivers, except the start page. The profile page is left out, because it also uses parts of
 * the office.
 */
const sitePages = ['trip/trip', 'drive/drive', 'login/login'].map((name) => `src/app/routes/${name}-route.tsx`)

/**
 * Pages of the portal that together have tables and forms of every kind. What they load is what most pages of the portal load.
 */
const officePages = [
  'common/booking-lists/components/desk/desk-bookings.tsx',
  'staff/audit/index.ts',
  'staff/car-types/car-type-page.tsx',
  'staff/people/page.tsx',
  'staff/people/person-page.tsx',
  'staff/promos/promo-page.tsx',
  'staff/settings/page.tsx',
  'staff/tariff-times/page.tsx',
  'staff/wallet-credit/index.ts'
].map((name) => `src/features/${name}`)

/** Modules that pages of visitors and riders load after they are shown. */
const sitesLate = [
  'src/app/layout/ride-pill.tsx',
  'src/app/layout/notice-bell.tsx',
  'src/lib/texts/model.ts',
  'src/features/common/demo/index.ts',
  'src/features/common/notices/index.ts',
  'src/features/common/booking-lists/components/own/own-bookings.tsx',
  'src/features/common/trip-page/components/ride-options.tsx',
  'src/features/common/trip-page/components/after/cases-block.tsx',
  'src/features/common/trip-page/components/after/tip-block.tsx'
]

/** Returns a check whether a module is loaded by one of these files, directly or indirectly. */
function loadedBy(root: string, files: readonly string[]) {
  const loaded = new Set<string>()
  const collect = (id: string, modules: Modules): void => {
    if (loaded.has(id)) return
    loaded.add(id)
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) {
      for (const taken of isBarrel(next) ? filesBehind(next, id) : [next]) collect(taken, modules)
    }
  }
  return (id: string, modules: Modules): boolean => {
    if (loaded.size === 0) for (const file of files) collect(join(root, file), modules)
    return loaded.has(id)
  }
}

/**
 * Returns the groups of modules that the bundler puts into one file each. One group is for every page, one for the frame around
 * pages, one for the start page, one for the other pages of visitors, riders and drivers, and some for staff: frame, small
 * parts, tables, charts, forms. Without groups the start page would load sixty files, which compress worse and cost a request
 * each on a slow network.
 *
 * @param root The project's root.
 */
export function chunks(root: string) {
  const inStart = loadedBy(root, ['src/start.tsx'])
  const inShare = loadedBy(root, ['src/app/share/start.tsx'])
  const inFrame = loadedBy(root, ['src/app/layout/page-layout.tsx'])
  const start: NameOf = (id, modules) => {
    const isOwn = (isOurs.test(id) && !apart.test(id) && inStart(id, modules)) || id.includes('vite/preload-helper')
    return isOwn || startPackages.test(id) ? 'start' : null
  }
  const frame: NameOf = (id, modules) => (!apart.test(id) && inFrame(id, modules) ? 'frame' : null)
  const inShell = loadedBy(root, ['src/app/layout/portal-layout.tsx', 'src/app/layout/portal-frame.tsx'])
  const inOffice = loadedBy(root, officePages)
  const isOffices = (id: string, modules: Modules): boolean => inOffice(id, modules) || inShell(id, modules)
  const inHome = loadedBy(root, ['src/app/routes/home/home-page.tsx'])
  // The page of a shared trip is a separate app. The modules that it shares with other pages are in three files: `base` with
  // React, which nearly all pages load; `view`, which the start page also loads; and `cards`, which only pages of trips load.
  const isShares = (id: string, modules: Modules): boolean =>
    (!apart.test(id) || /\/components\/map\/[\w-]+\.tsx?$/.test(id)) && inShare(id, modules)
  const base: NameOf = (id, modules) =>
    id.includes('vite/preload-helper') ||
    (isShares(id, modules) && (inStart(id, modules) || inFrame(id, modules) || sharesPlain.test(id)))
      ? 'base'
      : null
  const view: NameOf = (id, modules) => (isShares(id, modules) && inHome(id, modules) ? 'view' : null)
  const cards: NameOf = (id, modules) => (isShares(id, modules) ? 'cards' : null)
  const inSite = loadedBy(root, sitePages)
  const inSitesLate = loadedBy(root, sitesLate)
  const isPlaces = (id: string): boolean => placesOwn.test(id) || placeSigns.test(id)
  const common: NameOf = (id, modules) =>
    !apart.test(id) &&
    inHome(id, modules) &&
    isOffices(id, modules) &&
    !isPlaces(id) &&
    !carsOwn.test(id) &&
    !reorders.test(id)
      ? 'common'
      : null
  const booking: NameOf = (id, modules) =>
    !apart.test(id) && inHome(id, modules) && inSite(id, modules) && !isPlaces(id) ? 'booking' : null
  const places: NameOf = (id, modules) => (inHome(id, modules) && isPlaces(id) ? 'places' : null)
  const isGroups = (id: string): boolean =>
    apart.test(id) || tripsOwn.test(id) || ridesOwn.test(id) || endsOwn.test(id) || isPlaces(id) || carsOwn.test(id)
  const site: NameOf = (id, modules) => (!isGroups(id) && inSite(id, modules) ? 'site' : null)
  const inTelephone = loadedBy(root, ['src/features/staff/telephone/page.tsx'])
  // Modules that riders and staff share. Without this group staff would load parts for riders, and riders the portal's frame.
  const shared: NameOf = (id, modules) =>
    !isGroups(id) &&
    !framesOwn.test(id) &&
    (inSite(id, modules) || inSitesLate(id, modules)) &&
    (isOffices(id, modules) || inTelephone(id, modules))
      ? 'shared'
      : null
  const inEngine = loadedBy(root, ['src/components/map/maplibre-canvas.tsx', 'src/components/map/mapbox-canvas.tsx'])
  // The group of map engines, which load when a map is drawn, for riders as for staff.
  const engine: NameOf = (id, modules) => (!apart.test(id) && inEngine(id, modules) ? 'engine' : null)
  const shell: NameOf = (id, modules) =>
    !apart.test(id) && !framesOwn.test(id) && inShell(id, modules) ? 'shell' : null
  const isSites = (id: string, modules: Modules): boolean =>
    inHome(id, modules) || inSite(id, modules) || inSitesLate(id, modules)
  const portal: NameOf = (id, modules) =>
    smallParts.test(id) && !apart.test(id) && !framesOwn.test(id) && !isSites(id, modules) ? 'portal' : null
  const icons: NameOf = (id, modules) => (id.includes('/lucide-react/') && !isSites(id, modules) ? 'portal' : null)
  const inLightForms = loadedBy(root, lightForms)
  const fields: NameOf = (id, modules) =>
    id.includes('/src/components/form/') && inLightForms(id, modules) ? 'fields' : null
  const groups = [
    // Modules that the entry needs before anything else.
    {
      name: 'load',
      test: /vite\/preload-helper|\/src\/lib\/(?:loading\/(?:late-import|first-paint)|page\/leaving)\.|\/src\/config\/paths\.ts$/,
      priority: 7
    },
    { name: 'numbers', test: numbersOwn, priority: 6.6 },
    { name: base, priority: 6.5 },
    // Where a car was last seen, and a small module: pages of trips and the desk's lists need nothing else of each other.
    {
      name: 'seen',
      test: /\/src\/(?:entities\/(?:booking\/(?:last-seen|position)|place\/reverse)|components\/ui\/card)\./,
      priority: 6.45
    },
    // Digits of any script, which the page makes Latin once it is shown.
    { name: 'digits', test: /\/(?:src\/lib\/typing\/(?:typed-)?digits|_shared\/phone\/digits)\./, priority: 6.45 },
    { name: view, minShareCount: 2, priority: 6.4 },
    { name: cards, minShareCount: 2, priority: 6.3 },
    // Small parts that map layers use: without a group of their own, map layers would load whole groups of other pages.
    { name: 'bits', test: mapBits, minShareCount: 2, priority: 6.2 },
    { name: start, priority: 6 },
    { name: frame, priority: 5 },
    // zod is a group of its own: forms read their values with it, the start page reads a draft; tables do not need it.
    { name: 'zod', test: /node_modules\/zod\//, priority: 4.5 },
    { name: common, minShareCount: 3, priority: 4 },
    // Push messages: riders on a trip and working drivers need these modules, which load late.
    { name: 'push', test: /\/src\/(?:entities\/push\/|lib\/page\/push-device)/, priority: 3.8 },
    { name: 'reorder', test: reorders, minShareCount: 2, priority: 3.7 },
    { name: 'cars', test: carsOwn, minShareCount: 2, priority: 3.6 },
    { name: booking, minShareCount: 2, priority: 3.5 },
    { name: shared, minShareCount: 2, priority: 3.2 },
    // The conversation of a trip: its page has it, and the link to the current ride counts its messages.
    { name: 'talk', test: talksOwn, minShareCount: 2, priority: 3.1 },
    { name: site, minShareCount: 2, priority: 3 },
    // Parts of the rider's header, loaded after the page is shown.
    { name: 'own', test: /\/src\/(?:app\/layout\/(?:ride-pill|notice-bell)|entities\/notice\/)/, priority: 2.9 },
    // The map requests the region as soon as it loads, so pages without a map must not load this group.
    { name: 'map', test: /\/src\/components\/map\/(?!\w+-canvas)/, minShareCount: 3, priority: 2.8 },
    { name: places, minShareCount: 2, priority: 2.7 },
    { name: 'trips', test: tripsOwn, minShareCount: 2, priority: 2.695 },
    { name: 'links', test: linksOwn, minShareCount: 2, priority: 2.69 },
    // Modules that the booking form and its dialogs share. The question about a guest is asked in two late parts.
    {
      name: 'form',
      test: /\/src\/features\/rider\/booking-form\/(?!.*guest-dialog)/,
      minShareCount: 2,
      priority: 2.68
    },
    { name: 'ends', test: endsOwn, minShareCount: 2, priority: 2.63 },
    { name: 'lists', test: /\/src\/entities\/booking\/list/, minShareCount: 2, priority: 2.62 },
    { name: 'rides', test: ridesOwn, minShareCount: 2, priority: 2.6 },
    { name: engine, minShareCount: 3, priority: 2.5 },
    { name: shell, minShareCount: 2, priority: 2 },
    // The small parts that tables and forms share come before both groups, because a group includes what its modules load.
    { name: icons, minShareCount: 2, priority: 1.6 },
    { name: portal, minShareCount: 3, priority: 1.5 },
    // Filters by days are a group of their own: tables have them, most forms do not.
    {
      name: 'days',
      test: /\/src\/(?:components\/(?:ui\/(?:day|typed)-input|form\/moment\.)|lib\/typing\/typed-)/,
      minShareCount: 2,
      priority: 1.46
    },
    { name: fields, minShareCount: 2, priority: 1.45 },
    // The search for people, inside or outside of a form.
    { name: 'combobox', test: /\/src\/components\/ui\/use-combobox/, minShareCount: 2, priority: 1.44 },
    {
      name: 'tables',
      test: /\/src\/components\/data-table\/(?!next-page|order\/)|\/@tanstack\//,
      minShareCount: 2,
      priority: 1.4
    },
    { name: 'charts', test: lateCharts, minShareCount: 2, priority: 1.3 },
    {
      name: 'forms',
      test: /\/src\/components\/form\/(?!date-fields|day-|time-field|moment|upload\/)|\/react-hook-form\//,
      minShareCount: 2,
      priority: 1.2
    },
    // Uploads are a group of their own: dialogs load them once they are open.
    { name: 'upload', test: /\/src\/(?:components\/form|lib)\/upload\/(?!limits)/, minShareCount: 2, priority: 1.15 },
    { name: 'day-fields', test: /\/src\/components\/form\//, minShareCount: 2, priority: 1.1 },
    { name: 'desk', test: desksOwn, minShareCount: 2, priority: 1.05 }
  ]
  // Set `debugName`: the bundler's timing report names a group by it, and needs it if a function names the group's files.
  return groups.map((group) => ({
    ...group,
    debugName: typeof group.name === 'string' ? group.name : group.name.name
  }))
}
