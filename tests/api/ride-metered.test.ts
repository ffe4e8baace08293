import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, openClock } from '../support/clock.ts'
import { timetable } from '../support/drive.ts'
import { type Person, signIn } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, cents, goOnline, type Line, reportPosition } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()

/** A phone reports more often than this; the meter treats only silences of more than a minute as gaps. */
const REPORT_EVERY = 15

interface Explained {
  replays: boolean
  flags: string[]
  final: { trip_cost: number; lines: Line[] }
}

describe('a metered ride along the whole quoted route', () => {
  let rider: Person
  let driver: Person
  let quoted: Awaited<ReturnType<typeof book>>
  let driven: typeof quoted
  let clock: Clock

  beforeAll(async () => {
    const opened = openClock(env)
    if (!opened) throw new Error('this file needs a clock that tests can turn; vitest.config.ts excludes it on PGlite')
    clock = opened
    rider = await signIn(env, 'rider@hackney.test')
    driver = await signIn(env, 'driver@hackney.test')
    await goOnline(driver)
    quoted = await book(rider)
    await accept(driver, quoted.id)
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: quoted.id }))
    const { data: otp } = await rider.client.rpc('start_code', { booking_id: quoted.id })
    unwrap(await driver.client.rpc('start_trip', { booking_id: quoted.id, otp: otp ?? '' }))
    for (const { at, point } of timetable(quoted.polyline ?? '', quoted.estimate_time ?? 0, REPORT_EVERY)) {
      await clock.turnTo(quoted.id, at)
      await reportPosition(driver, point)
    }
    unwrap(await driver.client.rpc('reach_drop', { booking_id: quoted.id }))
    driven = unwrap(await rider.client.from('bookings').select().eq('id', quoted.id).single())
  })

  afterAll(async () => {
    await driver.client.rpc('confirm_cash', { booking_id: quoted.id })
    await rider.client.rpc('rate_booking', { booking_id: quoted.id })
    await clock.close()
  })

  it('measures the quoted distance within 10 %', () => {
    const [quote, meter] = [Number(quoted.estimate_distance), Number(driven.distance)]
    expect(Math.abs(meter - quote) / quote).toBeLessThan(0.1)
  })

  it('takes the quoted time within a minute', () => {
    expect(Math.abs(Number(driven.total_trip_time) - Number(quoted.estimate_time))).toBeLessThan(60)
  })

  it('costs about the quoted fare, with lines that add up to the cent', () => {
    const [quote, final] = [Number(quoted.trip_cost), Number(driven.trip_cost)]
    expect(Math.abs(final - quote) / quote).toBeLessThan(0.1)
    const lines = driven.fare_lines as unknown as Line[]
    expect(lines.map(({ key }) => key)).toEqual(expect.arrayContaining(['base_fare', 'distance', 'time']))
    expect(lines.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(final))
  })

  it('is explained to all involved by the same sum, without a flag', async () => {
    for (const { client } of [rider, driver]) {
      const explained = unwrap(await client.rpc('explain_fare', { booking_id: quoted.id })) as unknown as Explained
      expect(explained).toMatchObject({ replays: true, flags: [] })
      expect(cents(explained.final.trip_cost)).toBe(cents(driven.trip_cost))
    }
  })

  it('keeps every report of the route in the trail', async () => {
    const trail = unwrap(
      await driver.client.from('tracking_points').select('lat').eq('booking_id', quoted.id).eq('status', 'STARTED')
    )
    expect(trail.length).toBeGreaterThanOrEqual(Math.ceil(Number(quoted.estimate_time) / REPORT_EVERY))
  })
})
