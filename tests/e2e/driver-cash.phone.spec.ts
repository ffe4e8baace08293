/** Cash and tolls of a ride without a signal: what the phone shows is what counts, and what does not fit waits for the desk. */
import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, cents } from '../support/ride.ts'
import { panelOf } from './dispatcher.ts'
import { expect, expectAccessible, expectContrast, moveTo, slide, test } from './fixtures.ts'

/** A step that is sent within this time counts as sent at once (ms). */
const LIVE_MS = 5000
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A picture of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const hasWaited = (since: number) => expect.poll(() => Date.now() - since).toBeGreaterThan(LIVE_MS + 500)

test('a driver collects the quote with its toll without a signal, the rider gets the difference, and the desk pays the rest of the toll', async ({
  open,
  person,
  stack,
  picture
}) => {
  test.setTimeout(240_000)
  const rider = await person('rider32@hackney.test')
  const driver = await person('driver@hackney.test')
  const admin = await person('admin@hackney.test')
  const balance = async (who: typeof rider) =>
    cents(
      unwrap(await service(stack).from('profiles').select('wallet_balance').eq('id', who.id).single()).wallet_balance
    )
  const rowOf = async () => unwrap(await service(stack).from('bookings').select('*').eq('id', id).single())
  const { id } = await bookAccepted(rider, driver)
  const { estimate } = await rowOf()
  const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
  const before = { rider: await balance(rider), driver: await balance(driver) }
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver })
  await expect(button(page, 'I have arrived')).toBeVisible()
  const add = button(page, 'Add toll or parking')

  await test.step('without a signal the driver arrives, and can give the trip back or add a toll as with one', async () => {
    await page.context().setOffline(true)
    await button(page, 'I have arrived').click()
    await expect(heading(page, /^Waiting for/)).toBeVisible()
    await expect(button(page, /^Cancel/)).toBeVisible()
    await expect(add).toBeVisible()
  })

  await test.step('once the trip has started, it cannot be given back', async () => {
    await page.getByRole('textbox', { name: 'Start code from your rider' }).fill(otp)
    await slide(page, 'Start trip')
    await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
    await expect(button(page, /^Cancel/)).toHaveCount(0)
  })

  const room = Math.floor(cents(estimate) * 1.5) - cents(estimate)
  await test.step('at entry the page says what counts of a toll, and asks for its receipt', async () => {
    await add.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(`Up to CHF ${(room / 100).toFixed(2)} counts at once`)
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('20')
    await expect(dialog).toContainText(`CHF ${((2000 - room) / 100).toFixed(2)} waits for the desk`)
    await dialog.getByLabel('Picture of the receipt').setInputFiles({
      name: 'toll.png',
      mimeType: 'image/png',
      buffer: Buffer.from(dot, 'base64')
    })
    await expect(dialog.getByRole('img', { name: 'Picture of the receipt' })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, 'driver-toll-above')
    await button(page, 'Add it').click()
    await expect(region(page, 'Extras')).toContainText('waits for the desk')
  })

  const shown = cents(estimate) + room
  // Five-cent coins.
  const cash = Math.floor(shown / 5 + 0.5) * 5
  await test.step('at the drop the page shows the quote with what counts of the toll', async () => {
    for (const step of [1, 2, 3]) await moveTo(page, { lat: vaduz.lat + step * 0.0004, lng: vaduz.lng })
    await button(page, 'Drop-off reached').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
    await expect(heading(page, 'Collect the fare')).toBeVisible()
    await expect(region(page, 'Quoted fare')).toContainText(`CHF ${(cash / 100).toFixed(2)}`)
    await expect(add).toHaveCount(0)
    await expectContrast(page)
    await expectAccessible(page)
    await picture(page, 'driver-quote-with-toll')
    const ended = Date.now()
    await hasWaited(ended)
    await slide(page, 'Confirm cash')
    await expect(heading(page, 'The trip is done')).toBeVisible()
    await expect(page.getByText('Started', { exact: true })).toHaveCount(0)
  })

  await test.step('with a signal the cash counts as collected, and the rider gets what was paid above the fare', async () => {
    await page.context().setOffline(false)
    await expect.poll(async () => (await rowOf()).status, { timeout: 30_000 }).toBe('PAID')
    const row = await rowOf()
    const report = unwrap(await service(stack).from('cash_reports').select('*').eq('booking_id', id).single())
    expect(report).toMatchObject({ status: 'counted', reason: 'no_signal' })
    expect(cents(report.reported)).toBe(cash)
    expect(cents(row.cash_payment_amount)).toBe(cash)
    expect(cents(row.customer_paid)).toBe(cents(row.trip_cost))
    expect((await balance(rider)) - before.rider).toBe(cash - cents(row.trip_cost))
    expect((await balance(driver)) - before.driver).toBeLessThanOrEqual(cents(row.trip_cost) - cash)
    await expect(heading(page, /^Paid/)).toBeVisible()
    await expect(region(page, 'Extras')).toContainText('waits for the desk')
    await expect(region(page, 'Extras')).toContainText('The desk has the picture of your receipt.', { timeout: 30_000 })
    await expect(region(page, 'Cash for this trip')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'driver-cash-counted')
  })

  const trip = await open(`/bookings/${id}`, { as: rider })
  await test.step('the rider reads it and objects with the amount that was paid', async () => {
    const told = region(trip, 'Cash for this trip')
    await expect(told).toContainText('is in your wallet')
    await expectAccessible(trip)
    await picture(trip, 'rider-cash-over')
    await button(trip, 'That is not what I paid').click()
    await trip.getByRole('textbox', { name: 'What you paid in cash' }).fill('30')
    await trip.getByRole('textbox', { name: 'What happened?' }).fill('I gave three tens')
    await expectAccessible(trip, '[role=dialog]')
    await button(trip, 'Send to the desk').click()
    await expect(told).toContainText('You objected')
  })

  await test.step('the desk decides about the cash and about the toll', async () => {
    const desk = await open(`/bookings/${id}`, { as: admin })
    const panel = panelOf(desk, (await rowOf()).reference)
    await expect(panel.getByText('I gave three tens')).toBeVisible()
    await panel.getByRole('button', { name: 'Decide' }).click()
    await desk.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The rider is right')
    await desk.getByRole('dialog').getByRole('button', { name: 'Decide' }).click()
    await expect(panel.getByText('The rider is right')).toBeVisible()
    await expect(panel.getByText(/^Decided: CHF\s30.00/)).toBeVisible()
    await panel.getByRole('button', { name: 'Pay the driver' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Ask the rider to pay it' }).check()
    await expect(dialog.getByRole('button', { name: 'Pay the driver' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Reason, which the rider reads' }).fill('The tunnel')
    await expectAccessible(desk, '[role=dialog]')
    await dialog.getByRole('button', { name: 'Pay the driver' }).click()
    await expect(panel.getByText(/paid to the driver/)).toBeVisible()
    await expect(panel.getByText('The rider was asked to pay it.')).toBeVisible()
    await expectAccessible(desk)
    await picture(desk, 'desk-cash-decided')
  })

  await test.step('the desk takes the toll back: the question to the rider ends, and the toll waits again', async () => {
    await expect(trip.getByRole('region', { name: /^We ask you for CHF/ })).toBeVisible()
    const desk = await open(`/bookings/${id}?tab=payments`, { as: admin })
    await desk.getByRole('tab', { name: 'Payments' }).click()
    const list = desk.getByRole('region', { name: 'Decisions about money' })
    const line = list.getByRole('listitem').filter({ hasText: 'Toll paid by the company' })
    await line.getByRole('button', { name: 'Take back' }).click()
    await desk.getByRole('dialog').getByRole('textbox').fill('Wrong ride')
    await desk.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
    await expect(line.getByText('Taken back')).toBeVisible()
    await expect(trip.getByRole('region', { name: /^We ask you for CHF/ })).toHaveCount(0)
    const panel = panelOf(desk, (await rowOf()).reference)
    await panel.getByRole('button', { name: 'Pay the driver' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Pay the driver' }).click()
    await expect(panel.getByText(/paid to the driver/)).toBeVisible()
    await picture(desk, 'desk-decision-taken-back')
  })

  await test.step('rider and driver see the decisions', async () => {
    await expect(region(trip, 'Cash for this trip')).toContainText('The desk decided: CHF 30.00')
    await expect(region(page, 'Extras')).toContainText('The desk paid you')
    expect((await balance(rider)) - before.rider).toBe(3000 - cents((await rowOf()).trip_cost))
  })
  await driver.client.rpc('set_driver_active', { active: false })
})
