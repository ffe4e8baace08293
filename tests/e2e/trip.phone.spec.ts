import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { book, bookAccepted, estimate, goOnline, offerOf, start } from '../support/ride.ts'
import { expect, expectAccessible, slide, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

test('a driver who is far from the drop-off is asked before the trip ends', async ({ open, person, picture }) => {
  const rider = await person('rider6@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver })
  const end = page.getByRole('button', { name: 'Drop-off reached' })
  const question = page.getByRole('dialog', { name: /^The drop-off is still \d+\.\d km away$/ })

  await test.step('Navigate comes first while the way is long', async () => {
    const navigate = page.getByRole('link', { name: 'Navigate to drop-off' })
    await expect(navigate).toBeVisible()
    const [first, second] = [await navigate.boundingBox(), await end.boundingBox()]
    expect(first?.y ?? 0).toBeLessThan(second?.y ?? 0)
    await expectAccessible(page)
    await picture(page, 'driver-far')
  })

  await test.step('a press, a key and a slide each ask first, and the trip continues', async () => {
    await end.click()
    await expect(question).toBeVisible()
    await expectAccessible(page)
    const isPhone = (page.viewportSize()?.width ?? 0) < 900
    const target = isPhone ? 44 : 24
    await expectEveryManner(page, 'driver-far-question', {
      within: '[role=dialog]',
      isSunny: true,
      target,
      keep: picture
    })
    await page.getByRole('button', { name: 'Not yet' }).click()
    await end.focus()
    await page.keyboard.press('Enter')
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await slide(page, 'Drop-off reached')
    await expect(question).toBeVisible()
    await page.getByRole('button', { name: 'Not yet' }).click()
    const { status } = unwrap(await driver.client.from('bookings').select('status').eq('id', id).single())
    expect(status).toBe('STARTED')
  })

  await test.step('at the drop-off a slide ends the trip, and a press only asks', async () => {
    await page.context().setGeolocation({ latitude: schaan.lat, longitude: schaan.lng })
    await expect(async () => {
      await page.keyboard.press('Escape')
      await end.click()
      await expect(page.getByRole('dialog', { name: 'End the trip?' })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await picture(page, 'driver-near')
    await slide(page, 'Drop-off reached')
    await expect(page.getByRole('heading', { level: 1, name: /^Collect CHF\s\d+\.\d[05]$/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Confirm cash CHF\s\d+\.\d[05]\b/ })).toBeVisible()
    await slide(page, 'Confirm cash')
    await expect(page.getByRole('heading', { level: 1, name: /^Paid/ })).toBeVisible()
  })
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a rider sees the route from the beginning, and a ride for later is shown as booked, not new', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider4@hackney.test')
  const { id } = await book(rider)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: rider })
  const trip = page.getByRole('region', { name: 'Trip', exact: true })
  const place = (name: string, words: string) =>
    trip.getByRole('listitem').filter({ hasText: new RegExp(`^${name} ${words}`) })

  await test.step('the route is shown while a driver is searched for', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Looking for a driver' })).toBeVisible()
    await expect(place('Pickup', vaduz.add)).toBeVisible()
    await expect(place('Drop-off', schaan.add)).toBeVisible()
    // Figures of equal width would widen the hyphens within words.
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.evaluate((element) => getComputedStyle(element).fontVariantNumeric)).toBe('normal')
    await picture(page, 'rider-searching')
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  })

  await test.step('a ride for later is shown as booked, and listed under what is coming up', async () => {
    const { quote_id } = await estimate(rider.client)
    const trip_at = new Date(Date.now() + 26 * 3600_000).toISOString()
    const later = unwrap(
      await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash', trip_at })
    )
    await page.goto(`/bookings/${later.id}`)
    await expect(page.getByRole('heading', { level: 1, name: /^Booked for/ })).toBeVisible()
    await expect(trip.getByText('Booked', { exact: true })).toBeVisible()
    await expect(trip.getByText('New', { exact: true })).toHaveCount(0)
    await expect(place('Pickup', vaduz.add)).toContainText(/about \d\d:\d\d/)
    await expectAccessible(page)
    await picture(page, 'rider-scheduled')
    await page.goto('/bookings')
    const ahead = page.getByRole('heading', { level: 2, name: 'Coming up' })
    await expect(ahead).toBeVisible()
    await expect(page.locator('section').filter({ has: ahead }).getByText(later.reference)).toBeVisible()
    await picture(page, 'rider-bookings')
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: later.id, reason: 'My plans changed' }))
  })
})

test('a driver reads the address in the local language, whatever language the rider chose it in', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider2@hackney.test')
  const page = await open('/', { at: vaduz, as: rider, locale: 'ar' })
  const fields = page.getByRole('combobox')
  for (const [index, town] of ['فادوز', 'Schaan'].entries()) {
    await fields.nth(index).fill(town)
    await page
      .getByRole('option', { name: new RegExp(town) })
      .first()
      .click()
  }
  await expect(fields.first()).toHaveValue(/فادوز/)
  await picture(page, 'arabic-quote')
  await page.getByRole('button', { name: /CHF/ }).last().click()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  const id = page.url().split('/').at(-1) ?? ''
  const { pickup_address, drop_address } = unwrap(
    await rider.client.from('bookings').select('pickup_address, drop_address').eq('id', id).single()
  )
  expect([pickup_address, drop_address].filter((words) => /\p{Script=Arabic}/u.test(words ?? ''))).toEqual([])
  expect(pickup_address).toContain('Vaduz')
  expect(drop_address).toContain('Schaan')
  await expect(page.getByRole('listitem').filter({ hasText: 'Schaan' }).first()).toBeVisible()
  await picture(page, 'arabic-trip')
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
})

test('a driver’s home shows the day, the demand, and a missed trip', async ({
  open,
  person,
  stack,
  turnableClock,
  picture
}) => {
  const rider = await person('rider8@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const { id } = await book(rider)
  await offerOf(driver, id)
  await turnableClock.turnBy(200)
  unwrap(await rider.client.rpc('nudge_dispatch', { booking_id: id }))
  const offers = service(stack).from('booking_offers').select('status').eq('booking_id', id)
  await expect.poll(async () => unwrap(await offers)[0]?.status).toBe('lapsed')
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  const page = await open('/drive', { at: vaduz, as: driver })
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByText(/^CHF\s\d+\.\d\d$/)).toBeVisible()
  await expect(today.getByText('trips', { exact: true })).toBeVisible()
  await expect(today.getByText(/^You missed (a trip|\d+ trips)/)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'driver-home')
  await driver.client.rpc('set_driver_active', { active: false })
})
