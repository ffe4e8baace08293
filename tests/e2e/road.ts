import type { Locator, Page } from '@playwright/test'
import type { Database } from '../../src/types/database.ts'
import { distance, type LatLng } from '../../supabase/functions/_shared/region/mod.ts'
import type { Clock } from '../support/clock.ts'
import { timetable } from '../support/drive.ts'
import { isFull } from '../support/full.ts'
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { cents } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect, moveTo } from './fixtures.ts'

/** Seconds of the ride between two points of the trail. The meter treats silences of more than a minute as gaps. */
const REPORT_EVERY = isFull ? 30 : 55

interface Road {
  stack: StackEnv
  clock: Clock | null
  /** Seconds between two points of the trail, where a street bends more often than REPORT_EVERY follows. */
  every?: number
}

type Trip = Database['public']['Tables']['bookings']['Row']

/** The stored booking of the page. */
export async function tripOf(page: Page, stack: StackEnv): Promise<Trip> {
  const id = page.url().split('/').at(-1) ?? ''
  return unwrap(await service(stack).from('bookings').select().eq('id', id).single())
}

/** A phone gives several fixes a second; of fixes closer together than this, the browser passes on only the last (ms). */
const BETWEEN_FIXES = 60
/** Enough fixes for one of them to arrive. */
const FIXES = 3

/** What a returning network triggers: the page asks for the server's time, and sends its queue. */
const findNetwork = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')))

/** Moves the driver's device until the trail has the place. */
async function driveTo(page: Page, stack: StackEnv, id: string, place: LatLng): Promise<void> {
  const trail = service(stack).from('tracking_points')
  await expect(async () => {
    const heard = page.waitForResponse(/rest\/v1\/bookings/)
    await findNetwork(page)
    await heard
    for (let fix = 0; fix < FIXES; fix++) {
      await moveTo(page, { lat: place.lat + fix * 1e-6, lng: place.lng })
      await page.waitForTimeout(BETWEEN_FIXES)
    }
    const sent = page.waitForResponse(/rpc\/report_positions/)
    await findNetwork(page)
    await sent
    const last = unwrap(await trail.select('lat, lng').eq('booking_id', id).order('at', { ascending: false }).limit(1))
    expect(distance(last[0] ?? vaduz, place)).toBeLessThan(10)
  }).toPass({ timeout: 30_000, intervals: [0] })
}

/** Drives part of the quoted route in the quoted time, and turns the clock if there is one. */
export async function drive(
  page: Page,
  { stack, clock, every = REPORT_EVERY }: Road,
  trip: Trip,
  from: number,
  to: number
): Promise<void> {
  const seconds = trip.estimate_time ?? 0
  for (const { at, point } of timetable(trip.polyline ?? '', seconds, clock ? every : seconds / 5)) {
    if (at < from * seconds || at > to * seconds) continue
    await clock?.turnTo(trip.id, at)
    if (clock) await driveTo(page, stack, trip.id, point)
    else await moveTo(page, point)
    await page.waitForTimeout(clock ? 0 : 600)
  }
}

/** The amounts of a table in cents: its lines, and the total after them; payments follow. */
async function amounts(table: Locator): Promise<{ lines: number[]; total: number }> {
  const texts = await table.getByText(/^(CHF\s|€\s?)?[\d’',]+\.\d\d(\s?€)?$/).allInnerTexts()
  const all = texts.map((text) => Number(text.replace(/[^\d]/g, '')))
  const sumBefore = (place: number) => all.slice(0, place).reduce((sum, line) => sum + line, 0)
  const found = all.findIndex((amount, place) => place >= 3 && sumBefore(place) === amount)
  const place = found === -1 ? all.length - 1 : found
  return { lines: all.slice(0, place), total: all[place] ?? 0 }
}

/** Expects a receipt that adds up to the stored booking and, after a drive in the quoted time, roughly matches the quote. */
export async function expectHonestReceipt(rider: Page, { stack, clock }: Road): Promise<void> {
  const trip = await tripOf(rider, stack)
  // Only the fare: later changes, such as the rounding of cash, are shown below it.
  const fare = rider.getByRole('region', { name: 'Receipt' }).locator('dl').filter({ hasText: 'Total' })
  const { lines, total } = await amounts(fare)
  expect(lines.length).toBeGreaterThanOrEqual(3)
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total)
  expect(total).toBe(cents(trip.trip_cost))
  if (!clock) return
  const [quoted, driven] = [Number(trip.estimate_distance), Number(trip.distance)]
  expect(Math.abs(driven - quoted) / quoted, `${driven} km driven, ${quoted} km quoted`).toBeLessThan(0.1)
  const late = Math.abs(Number(trip.total_trip_time) - Number(trip.estimate_time))
  expect(late, `the trip took ${late} s more or less than quoted`).toBeLessThan(90)
}
