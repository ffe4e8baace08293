import { chromium } from '@playwright/test'
import type postgres from 'postgres'
import { launchOptions } from '../../tests/support/browser.ts'
import { type Person, storageOf } from '../../tests/support/people.ts'
import { schaan, vaduz } from '../../tests/support/places.ts'
import { unwrap } from '../../tests/support/responses.ts'
import { book, estimate, goOnline } from '../../tests/support/ride.ts'
import { type Figure, percentile, round } from '../report.ts'
import { type Desk, goneFrom, rowShownAt, shownAt } from './page.ts'

const USABLE_MS = 1500
const HEARD_MS = 300
const CALLER_MS = 150
const SAME_MS = 1000
/** The text of an offer on a driver's screen, which names no booking. */
const OFFER = 'New trip'
/** Time for a desk to join its channel and draw its map (ms). */
const SETTLE_MS = 5000
/** Pause after the effects of a round: people do not book and cancel at once (ms). */
const REST_MS = 700

const p95 = (metric: string, samples: number[], goal: number): Figure => ({
  metric: `${metric}, p95`,
  value: round(percentile(samples, 0.95), 0),
  unit: 'ms',
  goal
})

/**
 * Measures the time from requesting the page until a row can be pressed: the median, on a page that is loaded with its session.
 */
export async function measureUsable({ page }: Desk, rounds: number): Promise<Figure[]> {
  const samples: number[] = []
  for (let n = 0; n <= rounds; n += 1) {
    const begin = Date.now()
    await page.goto('/bookings', { waitUntil: 'commit' })
    await page.locator('main [data-row="0"] a').first().waitFor()
    if (n > 0) samples.push(Date.now() - begin)
  }
  return [
    { metric: 'desk usable, p50', value: round(percentile(samples, 0.5), 0), unit: 'ms', goal: USABLE_MS },
    { metric: 'desk usable, p95', value: round(percentile(samples, 0.95), 0), unit: 'ms', goal: null }
  ]
}

interface Riders {
  rider: Person
  admin: Person
}

const cancel = async (admin: Person, id: string) =>
  unwrap(await admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Measured' }))

/** Measures the time from the rider's press of "Book" until the booking's reference appears on the desk. */
export async function measureArrival({ page }: Desk, { rider, admin }: Riders, rounds: number): Promise<Figure[]> {
  await page.goto('/bookings')
  await page.waitForTimeout(SETTLE_MS)
  const samples: number[] = []
  for (let n = 0; n <= rounds; n += 1) {
    const { quote_id } = await estimate(rider.client, vaduz, schaan)
    await page.waitForTimeout(REST_MS)
    const begin = Date.now()
    const { id, reference } = unwrap(
      await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash' })
    )
    const time = (await shownAt(page, reference)) - begin
    if (n > 0) samples.push(time)
    await cancel(admin, id)
  }
  return [p95('a booking by a rider on the desk', samples, HEARD_MS)]
}

/** Measures the time from one dispatcher's action until another dispatcher's desk shows it in the row. */
export async function measureSame({ page: other }: Desk, { rider, admin }: Riders, rounds: number): Promise<Figure[]> {
  await other.goto('/bookings')
  await other.waitForTimeout(SETTLE_MS)
  const samples: number[] = []
  for (let n = 0; n <= rounds; n += 1) {
    const { id, reference } = await book(rider)
    await shownAt(other, reference)
    await other.waitForTimeout(REST_MS)
    const shown = rowShownAt(other, reference, 'Cancelled')
    const begin = Date.now()
    await cancel(admin, id)
    const time = (await shown) - begin
    if (n > 0) samples.push(time)
  }
  return [p95('what one desk does on another', samples, SAME_MS)]
}

/** Measures the time from the response to the desk's assignment until the driver's screen shows the offer. */
export async function measureAssign(
  web: string,
  { admin, rider, driver, sql }: Riders & { driver: Person; sql: postgres.Sql },
  rounds: number
): Promise<Figure[]> {
  const browser = await chromium.launch(launchOptions)
  try {
    await sql`update public.settings set auto_dispatch = false where id = 1`
    await goOnline(driver)
    const context = await browser.newContext({
      baseURL: web,
      storageState: await storageOf(driver, web),
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce'
    })
    const page = await context.newPage()
    await page.goto('/drive')
    await page.waitForTimeout(SETTLE_MS)
    const samples: number[] = []
    for (let n = 0; n <= rounds; n += 1) {
      const { id } = await book(rider)
      await goneFrom(page, OFFER)
      await page.waitForTimeout(REST_MS)
      const begin = Date.now()
      const shown = shownAt(page, OFFER)
      unwrap(await admin.client.rpc('assign_driver', { booking_id: id, driver_id: driver.id }))
      const time = (await shown) - begin
      if (n > 0) samples.push(time)
      await cancel(admin, id)
    }
    return [p95("assign to the driver's screen", samples, HEARD_MS)]
  } finally {
    await sql`update public.settings set auto_dispatch = true where id = 1`
    await browser.close()
  }
}

/**
 * Measures the time from the last digit of a telephone number until the caller's name appears, with the request of the page for
 * telephone orders.
 */
export async function measureCaller(admin: Person, sql: postgres.Sql, rounds: number): Promise<Figure[]> {
  const people = await sql<{ mobile: string }[]>`select mobile from public.profiles
    where usertype = 'rider' and mobile <> '' order by id limit ${rounds}`
  const samples: number[] = []
  for (const { mobile } of people) {
    const begin = performance.now()
    unwrap(await admin.client.rpc('find_caller', { phone: mobile }))
    samples.push(performance.now() - begin)
  }
  return [p95("the caller's name", samples, CALLER_MS)]
}
