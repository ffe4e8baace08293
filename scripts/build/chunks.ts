import { join } from 'node:path'
import { filesBehind, isBarrel } from './barrels.ts'

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

type NameOf = (id: string, modules: Modules) => string | null

/** What the start of the program takes of packages; one of them brings many parts that nobody takes. */
const startPackages =
  /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|swr|i18next|react-i18next|use-sync-external-store|dequal|@radix-ui\/react-direction)\//
/**
 * Stays as it is split: what comes late, what is the demo's, style sheets, and the two files that wait at their top level: what
 * shares a file with them would wait, too.
 */
const apart =
  /\/src\/(?:(?:main|start|app\/share\/start)\.tsx$|locales\/|features\/demo\/|components\/map\/)|maplibre|mapbox|pmtiles|\.css/

/** Pages that take parts of forms, and not what keeps a whole form. */
const lightForms = ['zones', 'languages'].map((name) => `src/features/${name}/index.ts`)

/**
 * What tables, forms and pages of the portal share; it loads nothing of theirs. What holds people up who leave unsaved work is
 * needed by pages with a form of another kind, too. The ledger is shown by books and reports only, approvals where money moves, files are
 * sent by a few, and the desk and lists of people alone know the staff's view of a person.
 */
const smallParts =
  /\/src\/(?:components\/ui\/(?!day-input|typed-input|split-pane|use-combobox|hold-button)|components\/form\/(?:change-bar|leave-dialog|rules|use-leave-guard|use-save-key)\.|(?:entities(?!\/(?:ledger|approval|alarm|case|push|person\/(?:staff|accounts|permissions)|payment\/providers|wallet\/own))|lib(?!\/(?:typed-|upload\/))|config|types)\/)|\/node_modules\/(?:lucide-react|@?radix-ui)\//

/** Only the frame of the portal and a booking's panel show these; in a group they would come with every page. */
const framesOwn = /\/components\/ui\/tooltip\.|\/@radix-ui\/react-(?:tooltip|visually-hidden)\//

/** What a trip shares with the desk's panel of a booking, and other pages do without. */
const tripsOwn = /\/src\/entities\/(?:booking\/(?:booking-route|position|car-words)|place\/point-name)/

/**
 * Where one goes from and to, with which car, for how much: the start page and telephone orders ask it, and a changed route a
 * part of it; the other pages do without.
 */
const placesOwn =
  /\/src\/entities\/(?:place\/(?!route-ends|index|queries|model)|car\/(?:car-list|use-fitting-cars)|fare\/use-|payment\/(?:use-)?promo|booking\/book-quote)/

/** What a rider's trip, a driver's and a shared one have in common. */
const ridesOwn =
  /\/src\/(?:features\/driver\/|lib\/position-source|components\/ui\/slide-button|entities\/(?:shift\/|place\/route-ends)|features\/trips\/(?:guide\/|steps|leg|hooks\/|components\/(?:stale-note|start-code|search-block|other-car))|entities\/(?:booking\/(?:party-cards|sharing|kept-trip)|alarm\/(?:call|use-kept-call|safety-button)|car\/needed))/

/** What the desk shows before and after its first rows. */
const desksOwn = /\/src\/features\/bookings\/desk\/(?:attention\/(?!age|alarm)|facts|sounds|use-desk-keys)/

/** What is put in order by dragging: the stops of a ride, and some lists of the office. */
const reorders = /\/src\/components\/reorder\//

/** Pictures of cars: where one is chosen, on the way, and where they are made. */
const carsOwn = /\/src\/entities\/car\/car-image/

/** How a trip ends, for those on it and for the desk. */
const endsOwn =
  /\/src\/entities\/(?:payment\/settlement|booking\/(?:cancel|driver-reasons|no-show-fee|route-proposal|use-live-position))/

/** A ride of a link: the start page reads one where its address has one, and the frame for other sites. */
const linksOwn = /\/src\/(?:features\/booking\/(?:link\/|slots)|entities\/place\/asked\/)/

/** What the page of a shared trip takes of the small parts that nearly all pages take. */
const sharesPlain =
  /\/src\/(?:lib\/|config\/|entities\/(?:settings|person)\/|components\/ui\/(?!sheet))|\/node_modules\/(?!lucide-react\/dist\/esm\/icons\/(?:unlink|map-pin-off)\.)/

/** Small parts of what is drawn into a map, and of its buttons, that other pages take, too. */
const mapBits =
  /\/src\/lib\/(?:geo|line|after-paint)\.ts$|\/lucide-react\/dist\/esm\/icons\/(?:plus|minus|locate-fixed)\.mjs$/

/** Signs that only places have. */
const placeSigns =
  /\/lucide-react\/dist\/esm\/icons\/(?:arrow-up-down|building-complex|bus|castle|milestone|mountain|train-front|trees)\./

/** What draws charts; pages load the rest of that folder at once. */
const lateCharts = /\/src\/components\/chart\/(?!index|late-charts|heights)|\/node_modules\/d3-/

/** The pages of visitors, riders and drivers beside the start page; a profile is made of what the office has, too. */
const sitePages = ['trip/trip', 'drive/drive', 'login/login'].map((name) => `src/app/routes/${name}-route.tsx`)

/** Pages of the portal that together take what most of them take: tables and forms of each kind. */
const officePages = [
  'audit/index.ts',
  'bookings/desk/desk-bookings.tsx',
  'cartypes/components/car-type-page.tsx',
  'people/page/person-page.tsx',
  'people/list/people-page.tsx',
  'promos/promo-page.tsx',
  'settings/components/settings-page.tsx',
  'tariff-times/times-page.tsx',
  'wallet-credit/index.ts'
].map((name) => `src/features/${name}`)

/** What pages of visitors and riders load once they stand. */
const sitesLate = [
  'src/app/layout/ride-pill.tsx',
  'src/app/layout/notice-bell.tsx',
  'src/lib/texts/model.ts',
  'src/features/demo/index.ts',
  'src/features/notices/index.ts',
  'src/features/bookings/own/own-bookings.tsx',
  'src/features/trips/components/ride-wishes.tsx',
  'src/features/trips/components/after/cases-block.tsx',
  'src/features/trips/components/after/tip-block.tsx'
]

/** Whether modules load something with them, directly or by others. */
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
 * Files of the program: what every page loads is one, what the frame of pages loads another; what several pages share is
 * one that the start page loads, one for the other pages of visitors, riders and drivers, and some for staff: frame, small parts, tables, charts, forms. Left to
 * itself the build makes sixty of what the start page loads, which pack worse, and a slow network asks for each.
 *
 * @param root The project's root.
 */
export function chunks(root: string) {
  const inStart = loadedBy(root, ['src/start.tsx'])
  const inShare = loadedBy(root, ['src/app/share/start.tsx'])
  const inFrame = loadedBy(root, ['src/app/layout/page-layout.tsx'])
  const start: NameOf = (id, modules) => {
    const isOwn =
      (id.includes('/src/') && !apart.test(id) && inStart(id, modules)) || id.includes('vite/preload-helper')
    return isOwn || startPackages.test(id) ? 'start' : null
  }
  const frame: NameOf = (id, modules) => (!apart.test(id) && inFrame(id, modules) ? 'frame' : null)
  const inShell = loadedBy(root, ['src/app/layout/portal-layout.tsx', 'src/app/layout/portal-frame.tsx'])
  const inOffice = loadedBy(root, officePages)
  const isOffices = (id: string, modules: Modules): boolean => inOffice(id, modules) || inShell(id, modules)
  const inHome = loadedBy(root, ['src/app/routes/home/home-page.tsx'])
  // The page of a shared trip is a program of its own. What nearly all pages take of it is one file with React, what the start
  // page takes another, and what only trips take a third.
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
  const inTelephone = loadedBy(root, ['src/features/telephone/components/telephone-page.tsx'])
  // Else the office would load what only riders need, and riders the frame of the office.
  const shared: NameOf = (id, modules) =>
    !isGroups(id) &&
    !framesOwn.test(id) &&
    (inSite(id, modules) || inSitesLate(id, modules)) &&
    (isOffices(id, modules) || inTelephone(id, modules))
      ? 'shared'
      : null
  const inEngine = loadedBy(root, ['src/components/map/maplibre-canvas.tsx', 'src/components/map/mapbox-canvas.tsx'])
  // Engines come when a map is drawn, for riders as for staff.
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
    // What the entry needs, before anything else is there.
    { name: 'load', test: /vite\/preload-helper|\/src\/lib\/import-parts|\/src\/config\/paths\.ts$/, priority: 7 },
    { name: base, priority: 6.5 },
    { name: view, minShareCount: 2, priority: 6.4 },
    { name: cards, minShareCount: 2, priority: 6.3 },
    // What is drawn into a map takes these, and would load whole groups of other pages for them.
    { name: 'bits', test: mapBits, minShareCount: 2, priority: 6.2 },
    { name: start, priority: 6 },
    { name: frame, priority: 5 },
    // Forms read what they hold with it, the start page a draft; tables go without.
    { name: 'zod', test: /node_modules\/zod\//, priority: 4.5 },
    { name: common, minShareCount: 3, priority: 4 },
    // Asked for on the way and at work, kept in order by every page: one file, which comes late.
    { name: 'push', test: /\/src\/(?:entities\/push\/|lib\/push-device)/, priority: 3.8 },
    { name: 'reorder', test: reorders, minShareCount: 2, priority: 3.7 },
    { name: 'cars', test: carsOwn, minShareCount: 2, priority: 3.6 },
    { name: booking, minShareCount: 2, priority: 3.5 },
    { name: shared, minShareCount: 2, priority: 3.2 },
    { name: site, minShareCount: 2, priority: 3 },
    // What the header of riders has, once the page stands.
    { name: 'own', test: /\/src\/(?:app\/layout\/(?:ride-pill|notice-bell)|entities\/notice\/)/, priority: 2.9 },
    // Asks for the region as it starts, so pages without a map go without it.
    { name: 'map', test: /\/src\/components\/map\/(?!\w+-canvas)/, minShareCount: 3, priority: 2.8 },
    { name: places, minShareCount: 2, priority: 2.7 },
    { name: 'trips', test: tripsOwn, minShareCount: 2, priority: 2.695 },
    { name: 'links', test: linksOwn, minShareCount: 2, priority: 2.69 },
    // What the form shares with its dialogs.
    { name: 'form', test: /\/src\/features\/booking\//, minShareCount: 2, priority: 2.68 },
    { name: 'ends', test: endsOwn, minShareCount: 2, priority: 2.63 },
    { name: 'lists', test: /\/src\/entities\/booking\/list/, minShareCount: 2, priority: 2.62 },
    { name: 'rides', test: ridesOwn, minShareCount: 2, priority: 2.6 },
    { name: engine, minShareCount: 3, priority: 2.5 },
    { name: shell, minShareCount: 2, priority: 2 },
    // A group takes along what its modules load, so the small parts that tables and forms share come before both.
    { name: icons, minShareCount: 2, priority: 1.6 },
    { name: portal, minShareCount: 3, priority: 1.5 },
    // Tables filter by days; most forms have none.
    {
      name: 'days',
      test: /\/src\/(?:components\/(?:ui\/(?:day|typed)-input|form\/moment\.)|lib\/typed-)/,
      minShareCount: 2,
      priority: 1.46
    },
    { name: fields, minShareCount: 2, priority: 1.45 },
    // Where somebody is looked for by name, with a form around it or without one.
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
    // Dialogs send files, once they are open.
    { name: 'upload', test: /\/src\/(?:components\/form|lib)\/upload\/(?!limits)/, minShareCount: 2, priority: 1.15 },
    { name: 'day-fields', test: /\/src\/components\/form\//, minShareCount: 2, priority: 1.1 },
    { name: 'desk', test: desksOwn, minShareCount: 2, priority: 1.05 }
  ]
  // The bundler's report of where the time went calls a group by this, and asks for it where a function names its files.
  return groups.map((group) => ({
    ...group,
    debugName: typeof group.name === 'string' ? group.name : group.name.name
  }))
}
