import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, cents, goOnline, offerOf, start } from '../support/ride.ts'
import { choosePlace, expect, expectAccessible, test } from './fixtures.ts'

/** The amount of a row of a price, in cents: 0 without such a row, and negative if it is subtracted. */
async function row(place: Locator, label: string | RegExp): Promise<number> {
  const named = place.locator('dt', { hasText: label }).first()
  if ((await named.count()) === 0) return 0
  const text = await named.locator('xpath=following-sibling::dd').innerText()
  const [, sign, amount] = /([−+]?)CHF\s([\d,.]+)/.exec(text) ?? []
  return cents(Number(amount)) * (sign === '−' ? -1 : 1)
}

const price = async (place: Locator): Promise<number> =>
  (await row(place, 'Total')) + (await row(place, /^Promotion/)) + (await row(place, 'Rounded for cash'))

test('the parts of a price add up from the order to the receipt: promotion, payment, tip and refund', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await person('rider5@hackney.test')
  const driver = await person('driver@hackney.test')
  const admin = await person('admin@hackney.test')
  const code = `TEN${randomUUID().slice(0, 6)}`.toUpperCase()
  await service(stack)
    .from('promos')
    .insert({
      promo_name: code,
      promo_discount_type: 'percentage',
      promo_discount_value: 10,
      promo_validity: '2099-12-31',
      promo_usage_limit: 1
    })
    .throwOnError()
  await goOnline(driver)
  const page = await open('/', { at: vaduz, as: rider })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await page.getByRole('button', { name: 'Add code' }).click()
  await page.getByRole('textbox', { name: 'Promotion code' }).fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  let due = 0
  await test.step('the dialog of the fare has the total, the promotion and what is to pay, as the button says', async () => {
    await page.getByRole('button', { name: /How this fare is made/ }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(`Promotion ${code}`)).toBeVisible()
    due = await row(dialog, 'You pay in cash')
    expect(await price(dialog)).toBe(due)
    await expectAccessible(page)
    await picture(page, 'price-order')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(
      page.getByRole('button', { name: new RegExp(`^Book Cab · CHF\\s${(due / 100).toFixed(2)}`) })
    ).toBeVisible()
  })

  await page.getByRole('button', { name: /^Book Cab/ }).click()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  const id = page.url().split('/').at(-1) ?? ''
  await offerOf(driver, id)
  await accept(driver, id)
  await start(rider, driver, id)
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  const paid = unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  due = cents(paid.customer_paid)
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 20 }))
  unwrap(await rider.client.rpc('tip_driver', { booking_id: id, amount: 1.4 }))

  await test.step('the trip lists promotion, cash and tip, and what was paid in all', async () => {
    const trip = page.getByRole('region', { name: 'Receipt', exact: true })
    await expect(trip.getByText('Tip for the driver, from the wallet')).toBeVisible()
    expect(await price(trip)).toBe(due)
    expect(await row(trip, 'Total to pay')).toBe(due)
    expect(await row(trip, 'Paid in cash')).toBe(due)
    expect(await row(trip, 'Paid in all')).toBe(due + 140)
    await expect(trip.getByText('Cash to the driver')).toHaveCount(0)
    await expectAccessible(page)
    await picture(page, 'price-trip')
  })

  await test.step('the receipt has the tip below the total, as no part of the invoice', async () => {
    await page.getByRole('link', { name: 'Receipt (PDF)' }).click()
    const tip = page.getByRole('row', { name: /^Tip \(to your driver, no part of this invoice\)/ })
    await expect(tip).toContainText('1.40')
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText((due / 100).toFixed(2))
    await picture(page, 'price-receipt')
  })

  await test.step('a refund is a row of its own', async () => {
    unwrap(await admin.client.rpc('refund_booking', { booking_id: id, amount: 2, reason: 'Late' }))
    await page.goto(`/bookings/${id}`)
    const trip = page.getByRole('region', { name: 'Receipt', exact: true })
    await expect(trip.getByText('Refunded to the wallet')).toBeVisible()
    expect(await row(trip, 'Paid in all')).toBe(due + 140 - 200)
  })

  await test.step("the rider's list shows what the trip cost", async () => {
    await page.goto('/bookings')
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/bookings/${id}"]`) })
    await expect(card).toContainText((due / 100).toFixed(2))
    await picture(page, 'price-list')
  })

  await test.step('the driver sees share and tip', async () => {
    const theirs = await open(`/bookings/${id}`, { as: driver })
    const trip = theirs.getByRole('region', { name: 'Receipt', exact: true })
    await expect(trip.getByText('You earn')).toBeVisible()
    expect(await row(trip, 'You earn')).toBe((await row(trip, 'Share of the fare')) + (await row(trip, /^Tip$/)))
    await expect(trip.getByText('Refunded to the wallet')).toHaveCount(0)
    await picture(theirs, 'price-driver')
  })
  await driver.client.rpc('set_driver_active', { active: false })
})
