import { defineConfig } from '@playwright/test'
import { launchOptions } from './tests/support/browser.ts'

const database = process.env.HACKNEY_TEST_DB === 'pglite' ? 'pglite' : 'native'

/** Stories in a real browser, on the production build served by a stack of each worker's own. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `test-results/browser-${database}`,
  globalSetup: './tests/support/global-build.ts',
  // Each worker has a stack with one driver near Vaduz, for one file after the other.
  workers: 2,
  fullyParallel: false,
  // A processor that draws maps for two browsers at once can lose a race that no person would. The run says which.
  retries: 1,
  timeout: 240_000,
  // Maps are drawn by the processor, and a page that is busy with one lets a person wait.
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['json'] as const] : [])],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/Vaduz',
    actionTimeout: 20_000,
    trace: 'retain-on-failure',
    launchOptions
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // What a browser cannot draw, or may not do, it cannot in either size; the head of a page has no size.
      testIgnore: [
        'map-failures.spec.ts',
        'foreign-page.spec.ts',
        'policy.spec.ts',
        'fragments.spec.ts',
        'head.spec.ts'
      ],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
    }
  ]
})
