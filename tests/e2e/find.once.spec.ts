import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, bookAccepted, carTypeId, estimate, goOnline, offerOf } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const grid = (page: Page) => page.getByRole('grid', { name: 'Bookings' })
const row = (page: Page, reference: string) => grid(page).getByRole('row').filter({ hasText: reference })
const search = (page: Page) => page.getByRole('searchbox', { name: /name, number, street/ })

/** The texts of a row that are cut. */
const cutIn = (page: Page, reference: string) =>
  row(page, reference)
    .locator('[data-column] *')
    .evaluateAll((parts) =>
      parts
        .filter((part) => getComputedStyle(part).overflowX !== 'visible')
        .filter((part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)
        .map((part) => part.textContent)
    )

test('the desk finds a booking by names, a number in any spelling, a plate, streets and several words', async ({
  open,
  person,
  stack
}) => {
  const [rider, driver, admin] = await Promise.all(
    ['rider12@hackney.test', 'driver@hackney.test', 'admin@hackney.test'].map(person)
  )
  if (!rider || !driver || !admin) throw new Error('not all people of this story could sign in')
  const db = service(stack)
  const { data: was } = await db.from('profiles').select('first_name, last_name, mobile').eq('id', rider.id).single()
  await db
    .from('profiles')
    .update({ first_name: 'Žaneta', last_name: 'Müllér', mobile: '+4235550331' })
    .eq('id', rider.id)
    .throwOnError()
  await goOnline(driver)
  const pickup = { ...vaduz, add: 'Äulestrasse 38, 9490 Vaduz' }
  const { id, reference } = await book(rider, pickup, { ...schaan, add: 'Im Gässle 9, 9494 Schaan' })
  try {
    await offerOf(driver, id)
    await accept(driver, id)
    const { data: car } = await db.from('bookings').select('vehicle_number, driver_name').eq('id', id).single()
    const page = await open('/bookings', { as: admin })
    await expect(row(page, reference)).toBeVisible()
    const plate = (car?.vehicle_number ?? '').replaceAll(/\W/g, '')
    for (const text of [
      ...['zaneta muller', 'MÜLLER', '00423 555 03 31', '555-03-31', `${plate} zaneta`, 'aulestrasse gassle'],
      ...[`muller ${car?.driver_name?.split(' ')[0]}`, '0331 schaan', reference.toLowerCase()]
    ]) {
      await search(page).fill(text)
      await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(text).slice(0, 4)}`, 'i'))
      await expect(row(page, reference), text).toBeVisible()
    }
    for (const text of ['zaneta nowhere', '00423 555 03 39', 'gassle 99 zaneta']) {
      await search(page).fill(text)
      await expect(row(page, reference), text).toHaveCount(0)
    }
    await expectAccessible(page)
  } finally {
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    await driver.client.rpc('set_driver_active', { active: false })
    await db
      .from('profiles')
      .update(was ?? {})
      .eq('id', rider.id)
  }
})

test('the desk’s list shows a changed route at once, whole streets at 1280 pixels, tonight’s rides under Later, and its history says what changed', async ({
  open,
  person,
  picture
}) => {
  const [rider, driver, admin] = await Promise.all(
    ['rider12@hackney.test', 'driver@hackney.test', 'admin@hackney.test'].map(person)
  )
  if (!rider || !driver || !admin) throw new Error('not all people of this story could sign in')
  const { id, reference } = await bookAccepted(rider, driver)
  const quoted = await estimate(rider.client)
  const soon = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const later = unwrap(
    await rider.client.rpc('create_booking', { quote_id: quoted.quote_id ?? '', payment_mode: 'cash', trip_at: soon })
  )
  try {
    const page = await open('/bookings', { as: admin })
    for (const [width, height] of [
      [1280, 800],
      [1440, 900]
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(row(page, reference)).toContainText('Landstrasse, Schaan')
      expect(await cutIn(page, reference), `${width}`).toEqual([])
      await expect(row(page, reference).getByText(/Marxer/)).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      await picture(page, `desk-list-${width}`)
    }
    await test.step('the rider gives another drop-off, and the row changes without a reload', async () => {
      const car_type_id = await carTypeId(rider.client)
      expect(car_type_id).toBeTruthy()
      const other = await estimate(rider.client, vaduz, {
        lat: 47.2105,
        lng: 9.5265,
        add: 'Dorfstrasse 7, 9491 Ruggell'
      })
      unwrap(await rider.client.rpc('change_route', { booking_id: id, quote_id: other.quote_id ?? '' }))
      await expect(row(page, reference)).toContainText('Dorfstrasse 7')
      await expect(row(page, reference)).not.toContainText('Landstrasse')
    })
    await test.step('the timeline names the old and the new drop-off and price', async () => {
      await row(page, reference).getByRole('link', { name: reference }).click()
      const panel = page.getByRole('region', { name: 'Open booking' })
      await panel.getByRole('tab', { name: 'Timeline' }).click()
      await expect(panel.getByText('The route was changed')).toBeVisible()
      await expect(panel.getByText('Dorfstrasse 7, 9491 Ruggell')).toBeVisible()
      await expect(panel.getByText('before: Landstrasse, Schaan')).toBeVisible()
      await expect(panel.getByText(/^before: CHF/)).toBeVisible()
      await expectAccessible(page)
      await picture(page, 'desk-route-changed')
    })
    await test.step('a ride of tonight is among those for later', async () => {
      await page.goto('/bookings')
      await page.getByRole('link', { name: 'Later', exact: true }).click()
      await expect(row(page, later.reference)).toBeVisible()
      await expect(row(page, reference)).toHaveCount(0)
    })
  } finally {
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: later.id, reason: 'My plans changed' }))
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    await driver.client.rpc('set_driver_active', { active: false })
  }
})
