import { test as base, devices, expect, type Locator, type Page } from '@playwright/test'
import { vaduz } from '../support/ride.ts'
import { databaseUnderTest, type StackEnv, startStack } from '../support/stack.ts'
import { imageFolder, keepPicture, startFilm } from './film.ts'

/** What `npm start` gives at a terminal: the past of the company, the city awake, the demo bar in the page. */
const test = base.extend<object, { stack: StackEnv }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const args = ['--sim=on']
      const stack = await startStack({ database: databaseUnderTest(), web: 'built', history: true, demo: true, args })
      await use(stack.env)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 }
  ]
})

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

async function pressInBar(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Demo' })
  if (await bar.isHidden()) await page.getByRole('button', { name: /the demo bar/ }).click()
  await bar.getByRole('button', { name, exact: true }).click()
  if (await page.getByRole('button', { name: 'Hide the demo bar' }).isVisible()) await page.keyboard.press('Escape')
}

async function choosePlace(page: Page, field: string, text: string, suggestion: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('option', { name: suggestion }).first().click()
}

test('a ride with the city, on a phone', async ({ browser, stack }) => {
  const context = await browser.newContext({
    ...phone,
    baseURL: stack.WEB_URL ?? '',
    geolocation: { latitude: vaduz.lat, longitude: vaduz.lng },
    permissions: ['geolocation'],
    colorScheme: 'light'
  })
  const page = await context.newPage()
  await page.goto('/')
  await pressInBar(page, 'Rider')
  await expect(page.getByRole('combobox', { name: 'Pickup' })).toBeVisible()
  const film = startFilm(page, { every: 300, shown: 160 })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(button(page, /^Book Cab for/)).toBeEnabled()
  await film.hold(1200)
  await keepPicture(page, 'booking-phone')
  await button(page, /^Book Cab for/).click()
  await expect(heading(page, /^Arriving in|is on the way$/)).toBeVisible()
  await film.hold(1200)
  await keepPicture(page, 'trip-phone')
  await expect(heading(page, 'Your driver is here')).toBeVisible({ timeout: 300_000 })
  await film.hold(1500)
  console.log(imageFolder, await film.write('ride'))
  await context.close()
})
