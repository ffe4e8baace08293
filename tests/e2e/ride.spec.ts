import type { Locator, Page } from '@playwright/test'
import { isFull } from '../support/full.ts'
import { vaduz } from '../support/places.ts'
import { databaseUnderTest } from '../support/stack.ts'
import {
  choosePlace,
  drawnMap,
  expect,
  expectAccessible,
  expectStreets,
  framesWithoutMap,
  goOnline,
  keepMap,
  signIn,
  slide,
  test
} from './fixtures.ts'
import { drive, expectHonestReceipt, tripOf } from './road.ts'

test.use({ map: true })

test.skip(
  ({ isMobile }) => !isFull && isMobile !== (databaseUnderTest() === 'pglite'),
  'HACKNEY_FULL=1 plays it in both sizes on each database'
)

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })

async function startShift(driver: Page): Promise<void> {
  await expect(driver).toHaveURL(/\/drive/)
  await goOnline(driver)
  await expect(heading(driver, 'Waiting for trips')).toBeVisible()
}

// Spec 1.1, 1.4, 1.8, 1.11, 2.10, 2.16, 3.51, 4.2, 4.8, 4.47, 6.5, 6.27, 7.26, 7.56
test('a rider books a cab in Vaduz, a driver accepts it, drives and is paid', async ({
  open,
  stack,
  clock,
  picture
}) => {
  // The drive takes forty reports, and the test waits for each.
  test.setTimeout(600_000)
  const rider = await open('/', { at: vaduz })
  const driver = await open('/login', { at: vaduz, dark: true })
  let code = ''

  await test.step('the driver signs in and goes online', async () => {
    await signIn(driver, stack, 'driver@hackney.test')
    await startShift(driver)
    await picture(driver, '01-driver-online')
  })

  await test.step('the rider chooses pickup and drop, and sees the fare with its lines', async () => {
    await choosePlace(rider, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(rider, 'Drop', 'Schaan', /Schaan/)
    await expect(button(rider, /^Book Cab · CHF\s\d+\.\d\d/)).toBeEnabled()
    await expectStreets(rider)
    await expectAccessible(rider)
    await picture(rider, '02-rider-quote')
    await button(rider, 'How this fare is made').click()
    await expect(rider.getByRole('dialog', { name: 'Estimate fare' })).toContainText('Base fare')
    await expectAccessible(rider)
    await picture(rider, '02-rider-fare')
    await rider.keyboard.press('Escape')
  })

  await test.step('the rider signs in to book, and books', async () => {
    await button(rider, /^Book Cab ·/).click()
    await expect(rider).toHaveURL(/\/login/)
    await signIn(rider, stack, 'rider@hackney.test')
    await drawnMap(rider)
    await keepMap(rider)
    await button(rider, /^Book Cab ·/).click()
    await expect(rider).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
    await expect(heading(rider, 'Looking for a driver')).toBeVisible()
  })

  await test.step('the driver is offered the trip and accepts', async () => {
    const offer = driver.getByRole('region', { name: 'New trip' })
    await expect(offer).toBeVisible()
    await expect(offer.getByText(/away/)).toBeVisible()
    await expect(offer.getByText(/Städtle/)).toHaveCount(0)
    await Promise.all([picture(rider, '03-rider-searching'), picture(driver, '04-driver-offer')])
    await button(driver, 'Accept').click()
    await expect(heading(driver, /^Pick up/)).toBeVisible()
    await picture(driver, '05-driver-accepted')
  })

  await test.step('the rider sees the driver, and they exchange messages', async () => {
    await expect(heading(rider, /^Arriving in|is on the way$/)).toBeVisible()
    await picture(rider, '06-rider-accepted')
    await button(rider, /^Message/).click()
    await rider.getByRole('textbox', { name: 'Message' }).fill('At the town hall, please')
    await button(rider, 'Send').click()
    await rider.keyboard.press('Escape')
    await button(driver, /^Message/).click()
    await expect(driver.getByRole('log').getByText('At the town hall, please')).toBeVisible()
    await expectAccessible(driver)
    await picture(driver, '07-driver-chat')
    await driver.keyboard.press('Escape')
  })

  await test.step('the driver arrives, and cannot start without the rider’s code', async () => {
    await button(driver, 'I have arrived').click()
    await expect(heading(rider, 'Your driver is here')).toBeVisible()
    const shown = rider.getByRole('region', { name: 'Start code' })
    await expect(shown).toContainText(/\d \d \d \d \d/)
    code = /(\d \d \d \d \d)/.exec(await shown.innerText())?.[1]?.replaceAll(' ', '') ?? ''
    await picture(rider, '08-rider-start-code')

    await button(rider, /^Message/).click()
    await button(rider, 'Send my start code').click()
    await expect(rider.getByRole('log').getByText(`My start code: ${code}`)).toBeVisible()
    await expect(button(rider, 'Send my start code')).toBeHidden()
    await picture(rider, '08-rider-told-code')
    await rider.keyboard.press('Escape')
    await button(driver, /^Message/).click()
    await expect(driver.getByRole('log').getByText(`My start code: ${code}`)).toBeVisible()
    await expect(button(driver, 'Send my start code')).toBeHidden()
    await driver.keyboard.press('Escape')

    const entry = driver.getByRole('textbox', { name: 'Start code from your rider' })
    await entry.fill(code === '11111' ? '22222' : '11111')
    await slide(driver, 'Start trip')
    await expect(driver.getByRole('alert')).toBeVisible()
    await expectAccessible(driver)
    await picture(driver, '09-driver-wrong-code')
    await entry.fill(code)
    await slide(driver, 'Start trip')
    await expect(heading(driver, 'Drive to the drop-off')).toBeVisible()
  })

  await test.step('both follow the drive', async () => {
    await expect(heading(rider, /to go$|^On the way$/)).toBeVisible()
    const trip = await tripOf(rider, stack)
    await drive(driver, { stack, clock }, trip, 0, 0.6)
    await expect(heading(rider, /to go$/)).toBeVisible()
    await expectStreets(rider)
    await picture(rider, '10-rider-under-way')
    await picture(driver, '11-driver-under-way')
    await drive(driver, { stack, clock }, trip, 0.6, 1)
  })

  await test.step('at the drop the rider pays in cash', async () => {
    await slide(driver, 'Drop-off reached')
    await expect(heading(rider, /^Pay CHF\s\d+\.\d\d in cash$/)).toBeVisible()
    await expect(heading(driver, /^Collect CHF/)).toBeVisible()
    await picture(rider, '12-rider-pays')
    await picture(driver, '13-driver-collects')
    await slide(driver, 'Confirm cash')
  })

  await test.step('both rate each other', async () => {
    await expect(heading(rider, 'How was your ride?')).toBeVisible()
    await rider.getByRole('radio', { name: '5 stars' }).click()
    await picture(rider, '14-rider-rates')
    await button(rider, 'Send rating').click()
    await expect(heading(rider, 'Thank you for riding')).toBeVisible()
    await picture(rider, '15-rider-receipt')
    expect(await framesWithoutMap(rider), 'frames from quote to receipt without the first map').toBe(0)
    await expectHonestReceipt(rider, { stack, clock })
    await driver.getByRole('radio', { name: '4 stars' }).click()
    await button(driver, 'Send rating').click()
  })

  await test.step('the ride is in both lists', async () => {
    await rider.goto('/bookings')
    await expect(rider.getByRole('article').getByText('Complete').first()).toBeVisible()
    await picture(rider, '16-rider-bookings')
    await driver.goto('/bookings')
    await expect(driver.getByRole('article').getByText('Complete').first()).toBeVisible()
  })
})

// Spec 1.5, 4.35, 6.22, 7.22
test('a rider books and cancels before a driver accepts', async ({ open, person, picture }) => {
  const rider = await open('/', { at: vaduz, as: await person('rider2@hackney.test') })
  const driver = await open('/drive', { at: vaduz, as: await person('driver@hackney.test') })

  const offer = driver.getByRole('dialog', { name: 'New trip' })

  await test.step('a driver is online on another page', async () => {
    await startShift(driver)
    await driver.goto('/bookings')
    await expect(heading(driver, 'Your bookings')).toBeVisible()
  })

  await test.step('the rider books', async () => {
    await choosePlace(rider, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(rider, 'Drop', 'Triesen', /Triesen/)
    await drawnMap(rider)
    await keepMap(rider)
    await button(rider, /^Book Cab ·/).click()
    await expect(heading(rider, 'Looking for a driver')).toBeVisible()
    await expect(rider.getByText(/^Your booking was successful/)).toBeVisible()
    // This page does not scroll, so the wheel zooms the map.
    await expect(rider.locator('.maplibregl-cooperative-gesture-screen')).toHaveCount(0)
    await expect(offer).toBeVisible()
    await expectAccessible(driver)
    await picture(driver, '20-driver-offer-elsewhere')
  })

  await test.step('the rider cancels free of charge, and the driver’s offer disappears', async () => {
    await button(rider, /^Cancel/).click()
    const dialog = rider.getByRole('dialog', { name: 'Cancel this trip?' })
    await expect(dialog).toBeVisible()
    await expectAccessible(rider)
    await picture(rider, '20-rider-cancels')
    await dialog.getByRole('radio').first().click()
    await button(rider, 'Cancel trip').click()
    await expect(heading(rider, 'This ride was cancelled')).toBeVisible()
    await expect(rider.getByText(/Free of charge/)).toBeVisible()
    await expect(offer).toBeHidden()
    await picture(rider, '21-rider-cancelled')
    expect(await framesWithoutMap(rider), 'frames since the quote without the first map').toBe(0)
  })
})
