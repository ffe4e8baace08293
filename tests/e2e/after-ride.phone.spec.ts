/** What a rider and a driver see when a ride by wallet or card has ended: who pays, what is left, and cash only where chosen. */
import type { Page } from '@playwright/test'
import type { Clock } from '../support/clock.ts'
import { allowTestPayments, begin } from '../support/payments.ts'
import { type Person, service } from '../support/people.ts'
import { schaan } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, cents, estimate, goOnline, offerOf, reportPosition, start } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const CASH = /\bcash\b/i

/** A ride that the rider pays by `mode` and that has started. */
async function startedRide(rider: Person, driver: Person, payment_mode: 'wallet' | 'card'): Promise<string> {
  await goOnline(driver)
  const { quote_id } = await estimate(rider.client)
  const { id } = unwrap(await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode }))
  await offerOf(driver, id)
  await accept(driver, id)
  await start(rider, driver, id)
  await reportPosition(driver, schaan)
  return id
}

const reach = async (driver: Person, id: string) => unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
const bookingOf = async ({ client }: Person, id: string) =>
  unwrap(await client.from('bookings').select().eq('id', id).single())
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, includeHidden: true })

/** Brings the rider's wallet to an amount. */
async function fillWallet(admin: Person, rider: Person, amount: number): Promise<void> {
  const { balance } = unwrap(await rider.client.rpc('own_wallet')) as { balance: number }
  if (cents(balance) > cents(amount)) throw new Error(`the wallet of ${rider.id} has ${balance} already`)
  if (amount > balance) {
    unwrap(
      await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: (cents(amount) - cents(balance)) / 100 })
    )
  }
}

/** Checks that the page, and nothing outside its window, shows a button. */
async function expectAboveFold(page: Page, name: RegExp): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 }
  ]) {
    await page.setViewportSize(size)
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 390, height: 844 })
}

/** Takes the running capture of a ride's card as a worker does, and reports that the provider refused it. */
async function failCapture(stack: StackEnv, clock: Clock | null, id: string): Promise<void> {
  await expect(async () => {
    await clock?.turnBy(130)
    const worker = service(stack)
    const jobs = unwrap(await worker.rpc('take_payment_jobs', { job_limit: 200 }))
    const job = jobs.find(
      ({ kind, payment }) => kind === 'capture' && (payment as { booking_id?: string })?.booking_id === id
    )
    expect(job).toBeDefined()
    unwrap(await worker.rpc('finish_payment_job', { job_id: job?.job_id ?? 0, outcome: 'failed' }))
  }).toPass({ timeout: 60_000 })
}

test('a wallet that covers the ride pays it at the drop, and nobody is asked for money', async ({ open, person }) => {
  const [rider, driver, admin] = [
    await person('rider23@hackney.test'),
    await person('driver@hackney.test'),
    await person('admin@hackney.test')
  ]
  await fillWallet(admin, rider, 100)
  const id = await startedRide(rider, driver, 'wallet')
  const page = await open(`/bookings/${id}`, { as: rider })
  const cab = await open(`/bookings/${id}`, { as: driver })
  await expect(heading(page, /to go$|On the way/)).toBeVisible()
  await reach(driver, id)
  await expect(heading(page, 'How was your ride?')).toBeVisible()
  await expect(heading(cab, /^Paid\. How was/)).toBeVisible()
  for (const shown of [page, cab]) await expect(shown.locator('body')).not.toContainText(CASH)
  const paid = await bookingOf(rider, id)
  expect(paid).toMatchObject({
    status: 'PAID',
    payment_mode: 'wallet',
    used_wallet_money: paid.trip_cost,
    cash_payment_amount: 0
  })
  const events = unwrap(await rider.client.from('booking_events').select().eq('booking_id', id).order('id'))
  expect(events.find(({ to_status }) => to_status === 'PAID')).toMatchObject({ actor_role: 'system', note: 'wallet' })
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a fare far above the agreed one waits for one press of the rider', async ({ open, person, picture }) => {
  const [rider, driver, admin] = [
    await person('rider24@hackney.test'),
    await person('driver@hackney.test'),
    await person('admin@hackney.test')
  ]
  await fillWallet(admin, rider, 100)
  const id = await startedRide(rider, driver, 'wallet')
  // What the desk enters counts in full.
  unwrap(await admin.client.rpc('add_extra', { booking_id: id, key: 'toll', amount: 40 }))
  const page = await open(`/bookings/${id}`, { as: rider })
  const cab = await open(`/bookings/${id}`, { as: driver })
  await reach(driver, id)
  const button = page.getByRole('button', { name: /^Pay CHF\s[\d.]+ from your wallet$/ })
  await expect(heading(page, /^Confirm CHF/)).toBeVisible()
  await expect(page.getByText(/^The fare came to more than the CHF/)).toBeVisible()
  await expectAboveFold(page, /^Pay CHF\s[\d.]+ from your wallet$/)
  await expectAccessible(page)
  await picture(page, 'pay-confirm')

  await test.step('the driver may go on, and is not told to collect anything', async () => {
    await expect(heading(cab, 'The trip is over')).toBeVisible()
    await expect(cab.locator('body')).not.toContainText(CASH)
    await expect(cab.getByRole('link', { name: 'Back to work' })).toBeInViewport({ ratio: 1 })
    await expectAccessible(cab)
    await picture(cab, 'driver-paid-by-rider')
  })

  await button.click()
  await expect(heading(page, 'How was your ride?')).toBeVisible()
  await expect(heading(cab, /^Paid\. How was/)).toBeVisible()
  expect(await bookingOf(rider, id)).toMatchObject({ status: 'PAID', payment_mode: 'wallet' })
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a wallet that covers a part pays it; the rider chooses how to pay the rest, and only then the driver hears of cash', async ({
  open,
  person,
  picture
}) => {
  const [rider, driver, admin] = [
    await person('rider25@hackney.test'),
    await person('driver@hackney.test'),
    await person('admin@hackney.test')
  ]
  await fillWallet(admin, rider, 4.02)
  const id = await startedRide(rider, driver, 'wallet')
  const page = await open(`/bookings/${id}`, { as: rider })
  const cab = await open(`/bookings/${id}`, { as: driver })
  await reach(driver, id)
  const { trip_cost } = await bookingOf(rider, id)
  const rest = ((cents(trip_cost) - 402) / 100).toFixed(2)
  await expect(heading(page, `Please pay CHF ${rest}`)).toBeVisible()
  await expect(page.getByText('Your wallet paid CHF 4.02. This is left.')).toBeVisible()
  await expect(heading(cab, 'The trip is over')).toBeVisible()
  await expect(cab.locator('body')).not.toContainText(CASH)
  await expectAboveFold(page, /^Pay in cash$/)
  await expectAccessible(page)
  await picture(page, 'pay-rest')
  await page.getByRole('button', { name: 'Pay in cash' }).click()
  await expect(heading(page, /^Pay CHF\s[\d.]+ in cash$/)).toBeVisible()
  await expect(heading(cab, /^Collect CHF/)).toBeVisible()
  const due = await bookingOf(rider, id)
  expect(cents(due.payable_amount) % 5, 'only cash is rounded').toBe(0)
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  await expect(heading(page, 'How was your ride?')).toBeVisible()
  expect(await bookingOf(rider, id)).toMatchObject({
    status: 'PAID',
    used_wallet_money: 4.02,
    cash_payment_amount: due.payable_amount
  })
  await driver.client.rpc('set_driver_active', { active: false })
})

test.describe('by card', () => {
  test.beforeAll(({ stack }) => allowTestPayments(stack, true))
  test.afterAll(({ stack }) => allowTestPayments(stack, false))

  test('while a card is charged there is no button; if it fails, the card comes first, then the wallet, then cash', async ({
    clock,
    open,
    person,
    picture,
    stack
  }) => {
    test.setTimeout(120_000)
    const [rider, driver, admin] = [
      await person('rider27@hackney.test'),
      await person('driver@hackney.test'),
      await person('admin@hackney.test')
    ]
    await fillWallet(admin, rider, 100)
    const id = await startedRide(rider, driver, 'card')
    const hold = await begin(rider, { purpose: 'booking', booking_id: id })
    unwrap(await rider.client.functions.invoke('payments/test/act', { body: { payment_id: hold.id, act: 'approve' } }))
    const page = await open(`/bookings/${id}`, { as: rider })
    const cab = await open(`/bookings/${id}`, { as: driver })
    await expect(page.getByText(/^Up to CHF.* is reserved on your card/)).toBeVisible()
    await allowTestPayments(stack, false)
    await reach(driver, id)
    await expect(heading(page, 'Your card is being charged')).toBeVisible()
    await expect(page.getByRole('button', { name: /pay/i })).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText(CASH)
    await expect(heading(cab, 'The trip is over')).toBeVisible()
    await expect(cab.locator('body')).not.toContainText(CASH)
    await expectAccessible(page)
    await picture(page, 'card-charging')

    await failCapture(stack, clock, id)
    await allowTestPayments(stack, true)
    await page.reload()
    await expect(page.getByText('Your card did not pay. Try it again or choose another way.')).toBeVisible()
    const ways = page.getByRole('button', { name: /^Pay (CHF\s[\d.]+ by card|CHF\s[\d.]+ from your wallet|in cash)$/ })
    await expect(ways).toHaveText([/by card$/, /from your wallet$/, 'Pay in cash'])
    await expectAboveFold(page, /by card$/)
    await picture(page, 'card-failed')
    await ways.first().click()
    const dialog = page.getByRole('dialog', { name: 'Payment' })
    await expect(dialog.getByRole('radio', { name: /^Wallet/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Pay Now' }).click()
    await expect(page).toHaveURL(/\/pay\/[0-9a-f-]{36}$/)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/bookings/${id}$`))
    await expect(heading(page, 'How was your ride?')).toBeVisible()
    expect(await bookingOf(rider, id)).toMatchObject({ status: 'PAID', payment_mode: 'card', cash_payment_amount: 0 })
    await driver.client.rpc('set_driver_active', { active: false })
  })
})
