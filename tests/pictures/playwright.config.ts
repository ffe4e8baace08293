import { defineConfig } from '@playwright/test'
import { launchOptions } from '../support/browser.ts'

/** `npm run pictures`: the README's pictures and those of each screen, taken from the running product. */
export default defineConfig<{ map: boolean }>({
  testDir: '.',
  outputDir: '../../test-results/pictures',
  globalSetup: '../support/global-build.ts',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: { locale: 'en-GB', timezoneId: 'Europe/Vaduz', actionTimeout: 30_000, launchOptions, map: true }
})
