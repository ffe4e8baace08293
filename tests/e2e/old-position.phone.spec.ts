/** An old position is never shown as a new one: a driver's phone that freezes, sleeps or is too inaccurate, and the rider who waits. */
import type { Page } from '@playwright/test'
import { type Person, service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf, reportPosition } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

const MINUTE = 60_000
/** 900 m north of the pickup. */
const near = { lat: vaduz.lat + 0.0081, lng: vaduz.lng, add: 'North of Vaduz' }

/** Replaces the device's geolocation by one that a story controls with `window.device`. */
function withDevice(start: { lat: number; lng: number }): void {
  const watches = new Map<number, PositionCallback>()
  const device = {
    ...start,
    accuracy: 5,
    /** When the position was measured; null: at each request. */
    measured: null as number | null,
    /** Whether the phone answers a request for a new position. */
    isAwake: true,
    asked: 0,
    position(): GeolocationPosition {
      const coords = { latitude: this.lat, longitude: this.lng, accuracy: this.accuracy, heading: null, speed: null }
      return { coords, timestamp: this.measured ?? Date.now() } as unknown as GeolocationPosition
    },
    tell(): void {
      for (const found of watches.values()) found(this.position())
    }
  }
  Object.assign(window, { device })
  let next = 0
  const geolocation: Pick<Geolocation, 'getCurrentPosition' | 'watchPosition' | 'clearWatch'> = {
    getCurrentPosition: (found) => {
      device.asked++
      if (device.isAwake) setTimeout(() => found(device.position()), 50)
    },
    watchPosition: (found) => {
      watches.set(++next, found)
      if (device.isAwake) setTimeout(() => found(device.position()), 50)
      return next
    },
    clearWatch: (id) => void watches.delete(id)
  }
  Object.defineProperty(navigator, 'geolocation', { value: geolocation })
}

type Device = { lat: number; lng: number; accuracy: number; measured: number | null; isAwake: boolean; asked: number }
const set = (page: Page, change: Partial<Device> | 'hour old') =>
  page.evaluate((given) => {
    const { device } = window as unknown as { device: Device & { tell: () => void } }
    Object.assign(device, given === 'hour old' ? { measured: Date.now() - 3_600_000 } : given)
    device.tell()
  }, change)

/** The age of the driver's stored position (ms). */
async function ageOf(stack: StackEnv, driver: Person): Promise<number> {
  const row = await service(stack).from('driver_positions').select('updated_at').eq('driver_id', driver.id).single()
  return Date.now() - Date.parse(unwrap(row).updated_at)
}

const makeOld = async (stack: StackEnv, driver: Person, ms: number) =>
  unwrap(
    await service(stack)
      .from('driver_positions')
      .update({ updated_at: new Date(Date.now() - ms).toISOString() })
      .eq('driver_id', driver.id)
      .select('driver_id')
  )

test('the rider of a driver who fell silent reads when and where the car was last seen, and no time of arrival', async ({
  open,
  person,
  stack,
  picture
}) => {
  const rider = await person('rider25@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver, near)
  const { id } = await book(rider)
  await offerOf(driver, id)
  await accept(driver, id)
  await reportPosition(driver, near)
  const trip = await open(`/bookings/${id}`, { as: rider })
  const title = trip.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^Arriving in/)
  const token = unwrap(await rider.client.rpc('share_trip', { booking_id: id }))
  const friend = await open(`/t/${token}`)
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText(/on the way to the pickup/)

  await makeOld(stack, driver, 21 * MINUTE)
  for (const page of [trip, friend]) {
    await page.reload()
    await expect(page.getByText(/^Last seen 2[12] min ago at .*\p{L}/u)).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/Arriving in|about \d|\d+ min ·/)).toHaveCount(0)
    await expectAccessible(page)
  }
  await expect(title).toHaveText(/is on the way$/)
  await picture(trip, 'last-seen')
  await expectEveryManner(trip, 'last-seen', { target: 24 })

  await test.step('with the next position the time of arrival is back', async () => {
    await reportPosition(driver, near)
    await trip.reload()
    await expect(title).toHaveText(/^Arriving in/)
    await expect(trip.getByText(/^Last seen/)).toHaveCount(0)
  })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})

test('a position that is an hour old does not put a driver on duty, and one of 900 m is called too coarse', async ({
  open,
  person,
  stack
}) => {
  const driver = await person('driver@hackney.test')
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
  const page = await open('/drive', { as: driver })
  await page.context().addInitScript(withDevice, { lat: vaduz.lat, lng: vaduz.lng })
  await page.reload()
  await set(page, 'hour old')
  await page.getByRole('button', { name: 'Go online' }).click()
  await expect(page.getByRole('alert')).toContainText('Location is not available')
  await set(page, { measured: null, accuracy: 900 })
  await page.getByRole('button', { name: 'Go online' }).click()
  await expect(page.getByRole('alert')).toContainText('Your position is too coarse')
  await expect(page.getByRole('alert')).toContainText('Turn on precise location')
  await set(page, { accuracy: 5 })
  await page.getByRole('button', { name: 'Go online' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for trips' })).toBeVisible()

  await test.step('a phone that becomes inaccurate says so while online', async () => {
    await set(page, { isAwake: false, accuracy: 900 })
    await expect(page.getByRole('alert')).toContainText(/Location is not available|too coarse/, { timeout: 90_000 })
    await set(page, { isAwake: true })
    await expect(page.getByRole('alert')).toContainText('Your position is too coarse', { timeout: 30_000 })
    await expectAccessible(page)
    await set(page, { accuracy: 5 })
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect.poll(() => ageOf(stack, driver)).toBeLessThan(20_000)
  })
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})

test('a parked driver’s phone is asked again and stays fresh; a sleeping one is unknown, and measured at its return', async ({
  open,
  person,
  stack
}) => {
  test.slow()
  const driver = await person('driver@hackney.test')
  await goOnline(driver, vaduz)
  const page = await open('/drive', { as: driver })
  await page.context().addInitScript(withDevice, { lat: vaduz.lat, lng: vaduz.lng })
  await page.reload()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Waiting for trips')
  const asked = () => page.evaluate(() => (window as unknown as { device: Device }).device.asked)

  await test.step('parked: measured anew after twenty seconds of silence', async () => {
    await expect.poll(asked, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
    await expect.poll(() => ageOf(stack, driver)).toBeLessThan(30_000)
    await expect(heading).toHaveText('Waiting for trips')
  })
  await test.step('asleep: unknown after a minute', async () => {
    await set(page, { isAwake: false, measured: await page.evaluate(() => Date.now() - 50_000) })
    await expect(heading).toHaveText('No trips reach you', { timeout: 90_000 })
    expect(await ageOf(stack, driver)).toBeGreaterThan(55_000)
  })
  await test.step('at its return it is measured at once', async () => {
    const before = await asked()
    await page.evaluate(() => {
      Object.assign((window as unknown as { device: Device }).device, { isAwake: true, measured: null })
      window.dispatchEvent(new Event('pageshow'))
    })
    expect(await asked()).toBe(before + 1)
    await expect(heading).toHaveText('Waiting for trips')
    await expect.poll(() => ageOf(stack, driver)).toBeLessThan(30_000)
  })
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})

test('rider and driver see the same second of the wait, and the rider what it costs not to come', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider26@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver, vaduz)
  const { id } = await book(rider)
  await offerOf(driver, id)
  await accept(driver, id)
  await reportPosition(driver, vaduz)
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
  const trip = await open(`/bookings/${id}`, { as: rider })
  const cab = await open(`/bookings/${id}`, { as: driver, at: vaduz })
  const wait = trip.getByRole('region', { name: 'Waiting time' })
  await expect(wait).toContainText(/may leave in \d:\d\d/)
  await expect(wait).toContainText(/If nobody comes, it costs you .*\d/)
  await expect(cab.getByText(/^You may leave in/)).toBeVisible()
  const left = async (page: Page, text: RegExp) => {
    const [, minutes = 0, seconds = 0] = /(\d+):(\d\d)/.exec(await page.getByText(text).innerText()) ?? []
    return Number(minutes) * 60 + Number(seconds)
  }
  // Both are read at once; the clocks of two pages tick at different moments of a second.
  await expect
    .poll(async () => {
      const [a, b] = await Promise.all([left(trip, /may leave in \d/), left(cab, /^You may leave in \d/)])
      return Math.abs(a - b)
    })
    .toBeLessThanOrEqual(1)
  await expectAccessible(trip)
  await picture(trip, 'rider-wait')
  await expectEveryManner(trip, 'rider-wait', { target: 24 })

  await test.step('the safety sheet begins with the emergency number, before anything is raised', async () => {
    await trip.getByRole('button', { name: 'Safety' }).click()
    const sheet = trip.getByRole('dialog', { name: 'Safety' })
    const controls = sheet.locator('a, button').filter({ visible: true })
    await expect(sheet.getByRole('link', { name: /^Emergency call/ })).toBeVisible()
    expect(await controls.allInnerTexts()).toContainEqual(expect.stringMatching(/^Emergency call/))
    await expect(sheet.getByRole('link').first()).toHaveText(/^Emergency call/)
    await expectAccessible(trip, '[role=dialog]')
  })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})
