import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, openClock } from '../support/clock.ts'
import { type Person, signIn } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
const METRE = 1 / 111_195

let rider: Person
let driver: Person
let admin: Person
let clock: Clock

beforeAll(async () => {
  const opened = openClock(env)
  if (!opened) throw new Error('this file needs a clock that tests can turn; vitest.config.ts excludes it on PGlite')
  clock = opened
  ;[rider, driver, admin] = await Promise.all([
    signIn(env, 'rider3@hackney.test'),
    signIn(env, 'driver@hackney.test'),
    signIn(env, 'admin@hackney.test')
  ])
})

afterAll(async () => {
  await setFareMode('metered')
  await clock.close()
})

async function setFareMode(fare_mode: string) {
  unwrap(await admin.client.from('settings').update({ fare_mode }).eq('id', 1).select('fare_mode').single())
}

async function started() {
  await goOnline(driver)
  const booking = await book(rider, vaduz, schaan)
  await accept(driver, booking.id)
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: booking.id }))
  const { data: otp } = await rider.client.rpc('start_code', { booking_id: booking.id })
  unwrap(await driver.client.rpc('start_trip', { booking_id: booking.id, otp: otp ?? '' }))
  return booking
}

/** Reports, after `seconds` of the trip, a forged trail in metres north and east of the pickup. */
async function forge(bookingId: string, seconds: number, steps: number, at: (step: number) => [number, number]) {
  await clock.turnTo(bookingId, seconds)
  const now = Date.now()
  const points = Array.from({ length: steps }, (_, index) => {
    const [north, east] = at(index + 1)
    return {
      lat: vaduz.lat + north * METRE,
      lng: vaduz.lng + (east * METRE) / Math.cos((vaduz.lat * Math.PI) / 180),
      accuracy: 5,
      at: now - (1 - (index + 1) / steps) * seconds * 1000
    }
  })
  return unwrap(await driver.client.rpc('report_positions', { points }))
}

async function ended(booking_id: string) {
  unwrap(await driver.client.rpc('reach_drop', { booking_id }))
  const { trip_cost, estimate } = unwrap(await driver.client.rpc('confirm_cash', { booking_id }))
  const { flags } = unwrap(await rider.client.rpc('explain_fare', { booking_id })) as unknown as { flags: string[] }
  const list = unwrap(await admin.client.rpc('attention_list'))
  const reasons = list.rows.filter((entry) => entry.booking_id === booking_id).map(({ reason }) => reason)
  return { ratio: Number(trip_cost) / Number(estimate), flags, reasons }
}

describe('a metered ride', () => {
  it('with 234 points within 85 m of its pickup, sent afterwards, is flagged for the desk and limited', async () => {
    const { id } = await started()
    const around = (step: number): [number, number] => [85 * Math.sin(step * 0.38), 85 * (1 - Math.cos(step * 0.38))]
    expect(await forge(id, 420, 234, around)).toBeGreaterThan(200)
    const { ratio, flags, reasons } = await ended(id)
    expect(ratio).toBeLessThanOrEqual(1.5)
    expect(flags.join()).toMatch(/long_way|held_at_quote/)
    expect(reasons.join()).toMatch(/long_way|held_at_quote/)
  })

  it('that shuttles on one street is flagged for the desk and limited', async () => {
    const { id } = await started()
    expect(await forge(id, 420, 42, (step) => [110 * Math.abs((step % 8) - 4), 0])).toBeGreaterThan(35)
    const { ratio, flags, reasons } = await ended(id)
    expect(ratio).toBeLessThanOrEqual(1.5)
    expect(flags.join()).toMatch(/long_way|held_at_quote/)
    expect(reasons.join()).toMatch(/long_way|held_at_quote/)
  })
})

describe('an upfront ride', () => {
  it('that ends a second after its start, at an unreachable position, costs the metered fare', async () => {
    await setFareMode('upfront')
    const { id } = await started()
    await driver.client.rpc('report_position', { lat: schaan.lat, lng: schaan.lng, accuracy: 5 })
    const { ratio, reasons } = await ended(id)
    expect(ratio).toBeLessThan(0.9)
    expect(reasons).toContain('ended_elsewhere')
  })
})
