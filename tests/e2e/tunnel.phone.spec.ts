/**
 * A rider's phone without a network in each status of a trip: the page says so, keeps its last data, and recovers by itself. An
 * action without a network happens once or not at all, which the database proves.
 */
import type { Locator, Page } from '@playwright/test'
import { type Person, service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, cents, estimate, goOnline, reportPosition } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { askFor } from './dispatcher.ts'
import { expect, NOWHERE, test } from './fixtures.ts'
import { loseAnswer, type Network, networkOf } from './network.ts'
import { expectFetched } from './parts.ts'

const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name, includeHidden: true })
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const offline = (page: Page): Locator => page.getByText(/^You are offline/)
const lost = 'No connection to the service. Check your network and try again.'

/** Expects the title, and no more words about the network. */
async function expectRight(page: Page, title: string | RegExp): Promise<void> {
  await expect(heading(page, title)).toBeVisible()
  await expect(offline(page)).toHaveCount(0)
  await expect(page.getByText(lost)).toHaveCount(0)
}

/** Expects that the page reports the lost network and still shows its last data. */
async function expectKept(page: Page, title: string | RegExp, ...kept: Locator[]): Promise<void> {
  await expect(offline(page)).toBeVisible()
  for (const part of [heading(page, title), ...kept]) await expect(part).toBeVisible()
}

/** Goes through a tunnel without an action. */
async function pass(page: Page, network: Network, title: string | RegExp, ...kept: Locator[]): Promise<void> {
  await network.lose()
  await expectKept(page, title, ...kept)
  await network.find()
  await expectRight(page, title)
}

const balanceOf = async ({ client, id }: Person) =>
  cents(unwrap(await client.from('profiles').select('wallet_balance').eq('id', id).single()).wallet_balance)

/** The kinds of ledger transactions of a booking. */
async function postings(stack: StackEnv, id: string): Promise<string[]> {
  const rows = unwrap(await service(stack).from('ledger_transactions').select('kind').eq('booking_id', id))
  return rows.map(({ kind }) => kind).sort()
}

// Spec 3.60, 4.56, 8.48
test('a rider loses the network in each status of a ride, and the page recovers by itself', async ({
  open,
  person,
  stack
}) => {
  const [rider, driver, admin] = [
    await person('rider26@hackney.test'),
    await person('driver@hackney.test'),
    await person('admin@hackney.test')
  ]
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 40 }))
  const before = await balanceOf(rider)
  await driver.client.rpc('set_driver_active', { active: false })
  const { id } = await book(rider)
  const stored = async () => unwrap(await service(stack).from('bookings').select().eq('id', id).single())
  const page = await open(NOWHERE, { at: vaduz, as: rider })
  const network = await networkOf(page)
  await page.goto(`/bookings/${id}`)
  const code = page.getByRole('region', { name: 'Start code' })
  const comes = /^Arriving in|is on the way$/
  const dialog = page.getByRole('dialog')

  await test.step('during the search a driver accepts in the tunnel', async () => {
    await expectRight(page, 'Looking for a driver')
    await pass(page, network, 'Looking for a driver')
    await network.lose()
    await goOnline(driver)
    await askFor(rider, driver, id)
    await accept(driver, id)
    await expectKept(page, 'Looking for a driver')
    await network.find()
    await expectRight(page, comes)
  })

  await test.step('while the driver approaches, the car and the code stay visible', async () => {
    await expect(code).toContainText(/\d \d \d \d \d/)
    await expectFetched(page, 'features/common/trip-page/components/sharing/safety-dialog.tsx')
    await pass(page, network, comes, code, page.getByText('FL 28 114').first())
    await network.lose()
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
    await expectKept(page, comes, code)
    await button(page, 'Safety').click()
    await expect(button(page, 'SOS'), 'what helps is there in a tunnel, too').toBeVisible()
    await page.keyboard.press('Escape')
    await network.find()
    await expectRight(page, 'Your driver is here')
  })

  await test.step('while the driver waits, cancelling in the tunnel does nothing, and the ride continues', async () => {
    await pass(page, network, 'Your driver is here', code)
    await button(page, /^Cancel/).click()
    await dialog.getByRole('radio', { name: 'My plans changed' }).click()
    await network.lose()
    await button(page, 'Cancel trip').click()
    await expect(dialog.getByText(lost)).toBeVisible()
    await button(page, 'Keep the trip').click()
    await button(page, /^Cancel/).click()
    await expect(dialog.getByText(lost), 'the message about the network, after the dialog was reopened').toHaveCount(0)
    const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
    unwrap(await driver.client.rpc('start_trip', { booking_id: id, otp }))
    await network.find()
    await expectRight(page, /to go$|^On the way$/)
    await expect(dialog, 'the dialog of cancelling, which the trip no longer allows').toHaveCount(0)
    expect(await stored()).toMatchObject({ status: 'STARTED', cancelled_at: null })
  })

  await test.step('on the way the page recovers', async () => {
    await pass(page, network, /to go$|^On the way$/)
    await network.lose()
    await reportPosition(driver, schaan)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    await expectKept(page, /to go$|^On the way$/)
    await network.find()
    await expectRight(page, /^Pay CHF/)
  })

  await test.step('at the end, paying in the tunnel does nothing, and the cash is counted once', async () => {
    await pass(page, network, /^Pay CHF/)
    await expect(button(page, /^Pay CHF/)).toBeVisible()
    await expectFetched(page, 'features/common/trip-page/components/pay/pay-dialog.tsx')
    await network.lose()
    await button(page, /^Pay CHF/).click()
    await button(page, 'Pay Now').click()
    await expect(dialog.getByText(lost)).toBeVisible()
    expect(await stored()).toMatchObject({ status: 'PENDING', used_wallet_money: 0 })
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await network.find()
    await expect(dialog, 'the dialog of paying, after the trip was paid').toHaveCount(0)
    await expectRight(page, 'How was your ride?')
    expect(await balanceOf(rider)).toBe(before)
  })

  await test.step('after the payment, a rating in the tunnel is kept, and another press sends it once', async () => {
    await pass(page, network, 'How was your ride?')
    await page.getByRole('radio', { name: '4 stars' }).click()
    await network.lose()
    await button(page, 'Send rating').click()
    await expect(
      page
        .locator('section')
        .filter({ has: button(page, 'Send rating') })
        .getByText(lost)
        .last()
    ).toBeVisible()
    await network.find()
    await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
    await button(page, 'Send rating').click()
    await expectRight(page, 'Thank you for riding')
    const stars = unwrap(
      await service(stack).from('ratings').select('stars').eq('booking_id', id).eq('from_id', rider.id)
    )
    expect(stars).toEqual([{ stars: 4 }])
  })

  await test.step('after the ride the page recovers', async () => {
    await pass(page, network, 'Thank you for riding', page.getByRole('region', { name: 'Receipt' }))
    expect(await stored()).toMatchObject({ status: 'COMPLETE', used_wallet_money: 0 })
  })
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a parcel is paid and cancelled although responses get lost: once each, and the wallet is right to the cent', async ({
  open,
  person,
  stack
}) => {
  const [rider, admin] = [await person('rider27@hackney.test'), await person('admin@hackney.test')]
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 60 }))
  const before = await balanceOf(rider)
  const details = { delivery_person: 'Nora Matt', delivery_person_phone: '+4235551212' }
  const { quote_id } = await estimate(rider.client, vaduz, schaan, 'Courier')
  const { id, payable_amount } = unwrap(
    await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'wallet', details })
  )
  const page = await open(NOWHERE, { as: rider })
  const network = await networkOf(page)
  await page.goto(`/bookings/${id}`)
  const dialog = page.getByRole('dialog')
  const payNow = button(page, 'Pay Now')

  await test.step('paying in the tunnel does nothing; afterwards the press pays, although its response is lost', async () => {
    await expect(payNow).toBeVisible()
    await network.lose()
    await payNow.click()
    await expect(dialog.getByText(lost)).toBeVisible()
    await expect(heading(page, 'Payment is not finished')).toHaveCount(1)
    expect(await balanceOf(rider)).toBe(before)
    await network.find()
    await loseAnswer(page, /rpc\/pay_with_wallet/)
    await payNow.click()
    await expectRight(page, 'Looking for a driver')
    await expect(dialog).toHaveCount(0)
    expect(await balanceOf(rider)).toBe(before - cents(payable_amount))
    expect(await postings(stack, id)).toEqual(['wallet_payment'])
  })

  await test.step('cancelling works the same way: it happens once, and the money is refunded', async () => {
    await button(page, /^Cancel/).click()
    await dialog.getByRole('radio', { name: 'My plans changed' }).click()
    await network.lose()
    await button(page, 'Cancel trip').click()
    await expect(dialog.getByText(lost)).toBeVisible()
    await network.find()
    await loseAnswer(page, /rpc\/cancel_booking/)
    await button(page, 'Cancel trip').click()
    await expectRight(page, 'This delivery was cancelled')
    await expect(dialog).toHaveCount(0)
    expect(await balanceOf(rider)).toBe(before)
    const moves = unwrap(await service(stack).from('booking_events').select('to_status').eq('booking_id', id))
    expect(moves.filter(({ to_status }) => to_status === 'CANCELLED')).toHaveLength(1)
    await pass(page, network, 'This delivery was cancelled')
  })
})
