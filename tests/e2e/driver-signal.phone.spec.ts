/** A driver's steps without a signal: kept on the phone, sent in order, counted from their own time. */
import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, bookAccepted, carTypeId, type Estimate, goOnline, offerOf } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect, expectAccessible, expectContrast, moveTo, slide, test } from './fixtures.ts'
import { kept } from './kept.ts'
import { expectEveryManner } from './manners.ts'

/** A step that is sent within this time counts as sent at once (ms). */
const LIVE_MS = 5000
/** An hour in seconds. */
const HOUR = 3600
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const code = (page: Page) => page.getByRole('textbox', { name: 'Start code from your rider' })

const rowOf = async (stack: StackEnv, id: string) =>
  unwrap(await service(stack).from('bookings').select('*').eq('id', id).single())

const statusOf = async (stack: StackEnv, id: string) => (await rowOf(stack, id)).status

const eventsOf = async (stack: StackEnv, id: string) =>
  unwrap(
    await service(stack)
      .from('booking_events')
      .select('to_status, note, at, reported_at')
      .eq('booking_id', id)
      .order('id', { ascending: true })
  )

/** Waits until a step is older than those that count as sent at once, which are sent without their time. */
const hasWaited = (since = 0) => expect.poll(() => Date.now() - since).toBeGreaterThan(LIVE_MS + 500)

/** Expects a stored time within 6 s of the time when the step was done, independent of the device's clock. */
const expectNear = (told: string | null, done: number) =>
  expect(Math.abs(Date.parse(told ?? '') - done), `${told} is near ${new Date(done).toISOString()}`).toBeLessThan(6000)

test('a driver completes a ride without a signal, on a phone whose clock is an hour wrong and whose page is closed on the way', async ({
  open,
  person,
  stack,
  picture
}) => {
  test.setTimeout(240_000)
  const rider = await person('rider5@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
  let page = await open(`/bookings/${id}`, { at: vaduz, as: driver, worker: true, ahead: HOUR })
  await kept(page)
  await expect(heading(page, /^Pick up/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'I have arrived' })).toBeVisible()
  // The device has stored the offset to the server's time.
  await expect
    .poll(() => page.evaluate(() => Number(localStorage.getItem('hackney.clock-offset'))))
    .toBeLessThan(-HOUR * 1000 + 10_000)
  const done: Record<string, number> = {}

  await test.step('the driver has opened the work page, as on every shift', async () => {
    await page.goto('/drive')
    await expect(page.getByRole('button', { name: 'Go offline' })).toBeVisible()
    await page.goto(`/bookings/${id}`)
    await expect(page.getByRole('button', { name: 'I have arrived' })).toBeVisible()
  })

  await test.step('the driver arrives, and starts with a wrong code', async () => {
    await page.context().setOffline(true)
    done.arrive = Date.now()
    await page.getByRole('button', { name: 'I have arrived' }).click()
    await expect(heading(page, /^Waiting for/)).toBeVisible()
    await expect(page.getByText(/^No signal/)).toBeVisible()
    await code(page).fill(otp === '11111' ? '22222' : '11111')
    await slide(page, 'Start trip')
    done.start = Date.now()
    await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
    // Drives for more than five seconds, so that the step does not count as sent at once.
    for (const step of [1, 2, 3, 4, 5]) {
      await moveTo(page, { lat: vaduz.lat + step * 0.0004, lng: vaduz.lng })
      await page.waitForTimeout(1100)
    }
    await expectAccessible(page)
    await picture(page, 'driver-offline')
    expect(await statusOf(stack, id)).toBe('ACCEPTED')
  })

  await test.step('during a moment of signal the code is refused once, and the page asks for it again', async () => {
    await page.context().setOffline(false)
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(heading(page, /^Waiting for/)).toBeVisible()
    await expect.poll(() => statusOf(stack, id)).toBe('ARRIVED')
    const trail = unwrap(await service(stack).from('tracking_points').select('at').eq('booking_id', id))
    expect(trail.length).toBeGreaterThan(2)
    await picture(page, 'driver-code-refused')
  })

  await test.step('the driver enters the right code without a signal, and closes the page', async () => {
    await page.context().setOffline(true)
    await code(page).fill(otp)
    await slide(page, 'Start trip')
    await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
    done.again = Date.now()
    const context = page.context()
    for (const path of ['/drive', '/bookings', '/']) {
      await page.close()
      page = await context.newPage()
      await page.goto(path)
      await expect(page, path).toHaveURL(`/bookings/${id}`)
      await expect(heading(page, 'Drive to the drop-off')).toBeVisible()
    }
    await picture(page, 'driver-reopened')
  })

  await test.step('the driver ends the trip and takes the quoted fare', async () => {
    await hasWaited(done.again)
    await page.getByRole('button', { name: 'Drop-off reached' }).press('Enter')
    done.reach = Date.now()
    await page.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
    await expect(heading(page, 'Collect the fare')).toBeVisible()
    await picture(page, 'driver-quoted-cash')
    await slide(page, 'Confirm cash')
    const confirmed = Date.now()
    await expect(heading(page, 'The trip is done')).toBeVisible()
    const context = page.context()
    await page.close()
    page = await context.newPage()
    await page.goto('/')
    await expect(page, 'a driver without a trip starts at work').toHaveURL('/drive')
    await expect(page.getByRole('button', { name: 'Go offline' })).toBeVisible()
    await picture(page, 'drive-offline')
    await page.goto(`/bookings/${id}`)
    await expect(heading(page, 'The trip is done')).toBeVisible()
    await hasWaited(confirmed)
  })

  await test.step('once there is a signal, each step counts once, in order, at its own time', async () => {
    await page.context().setOffline(false)
    await expect.poll(() => statusOf(stack, id), { timeout: 30_000 }).toBe('PAID')
    await expect(heading(page, /^Paid/)).toBeVisible()
    const row = await rowOf(stack, id)
    expectNear(row.arrived_at, done.arrive ?? 0)
    expectNear(row.started_at, done.start ?? 0)
    expectNear(row.reached_at, done.reach ?? 0)
    expect(Date.parse(row.paid_at ?? '')).toBeGreaterThan((done.reach ?? 0) + 5000)
    const steps = (await eventsOf(stack, id)).map(({ to_status }) => to_status)
    for (const status of ['ARRIVED', 'STARTED', 'REACHED', 'PAID']) {
      expect(
        steps.filter((step) => step === status),
        status
      ).toHaveLength(1)
    }
  })
  await driver.client.rpc('set_driver_active', { active: false })
})

test('each step of a ride survives a cut just before it, and arrives once the network is back', async ({
  open,
  person,
  stack,
  picture
}) => {
  test.setTimeout(180_000)
  const rider = await person('rider7@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const between = { lat: 47.153, lng: 9.5135, add: 'Landstrasse, Vaduz' }
  const asked = { pickup: vaduz, drop: schaan, waypoints: [between], car_type_id: await carTypeId(rider.client) }
  const { body } = await invoke<Estimate>(rider.client, 'routes/estimate', asked)
  const quote = { quote_id: body.quote_id ?? '', payment_mode: 'cash' as const }
  const { id } = unwrap(await rider.client.rpc('create_booking', quote))
  await offerOf(driver, id)
  await accept(driver, id)
  const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver })
  const cut = async (press: () => Promise<void>, status: string) => {
    await page.context().setOffline(true)
    await press()
    await page.context().setOffline(false)
    await expect.poll(() => statusOf(stack, id), { timeout: 30_000 }).toBe(status)
  }
  await expect(page.getByRole('button', { name: 'I have arrived' })).toBeVisible()
  await cut(() => page.getByRole('button', { name: 'I have arrived' }).click(), 'ARRIVED')
  await expectContrast(page)
  await code(page).fill(otp)
  await cut(() => slide(page, 'Start trip'), 'STARTED')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'I am at stop 1' }).click()
  // The phone of this story stays at the pickup, so the page asks.
  const isThere = page.getByRole('dialog', { name: /^The stop is still .* away$/ })
  await expectAccessible(page, '[role=dialog]')
  await isThere.getByRole('button', { name: 'I am at the stop' }).click()
  await expect(page.getByRole('button', { name: 'I am at stop 1' })).toBeHidden()
  await page.context().setOffline(false)
  const stops = async () => unwrap(await service(stack).from('booking_stops').select('arrived_at').eq('booking_id', id))
  await expect.poll(async () => (await stops()).map(({ arrived_at }) => arrived_at !== null)).toEqual([true])
  await expect(page.getByRole('button', { name: 'Add toll or parking' })).toBeVisible()
  await page.getByRole('button', { name: 'Add toll or parking' }).click()
  await expectAccessible(page, '[role=dialog]')
  await expectEveryManner(page, 'extras', { within: '[role=dialog]', isSunny: true, keep: picture })
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'Amount' }).fill('3')
  await page.getByRole('button', { name: 'Add it' }).click()
  await expect(page.getByRole('region', { name: 'Extras' }).getByRole('listitem')).toContainText('3.00')
  await page.context().setOffline(false)
  const extras = async () => unwrap(await service(stack).from('booking_extras').select('amount').eq('booking_id', id))
  await expect.poll(async () => (await extras()).length, { timeout: 30_000 }).toBe(1)
  await cut(async () => {
    await page.getByRole('button', { name: 'Drop-off reached' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
  }, 'PENDING')
  await expect(heading(page, /^Collect CHF/)).toBeVisible()
  await expectContrast(page)
  await cut(async () => {
    await page.getByRole('button', { name: /^Confirm cash/ }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'I have it' }).click()
  }, 'PAID')
  expect(await extras()).toEqual([{ amount: 3 }])
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a driver who arrives without a signal at a trip that was cancelled meanwhile is told so, and the message stays', async ({
  open,
  person,
  stack,
  picture
}) => {
  const rider = await person('rider3@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id, reference } = await bookAccepted(rider, driver)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver })
  await expect(page.getByRole('button', { name: 'I have arrived' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'I have arrived' }).click()
  const arrived = Date.now()
  await expect(heading(page, /^Waiting for/)).toBeVisible()
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  await hasWaited(arrived)
  await page.context().setOffline(false)
  const told = page.getByRole('dialog', { name: `Trip ${reference} went on without you` })
  await expect(told).toBeVisible({ timeout: 30_000 })
  await expect(told).toContainText('It was cancelled while you had no signal.')
  await expect(told.getByRole('listitem')).toHaveText([/^Arrived at the pickup\d\d:\d\d/])
  await expectAccessible(page)
  await expectEveryManner(page, 'driver-conflict', { within: '[role=dialog]', isSunny: true, keep: picture })
  await expect
    .poll(async () => (await eventsOf(stack, id)).filter(({ note }) => note?.startsWith('missed_arrived')).length)
    .toBe(1)
  await told.getByRole('button', { name: 'Understood' }).click()
  await expect(told).toBeHidden()
  // Closing a dialog goes back in the history, which interrupts a reload.
  await expect(() => page.reload()).toPass()
  await expect(heading(page, 'This trip was cancelled')).toBeVisible()
  await expect(told).toBeHidden()
  await driver.client.rpc('set_driver_active', { active: false })
})
