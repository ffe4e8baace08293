import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/support/browser.ts'
import { isFull } from './tests/support/full.ts'
import { keepInMemory } from './tests/support/memory.ts'

keepInMemory()

const database = process.env.HACKNEY_TEST_DB === 'pglite' ? 'pglite' : 'native'

const files = (...names: string[]) => names.map((name) => `${name}.spec.ts`)

/** What a browser cannot draw, or may not do, it cannot in either size; the head of a page has no size. */
const withoutSize = files('foreign-page', 'fragments', 'head', 'map-failures', 'policy')

/** Stories that need a keyboard, the grid and the drawer. A phone has none of them; its own layout they open themselves. */
const byKeyboard = files(
  'bookings',
  'desk',
  'fleet',
  'keyboard',
  'money-desk',
  'office',
  'office-demo',
  'office-rows',
  'panel',
  'people-desk',
  'portal',
  'promos',
  'settings',
  'shift',
  'telephone',
  'texts'
)

/**
 * Stories of people at a desk, and of people on their way: each is played in the size that they have, and the ride in
 * one size on each database. HACKNEY_FULL=1 plays all of them in both; how pages look is always checked in both.
 */
const onAPhone = files(
  ...[
    'account',
    'booking',
    'city',
    'contact',
    'demo-drive',
    'dialogs',
    'driver-guide',
    'driver-pages',
    'driver-shift',
    'driver-problem',
    'driver-push',
    'driver-signal',
    'driver-sound',
    'driver-trip-sheet',
    'given-back',
    'help',
    'history',
    'installed',
    'judged',
    'links',
    'lost',
    'manners',
    'messages',
    'money',
    'offline',
    'order'
  ],
  ...[
    'parcel-photos',
    'parcels-at-door',
    'paying',
    'payments',
    'people',
    'places',
    'positions',
    'receipt',
    'route-change',
    'share',
    'shared-car',
    'sign-in',
    'sign-up'
  ],
  ...['trip', 'tunnel', 'wallet', 'wishes', 'wrong-clock'],
  ...(database === 'pglite' ? ['ride'] : [])
)
/** Twenty calls by hand take longer than the rest of a suite can wait for: a story for a release. */
const forARelease = files('shift')
const atADesk = files(...['demo', 'embed', 'maps', 'catalogue', 'vehicles'], ...(database === 'pglite' ? [] : ['ride']))

/** Half of what a map costs here is its pixels, which the processor draws: stories have a quarter of them. Looks have all. */
const sharpness = { deviceScaleFactor: 0.5 }
/** All stories in both sizes take an hour and more, beside suites that take as long: nothing may be short of breath (s). */
const patience = isFull ? { test: 600, expect: 60, action: 60 } : { test: 240, expect: 30, action: 20 }

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `test-results/browser-${database}`,
  globalSetup: './tests/support/global-build.ts',
  // Each worker has a stack with one driver near Vaduz, for one file after the other. Three workers were no faster on two
  // processors, and more stories needed their second try.
  workers: 2,
  fullyParallel: false,
  // A processor that draws maps for two browsers at once can lose a race that no person would. The run says which.
  retries: 1,
  timeout: patience.test * 1000,
  // Maps are drawn by the processor, and a page that is busy with one lets a person wait.
  expect: { timeout: patience.expect * 1000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : [])],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Vaduz',
    actionTimeout: patience.action * 1000,
    // A trace of every story costs a quarter of the suite; one that fails is played again.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: isFull ? [] : [...onAPhone, ...forARelease],
      use: { viewport: { width: 1440, height: 900 }, ...sharpness }
    },
    {
      name: 'phone',
      testIgnore: [...withoutSize, ...byKeyboard, ...(isFull ? [] : atADesk)],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ...sharpness }
    }
  ]
})
