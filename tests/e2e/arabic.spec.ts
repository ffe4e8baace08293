import type { Page } from '@playwright/test'
import { service, signIn } from '../support/people.ts'
import { accept, book, goOnline, offerOf, reportPosition, schaan, unwrap, vaduz } from '../support/ride.ts'
import { enter, expect, expectAccessible, expectDrawn, expectNoSidewaysScroll, test } from './fixtures.ts'

/** Where the panel is: at the start side of a desktop, which is the right one. */
async function expectPanelAtTheRight(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  if (width < 900) return
  const box = await page.getByRole('heading', { level: 1 }).first().boundingBox()
  expect(box?.x ?? 0, `the panel of ${page.url()}`).toBeGreaterThan(width / 2)
}

test('a ride from the right: every page of it, in each status', async ({ open, stack, picture }) => {
  // Twenty pages, each loaded anew and read by axe.
  test.slow()
  const rider = await signIn(stack, 'rider9@hackney.test')
  const driver = await signIn(stack, 'driver@hackney.test')
  const pages = {
    rider: await open('/about-us', { locale: 'ar', at: vaduz }),
    driver: await open('/about-us', { locale: 'ar', at: vaduz, dark: true })
  }
  await enter(pages.rider, rider)
  await enter(pages.driver, driver)

  const look = async (who: 'rider' | 'driver', path: string, name: string, map = true) => {
    const page = pages[who]
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectDrawn(page)
    await expect(page.getByText('جارٍ تحميل الخريطة')).toHaveCount(0)
    if (map) await expectPanelAtTheRight(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, `ar-${who}-${name}`)
  }
  const lookAtBoth = async (path: string, name: string) => {
    await look('rider', path, name)
    await look('driver', path, name)
  }
  /** Looking takes longer than a driver has to answer. */
  const offerTimeout = async (offer_timeout: number) => {
    unwrap(await service(stack).from('settings').update({ offer_timeout }).eq('id', 1).select())
  }
  const languages = async (locale: string) => {
    for (const { client } of [rider, driver]) unwrap(await client.rpc('update_profile', { lang_locale: locale }))
  }

  await languages('ar')
  await offerTimeout(120)
  try {
    await look('driver', '/drive', 'offline')
    const unwanted = await book(rider)
    await look('rider', `/bookings/${unwanted.id}`, 'new')
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: unwanted.id, reason: 'My plans changed' }))
    await look('rider', `/bookings/${unwanted.id}`, 'cancelled')

    await goOnline(driver)
    await look('driver', '/drive', 'online')

    const { id } = await book(rider)
    const path = `/bookings/${id}`
    await offerOf(driver, id)
    await look('driver', '/drive', 'offer')

    await accept(driver, id)
    await lookAtBoth(path, 'accepted')
    await reportPosition(driver, vaduz)
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
    await lookAtBoth(path, 'arrived')
    const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
    unwrap(await driver.client.rpc('start_trip', { booking_id: id, otp }))
    await lookAtBoth(path, 'started')
    await reportPosition(driver, schaan)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    await lookAtBoth(path, 'pending')
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await lookAtBoth(path, 'paid')
    unwrap(await rider.client.rpc('rate_booking', { booking_id: id, stars: 5 }))
    await lookAtBoth(path, 'complete')

    await look('rider', '/bookings', 'bookings', false)
    await look('driver', '/bookings', 'bookings', false)
    await look('rider', '/profile', 'profile', false)
  } finally {
    await driver.client.rpc('set_driver_active', { active: false })
    await languages('en')
    await offerTimeout(20)
  }
})
