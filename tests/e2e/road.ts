import { expect, type Locator, type Page } from '@playwright/test'
import type { Database } from '../../src/types/database.ts'
import { distance } from '../../supabase/functions/_shared/maps/geometry/distance.ts'
import type { LatLng } from '../../supabase/functions/_shared/maps/geometry/types.ts'
import type { Clock } from '../support/clock.ts'
import { timetable } from '../support/drive.ts'
import { isFull } from '../support/full.ts'
import { service } from '../support/people.ts'
import { cents, unwrap, vaduz } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { moveTo } from './fixtures.ts'

/** Seconds of the ride from one place in the trail to the next. The meter minds silences of more than a minute. */
const REPORT_EVERY = isFull ? 30 : 55

interface Road {
  stack: StackEnv
  clock: Clock | null
}

type Trip = Database['public']['Tables']['bookings']['Row']

/** The booking that a page shows, as it is stored. */
export async function tripOf(page: Page, stack: StackEnv): Promise<Trip> {
  const id = page.url().split('/').at(-1) ?? ''
  return unwrap(await service(stack).from('bookings').select().eq('id', id).single())
}

/** A phone gives several fixes a second; closer together than this the browser passes on only the last one (ms). */
const BETWEEN_FIXES = 60
/** So that one of them comes through. */
const FIXES = 3

/** As where a phone finds its network again: the page asks anew, which tells it the time, and sends what waits. */
const findNetwork = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')))

/** Moves the driver's device until the place stands in the trail. */
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

/** Drives a part of the way that was quoted in the time that was quoted, the clock turned where there is one to turn. */
export async function drive(page: Page, { stack, clock }: Road, trip: Trip, from: number, to: number): Promise<void> {
  const seconds = trip.estimate_time ?? 0
  for (const { at, point } of timetable(trip.polyline ?? '', seconds, clock ? REPORT_EVERY : seconds / 5)) {
    if (at < from * seconds || at > to * seconds) continue
    await clock?.turnTo(trip.id, at)
    if (clock) await driveTo(page, stack, trip.id, point)
    else await moveTo(page, point)
    await page.waitForTimeout(clock ? 0 : 600)
  }
}

/** Amounts of money as a table shows them, in cents: its lines, and the total that follows them; what is paid comes after. */
async function amounts(table: Locator): Promise<{ lines: number[]; total: number }> {
  const texts = await table.getByText(/^CHF\s[\d’',]+\.\d\d$/).allInnerTexts()
  const all = texts.map((text) => Number(text.replace(/[^\d]/g, '')))
  const sumBefore = (place: number) => all.slice(0, place).reduce((sum, line) => sum + line, 0)
  const found = all.findIndex((amount, place) => place >= 3 && sumBefore(place) === amount)
  const place = found === -1 ? all.length - 1 : found
  return { lines: all.slice(0, place), total: all[place] ?? 0 }
}

/** The receipt adds up to what is stored, and after a drive in its own time to about what was quoted. */
export async function expectHonestReceipt(rider: Page, { stack, clock }: Road): Promise<void> {
  const trip = await tripOf(rider, stack)
  // The fare alone: what became of it, such as the rounding of cash, stands below.
  const fare = rider.getByRole('region', { name: 'Receipt' }).locator('dl').filter({ hasText: 'Total' })
  const { lines, total } = await amounts(fare)
  expect(lines.length).toBeGreaterThanOrEqual(3)
  expect(lines.reduce((sum, line) => sum + line, 0)).toBe(total)
  expect(total).toBe(cents(trip.trip_cost))
  if (!clock) return
  const [quoted, driven] = [Number(trip.estimate_distance), Number(trip.distance)]
  expect(Math.abs(driven - quoted) / quoted, `${driven} km driven, ${quoted} km quoted`).toBeLessThan(0.1)
  const late = Math.abs(Number(trip.total_trip_time) - Number(trip.estimate_time))
  expect(late, `${late} s off the quoted time`).toBeLessThan(90)
}
