import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/support/browser.ts'
import { isFull } from './tests/support/full.ts'
import { keepInMemory } from './tests/support/memory.ts'

keepInMemory()

const database = process.env.HACKNEY_TEST_DB === 'pglite' ? 'pglite' : 'native'

/**
 * The end of a file's name says where its stories are played. `.phone` and `.desktop`: in the size that their people have, and
 * with HACKNEY_FULL=1 in both. `.once`: only on a desktop, since they need a keyboard and the grid, or have no size at all. The
 * others, such as how pages look: always in both.
 */
const storiesOf = (where: 'phone' | 'desktop' | 'once') => `**/*.${where}.spec.ts`

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
  reporter: [
    ['list'],
    ['./tests/support/dialogs.ts'],
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : [])
  ],
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
      testIgnore: isFull ? [] : storiesOf('phone'),
      use: { viewport: { width: 1440, height: 900 }, ...sharpness }
    },
    {
      name: 'phone',
      testIgnore: [storiesOf('once'), ...(isFull ? [] : [storiesOf('desktop')])],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ...sharpness }
    }
  ]
})
