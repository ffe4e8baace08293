/** The reservation of a card ride: it never delays the search, and the page says "reserved" only if the card is. */
import type { Page } from '@playwright/test'
import { allowTestPayments, begin } from '../support/payments.ts'
import { type Person, service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, estimate, goOnline, offerOf } from '../support/ride.ts'
import { choosePlace, expect, expectAccessible, test } from './fixtures.ts'

test.beforeAll(({ stack }) => allowTestPayments(stack, true))
test.afterAll(({ stack }) => allowTestPayments(stack, false))

const reserve = (page: Page) => page.getByRole('dialog', { name: 'Reserve your card' })
const notReserved = (page: Page) => page.getByText('Not reserved, you pay at the end.')
const button = (page: Page) => page.getByRole('button', { name: /^Reserve card · up to CHF/ })

/** Saves a card of the test provider for a person, by a top-up with their consent. */
async function saveCard(person: Person): Promise<void> {
  const { id } = await begin(person, { purpose: 'topup', amount: 20, consent: '2026-12' })
  unwrap(await person.client.functions.invoke('payments/test/act', { body: { payment_id: id, act: 'approve' } }))
  await expect
    .poll(async () => unwrap(await person.client.from('payment_methods').select('id')).length)
    .toBeGreaterThan(0)
}

const cancel = async ({ client }: Person, booking_id: string) =>
  unwrap(await client.rpc('cancel_booking', { booking_id, reason: 'My plans changed' }))

const laterRide = async ({ client }: Person, hours: number): Promise<string> => {
  const { quote_id } = await estimate(client)
  const trip_at = new Date(Date.now() + hours * 3_600_000).toISOString()
  return unwrap(await client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'card', trip_at })).id
}

test('without a saved card the dialog opens from the press on Book, and stays when a driver accepts at once', async ({
  open,
  person,
  picture
}) => {
  const [rider, driver] = [await person('rider28@hackney.test'), await person('driver@hackney.test')]
  await goOnline(driver)
  const page = await open('/', { as: rider })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await page.getByRole('button', { name: /^Payment/ }).click()
  const payment = page.getByRole('dialog', { name: 'Payment' })
  await expect(
    payment.getByText('Charged at the end. Your bank is asked to reserve the fare before the ride.')
  ).toBeVisible()
  await expect(payment.getByText(/reserved/i)).toHaveCount(0)
  await payment.getByRole('radio', { name: /^Card/ }).click()
  // The driver accepts while the trip's page loads.
  let accepted: Promise<unknown> | null = null
  await page.route(/rpc\/create_booking/, async (route) => {
    const response = await route.fetch()
    const { id } = (await response.json()) as { id: string }
    accepted = offerOf(driver, id).then(() => accept(driver, id))
    await accepted
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: /^Book Cab · CHF/ }).click()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  const id = page.url().split('/').at(-1) ?? ''
  await accepted
  await expect(
    page.getByRole('heading', { level: 1, name: /^Arriving in|on the way$/, includeHidden: true })
  ).toBeVisible()
  await expect(reserve(page)).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'hold-dialog')

  await test.step('closed, it does not open again after a reload; the page says that nothing is reserved', async () => {
    await reserve(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(notReserved(page)).toBeVisible()
    await page.reload()
    await expect(notReserved(page)).toBeVisible()
    await expect(reserve(page)).toHaveCount(0)
    await expect(page.getByText(/is reserved/)).toHaveCount(0)
    for (const size of [
      { width: 390, height: 844 },
      { width: 844, height: 390 }
    ]) {
      await page.setViewportSize(size)
      await expect(button(page)).toBeInViewport({ ratio: 1 })
    }
    await picture(page, 'hold-landscape')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await picture(page, 'hold-open')
  })

  await test.step('a declined card is not reserved either, and one that approves is', async () => {
    for (const [act, outcome] of [
      ['Decline', notReserved(page)],
      ['Approve', page.getByText(/^Up to CHF.* is reserved on your card/)]
    ] as const) {
      await button(page).click()
      await reserve(page).getByRole('button', { name: 'Reserve' }).click()
      await expect(page).toHaveURL(/\/pay\/[0-9a-f-]{36}$/)
      await page.getByRole('button', { name: act, exact: true }).click()
      await page.waitForURL(/\/(pay|bookings)\//)
      if (act === 'Decline') await page.getByRole('link', { name: 'To the trip' }).click()
      await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
      await expect(outcome).toBeVisible()
    }
    await expect(button(page)).toHaveCount(0)
    await picture(page, 'hold-reserved')
  })
  await cancel(rider, id)
  await driver.client.rpc('set_driver_active', { active: false })
})

test('with a saved card the fare is reserved with the booking; a bank that wants the owner gets one button', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await person('rider29@hackney.test')
  await saveCard(rider)
  const page = await open('/', { as: rider })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  const chooseCard = async () => {
    await page.getByRole('button', { name: /^Payment/ }).click()
    const payment = page.getByRole('dialog', { name: 'Payment' })
    await expect(
      payment.getByText('Charged at the end. Visa ending in 4242 is asked to reserve the fare before the ride.')
    ).toBeVisible()
    await picture(page, 'payment-saved-card')
    await payment.getByRole('radio', { name: /^Card/ }).click()
  }
  await chooseCard()
  await page.getByRole('button', { name: /^Book Cab · CHF/ }).click()
  await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  const id = page.url().split('/').at(-1) ?? ''
  const booked = unwrap(await rider.client.from('bookings').select('status').eq('id', id).single())
  expect(booked.status, 'the search does not wait for the bank').toBe('NEW')
  await expect(page.getByText(/^Up to CHF.* is reserved on Visa ending in 4242/)).toBeVisible({ timeout: 30_000 })
  await expect(reserve(page)).toHaveCount(0)
  await expect(button(page)).toHaveCount(0)
  await picture(page, 'hold-saved-card')
  await cancel(rider, id)

  await test.step('above the amount that the bank lets pass, the owner confirms by one button', async () => {
    const percent = unwrap(
      await service(stack).from('settings').select('card_hold_percent').eq('id', 1).single()
    ).card_hold_percent
    await service(stack).from('settings').update({ card_hold_percent: 200 }).eq('id', 1).throwOnError()
    try {
      const { quote_id } = await estimate(rider.client)
      const dear = unwrap(await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'card' }))
      await page.goto(`/bookings/${dear.id}`)
      await expect(page.getByText(/^Not reserved: your bank wants you to confirm CHF/)).toBeVisible({ timeout: 30_000 })
      await expect(page.getByText(/is reserved/)).toHaveCount(0)
      const notices = unwrap(await rider.client.from('notifications').select())
      expect(notices).toBeDefined()
      const confirm = page.getByRole('link', { name: 'Confirm with your bank' })
      await expect(confirm).toBeInViewport({ ratio: 1 })
      await expectAccessible(page)
      await picture(page, 'hold-confirm')
      await confirm.click()
      await page.getByRole('button', { name: 'Approve', exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/bookings/${dear.id}$`))
      await expect(page.getByText(/^Up to CHF.* is reserved on Visa ending in 4242/)).toBeVisible()
      await cancel(rider, dear.id)
    } finally {
      await service(stack).from('settings').update({ card_hold_percent: percent }).eq('id', 1).throwOnError()
    }
  })
})

test('a later ride says when its fare is reserved: by itself on a saved card, else when to come back', async ({
  turnableClock,
  open,
  person,
  picture
}) => {
  const [bare, rider] = [await person('rider30@hackney.test'), await person('rider29@hackney.test')]
  const earlier = await laterRide(bare, 4)
  const page = await open(`/bookings/${earlier}`, { as: bare })
  await expect(page.getByText(/^Come back from .* on to reserve the fare on your card\.$/)).toBeVisible()
  await expect(button(page)).toHaveCount(0)
  await expect(reserve(page)).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'hold-later')
  await cancel(bare, earlier)

  if (unwrap(await rider.client.from('payment_methods').select('id')).length === 0) await saveCard(rider)
  const id = await laterRide(rider, 4)
  const own = await open(`/bookings/${id}`, { as: rider })
  await expect(own.getByText(/^On .* we reserve up to CHF.* on Visa ending in 4242\.$/)).toBeVisible()
  await expect(own.getByText(/is reserved/)).toHaveCount(0)
  await picture(own, 'hold-planned')
  await turnableClock.turnBy(4 * 3600 - 10 * 60)
  await expect(async () => {
    await own.reload()
    await expect(own.getByText(/^Up to CHF.* is reserved on Visa ending in 4242/)).toBeVisible()
  }).toPass({ timeout: 90_000 })
  await cancel(rider, id)
})

test('after a change to a dearer route one button reserves the new maximum, and the page says what is missing before', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider38@hackney.test')
  const { quote_id } = await estimate(rider.client)
  const { id } = unwrap(await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'card' }))
  const page = await open(`/bookings/${id}`, { as: rider })
  const reserveNow = async () => {
    await button(page).click()
    await reserve(page).getByRole('button', { name: 'Reserve' }).click()
    await expect(page).toHaveURL(/\/pay\/[0-9a-f-]{36}$/)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
    await expect(page.getByText(/^Up to CHF.* is reserved on your card/)).toBeVisible()
  }
  await reserveNow()
  const far = await estimate(rider.client, vaduz, { lat: 47.0664, lng: 9.5025, add: 'Balzers' })
  unwrap(await rider.client.rpc('change_route', { booking_id: id, quote_id: far.quote_id ?? '' }))
  await expect(page.getByText(/^Only CHF\s[\d.]+ of the new fare is reserved/)).toBeVisible()
  await expect(button(page)).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await picture(page, 'hold-short')
  await reserveNow()
  await expect(button(page)).toHaveCount(0)
  const held = unwrap(await rider.client.rpc('booking_hold', { booking_id: id }))
  expect(held.is_short).toBe(false)
  expect(held.authorized_amount).toBeGreaterThan(far.trip_cost)
  await cancel(rider, id)
})
