/** A phone in a landscape holder, and other low or narrow windows: nothing that must be pressed in seconds is out of view. */
import type { Locator, Page } from '@playwright/test'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf, start } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

/** Phones in a holder, and the smallest upright one. */
const windows = [
  { width: 844, height: 390 },
  { width: 932, height: 430 },
  { width: 568, height: 320 },
  { width: 320, height: 640 }
]
const isLow = ({ height }: { height: number }) => height < 480

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** In each of the windows: the element is wholly in view, above everything else, and the page does not scroll sideways. */
async function expectInReach(page: Page, ...elements: Locator[]): Promise<void> {
  for (const size of windows) {
    await page.setViewportSize(size)
    for (const element of elements) await expectWhole(page, element)
    await expectNoSidewaysScroll(page)
  }
}

async function expectWhole(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeInViewport({ ratio: 1 })
  const isOnTop = () =>
    element.evaluate((found) => {
      const { left, top, width, height } = found.getBoundingClientRect()
      const corners = [0.05, 0.95].flatMap((x) => [0.1, 0.9].map((y) => [left + x * width, top + y * height] as const))
      return corners.every(([x, y]) => found.contains(document.elementFromPoint(x, y)))
    })
  await expect.poll(isOnTop, await page.evaluate(() => `${innerWidth} x ${innerHeight}`)).toBe(true)
}

/** In a low window the sheet is beside the map: at the end side, as high as the window, and nothing of it over the map. */
async function expectBeside(page: Page, sheet: Locator, map: Locator): Promise<void> {
  await page.setViewportSize({ width: 844, height: 390 })
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBe(390)
  await expect(map).toBeVisible()
  const [panel, ground] = [await sheet.boundingBox(), await map.boundingBox()]
  if (!panel || !ground) throw new Error('sheet or map is not visible')
  expect(panel.width).toBeGreaterThan(300)
  expect(ground.width).toBeGreaterThan(300)
  expect(ground.x + ground.width <= panel.x + 1 || panel.x + panel.width <= ground.x + 1).toBe(true)
}

test('a driver whose phone is in a landscape holder accepts one of two offers and drives the ride to its end', async ({
  open,
  person
}) => {
  const driver = await person('driver@hackney.test')
  const riders = [await person('rider21@hackney.test'), await person('rider22@hackney.test')]
  await goOnline(driver)
  const page = await open('/drive', { at: vaduz, as: driver })
  const map = page.getByRole('region', { name: /^Map (around you|of the trip)/ })
  await expect(button(page, 'Go offline')).toBeVisible()

  await test.step('while the driver waits, the switch and the way to the other pages are in reach', async () => {
    const sheet = page.getByRole('region', { name: 'Work', exact: true })
    await expectInReach(page, button(page, 'Go offline'), page.getByRole('link', { name: 'Trips', exact: true }))
    await expectBeside(page, sheet, map)
    await expectAccessible(page)
  })

  // The driver has lowered the sheet, which must not hide the next offer.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('slider', { name: 'Height of the panel' }).press('Home')
  const bookings = [await book(riders[0] ?? driver), await book(riders[1] ?? driver)]
  for (const { id } of bookings) await offerOf(driver, id)
  const offer = page.getByRole('region', { name: 'New trip' })

  await test.step('both buttons of an offer are in reach in each window, and the page says that there are two', async () => {
    await expect(offer).toContainText('2 offers')
    await expect(page.getByText(/^2 offers\. New trip: your share is CHF/)).toHaveAttribute('aria-live', 'polite')
    await expectInReach(page, button(page, 'Accept'), button(page, 'Decline'))
    await expect(offer.getByText(/^CHF/).first()).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectInReach(page, button(page, 'Accept'), button(page, 'Decline'))
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    await page.setViewportSize({ width: 844, height: 390 })
    await expectAccessible(page)
  })

  await test.step('the list of trips and every other page show the offer with both buttons, too', async () => {
    for (const path of ['/drive/trips', '/drive/money']) {
      await page.goto(path)
      await expect(button(page, 'Accept').first()).toBeVisible()
      await expectInReach(page, button(page, 'Accept').first(), button(page, 'Decline').first())
    }
    await page.goto('/drive')
    await expect(button(page, 'Decline')).toBeVisible()
  })

  await test.step('a press meant for one offer does not answer the next, which appears at the same place', async () => {
    await page.setViewportSize({ width: 844, height: 390 })
    await page.clock.install()
    await expect(button(page, 'Decline')).toBeEnabled()
    const place = await button(page, 'Decline').boundingBox()
    if (!place) throw new Error('the offer has no button')
    const first = await offer.innerText()
    await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)))
    const press = () => page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
    await press()
    await expect.poll(() => offer.innerText()).not.toBe(first)
    await expect(offer).not.toContainText('2 offers')
    await expect(button(page, 'Decline')).toBeDisabled()
    await press()
    await page.clock.runFor(700)
    await expect(button(page, 'Decline')).toBeEnabled()
    await expect(offer).toBeVisible()
    await page.clock.resume()
    await button(page, 'Accept').click()
    await expect(page).toHaveURL(/\/bookings\//)
  })

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const isFirst = bookings[0]?.id === id
  const rider = riders[isFirst ? 0 : 1] ?? driver
  unwrap(
    await (riders[isFirst ? 1 : 0] ?? driver).client.rpc('cancel_booking', {
      booking_id: bookings[isFirst ? 1 : 0]?.id ?? '',
      reason: 'done'
    })
  )

  await test.step('on the way, at the pickup and during the ride the next step is in reach, and a dialog’s buttons are', async () => {
    const sheet = page.getByRole('region', { name: 'Trip', exact: true })
    await expectInReach(page, button(page, 'I have arrived'), page.getByRole('link', { name: /^Navigate/ }))
    await expectBeside(page, sheet, map)
    await button(page, 'Cancel trip').click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this trip?' })
    await dialog.getByRole('radio').first().check()
    await expectInReach(page, button(page, 'Keep the trip'), dialog.getByRole('button', { name: 'Cancel trip' }))
    await button(page, 'Keep the trip').click()
    await start(rider, driver, id)
    await expectInReach(page, button(page, 'Drop-off reached'))
    await page.setViewportSize({ width: 844, height: 390 })
    await expectAccessible(page)
  })

  await test.step('a keyboard that leaves little height does not hide the field in which the driver types', async () => {
    await page.setViewportSize({ width: 844, height: 200 })
    const field = page.getByRole('textbox').first()
    if (await field.isVisible()) {
      await field.focus()
      await expectWhole(page, field)
    }
  })
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})

test('a rider with a phone on its side books and follows a ride, in both directions of writing', async ({
  open,
  person
}) => {
  const rider = await person('rider23@hackney.test')
  const driver = await person('driver@hackney.test')
  for (const locale of ['en-GB', 'ar']) {
    await test.step(`the form and the trip in ${locale}`, async () => {
      const page = await open('/', { as: rider, at: vaduz, locale })
      for (const size of windows.filter(isLow)) {
        await page.setViewportSize(size)
        await expect(page.getByRole('combobox').first()).toBeInViewport({ ratio: 1 })
        await expectNoSidewaysScroll(page)
      }
      await goOnline(driver)
      const { id } = await book(rider)
      await offerOf(driver, id)
      await accept(driver, id)
      await page.goto(`/bookings/${id}`)
      const sheet = page.locator('section.bottom-sheet')
      await expectBeside(page, sheet, page.locator('section[aria-busy]').first())
      const isRtl = locale === 'ar'
      expect((await sheet.boundingBox())?.x === 0, 'the sheet is at the end side').toBe(isRtl)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
      unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
      unwrap(await driver.client.rpc('set_driver_active', { active: false }))
    })
  }
})
