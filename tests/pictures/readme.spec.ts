import { devices, expect, type Locator, type Page } from '@playwright/test'
import { openBar, storiesOn } from '../e2e/demo-stack.ts'
import { drawnMap } from '../e2e/fixtures.ts'
import { vaduz } from '../support/places.ts'
import { keepPicture, startFilm } from './film.ts'

/** What `npm start` gives at a terminal: the company's past, the city simulation, the demo bar in the page. */
const test = storiesOn({ history: true, args: ['--sim=on'] })

const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }
const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

/** Presses a button of the demo bar, and closes the bar again if it covers the page. */
async function pressInBar(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('region', { name: 'Demo' })
  await openBar(page)
  await bar.getByRole('button', { name, exact: true }).click()
  // Another person reloads the page, whose bar starts closed if it covers the page.
  await expect(async () => {
    await openBar(page)
    const pressed = bar.getByRole('button', { name, exact: true })
    await expect(pressed).toHaveAttribute('aria-pressed', 'true', { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  const hide = page.getByRole('button', { name: 'Hide the demo bar' })
  if (await hide.isVisible()) await hide.click()
}

async function choosePlace(page: Page, field: string, text: string, suggestion: RegExp): Promise<void> {
  const input = page.getByRole('combobox', { name: field })
  await input.click()
  await input.pressSequentially(text, { delay: 120 })
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
  await page.goto('/about-us')
  await pressInBar(page, 'Rider')
  await page.goto('/')
  await expect(page.getByRole('combobox', { name: 'Drop' })).toBeVisible()
  await page.waitForTimeout(3000)

  const film = startFilm(page, { every: 400, shown: 80 })
  await film.hold(1200)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(button(page, /^Book Cab/)).toBeEnabled()
  await film.hold(1500)
  await keepPicture(page, 'booking-phone')
  await button(page, /^Book Cab/).click()
  await expect(heading(page, /^Arriving in|is on the way$/)).toBeVisible()
  await film.hold(1500)
  await keepPicture(page, 'trip-phone')
  await pressInBar(page, '16x')
  await expect(heading(page, 'Your driver is here')).toBeVisible({ timeout: 300_000 })
  await pressInBar(page, '1x')
  await film.hold(1500)
  await button(page, /^Message/).click()
  await button(page, 'Send my start code').click()
  await film.hold(1500)
  await page.keyboard.press('Escape')
  await expect(heading(page, /to go$|^On the way$/)).toBeVisible({ timeout: 120_000 })
  await pressInBar(page, '16x')
  await expect(heading(page, 'How was your ride?')).toBeVisible({ timeout: 300_000 })
  await film.hold(2500)
  console.log(`docs/images/ride.webp: ${await film.write('ride')} bytes`)
  await context.close()
})

test('the town on a desktop, and the dispatcher who sees the ride', async ({ browser, stack }) => {
  const context = await browser.newContext({
    baseURL: stack.WEB_URL ?? '',
    viewport: { width: 1440, height: 900 },
    geolocation: { latitude: vaduz.lat, longitude: vaduz.lng },
    permissions: ['geolocation'],
    colorScheme: 'light'
  })
  const page = await context.newPage()
  await page.goto('/')
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await expect(button(page, /^Book Cab/)).toBeEnabled()
  await drawnMap(page)
  // The map moves to the route and draws.
  await page.waitForTimeout(3000)
  await keepPicture(page, 'landing')
  await pressInBar(page, 'Dispatch')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.emulateMedia({ colorScheme: 'dark' })
  await drawnMap(page)
  await page.waitForTimeout(3000)
  await keepPicture(page, 'dashboard-dark')
  await context.close()
})
