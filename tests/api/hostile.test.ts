import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Person, service, signIn, visitor } from '../support/people.ts'
import { isRefused, listen, positionTopic } from '../support/realtime.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()

/** Milliseconds after which a broadcast would certainly have arrived. */
const LONG_ENOUGH = 700

/** Expects an error that is not a 5xx. */
async function expectRefused(what: string, answer: PromiseLike<{ error: unknown; status: number; data: unknown }>) {
  const { error, status, data } = await answer
  expect(error, `${what} answered ${JSON.stringify(data)}`).not.toBeNull()
  expect(status, what).toBeGreaterThanOrEqual(400)
  expect(status, what).toBeLessThan(500)
}

describe('hostile clients', () => {
  let rider: Person
  let stranger: Person
  let driver: Person
  let otherDriver: Person
  let bookingId: string

  beforeAll(async () => {
    ;[rider, stranger, driver, otherDriver] = await Promise.all([
      signIn(env, 'rider2@hackney.test'),
      signIn(env, 'rider6@hackney.test'),
      signIn(env, 'driver@hackney.test'),
      signIn(env, 'driver2@hackney.test')
    ])
    await goOnline(driver)
    const booking = await book(rider)
    bookingId = booking.id
    await offerOf(driver, bookingId)
  })

  afterAll(async () => {
    await rider.client.rpc('cancel_booking', { booking_id: bookingId, reason: 'Test is over' })
    await Promise.all([rider, stranger, driver, otherDriver].map(({ client }) => client.removeAllChannels()))
  })

  it('a driver without an offer can neither read nor accept a booking', async () => {
    await expectRefused('accept', otherDriver.client.rpc('accept_booking', { booking_id: bookingId }))
    expect(unwrap(await otherDriver.client.from('bookings').select('id').eq('id', bookingId))).toEqual([])
    expect(unwrap(await otherDriver.client.from('booking_offers').select('id').eq('booking_id', bookingId))).toEqual([])
  })

  it('a stranger reads nothing of a booking', async () => {
    await accept(driver, bookingId)
    const of = { booking_id: bookingId }
    const { client } = stranger
    expect(unwrap(await client.from('bookings').select('*').eq('id', bookingId))).toEqual([])
    for (const table of ['booking_events', 'booking_finances', 'tracking_points', 'chat_messages'] as const) {
      expect((await client.from(table).select('*').match(of)).data ?? [], table).toEqual([])
    }
    expect(unwrap(await stranger.client.from('profiles').select('id').neq('id', stranger.id))).toEqual([])
    expect(unwrap(await stranger.client.from('driver_positions').select('*'))).toEqual([])
    await expectRefused('start code', stranger.client.rpc('start_code', { booking_id: bookingId }))
    await expectRefused('position topic', stranger.client.rpc('position_topic', { booking_id: bookingId }))
    await expectRefused('fare', stranger.client.rpc('explain_fare', { booking_id: bookingId }))
  })

  it('a stranger changes nothing of a booking', async () => {
    const booking_id = bookingId
    const { client } = stranger
    await expectRefused('arrive', client.rpc('arrive_at_pickup', { booking_id }))
    await expectRefused('start', client.rpc('start_trip', { booking_id, otp: '12345' }))
    await expectRefused('reach', client.rpc('reach_drop', { booking_id }))
    await expectRefused('cash', client.rpc('confirm_cash', { booking_id }))
    await expectRefused('rate', client.rpc('rate_booking', { booking_id, stars: 1 }))
    await expectRefused('cancel', client.rpc('cancel_booking', { booking_id, reason: 'Because' }))
    await expectRefused('no show', client.rpc('no_show', { booking_id }))
    await expectRefused('chat', client.rpc('send_chat_message', { booking_id, message: 'Hello' }))
    await expectRefused('assign', client.rpc('assign_driver', { booking_id, driver_id: otherDriver.id }))
  })

  it('the rider cannot take the driver’s steps, and the driver cannot take them out of order', async () => {
    const booking_id = bookingId
    await expectRefused('arrive', rider.client.rpc('arrive_at_pickup', { booking_id }))
    await expectRefused('cash', rider.client.rpc('confirm_cash', { booking_id }))
    await expectRefused('reach', driver.client.rpc('reach_drop', { booking_id }))
    await expectRefused('early cash', driver.client.rpc('confirm_cash', { booking_id }))
  })

  it('no client can write bookings, quotes or its own role through tables', async () => {
    const before = unwrap(await service(env).from('bookings').select('*').eq('id', bookingId).single())
    for (const { client } of [rider, stranger, driver]) {
      await client.from('bookings').update({ trip_cost: 0.01, status: 'PAID' }).eq('id', bookingId)
      await client.from('bookings').delete().eq('id', bookingId)
      await client.from('fare_quotes').update({ trip_cost: 0.01 }).eq('customer_id', rider.id)
    }
    expect(unwrap(await service(env).from('bookings').select('*').eq('id', bookingId).single())).toEqual(before)
    const quotes = unwrap(await service(env).from('fare_quotes').select('trip_cost').eq('customer_id', rider.id))
    expect(quotes.every(({ trip_cost }) => Number(trip_cost) > 1)).toBe(true)

    await stranger.client.from('profiles').update({ usertype: 'admin', approved: true }).eq('id', stranger.id)
    const profile = await service(env).from('profiles').select('usertype').eq('id', stranger.id).single()
    expect(unwrap(profile).usertype).toBe('rider')
  })

  it('a quote works only for its own customer', async () => {
    const { data } = await service(env).from('fare_quotes').select('id').eq('customer_id', rider.id).limit(1).single()
    const order = { quote_id: unwrap({ data, error: null }).id, payment_mode: 'cash' }
    await expectRefused('a foreign quote', stranger.client.rpc('create_booking', order))
  })

  it('private topics refuse uninvolved people', async () => {
    const foreign = [
      `booking:${bookingId}`,
      `position:${bookingId}`,
      await positionTopic(rider, bookingId),
      `user:${rider.id}`,
      `driver:${driver.id}`,
      'admin'
    ]
    for (const topic of foreign) expect(await isRefused(stranger.client, topic), topic).toBe(true)
    expect(await isRefused(visitor(env), `booking:${bookingId}`)).toBe(true)
  })

  it('only the assigned driver can send a position', async () => {
    const topic = await positionTopic(rider, bookingId)
    const [fromRider, ear] = [await listen(rider.client, topic), await listen(driver.client, topic)]
    fromRider.sendNow('position', { lat: 1, lng: 1, heading: 0, at: Date.now() })
    await sleep(LONG_ENOUGH)
    expect(ear.messages()).toEqual([])
    await Promise.all([fromRider.close(), ear.close()])
  })

  it('only the database can write to booking topics', async () => {
    const topic = `booking:${bookingId}`
    const [fromDriver, ear] = [await listen(driver.client, topic), await listen(rider.client, topic)]
    fromDriver.sendNow('status', { id: bookingId, status: 'PAID' })
    await sleep(LONG_ENOUGH)
    expect(ear.messages()).toEqual([])
    await Promise.all([fromDriver.close(), ear.close()])
  })
})

describe('a visitor', () => {
  const client: Client = visitor(env)

  // Spec 7.42
  it('reads the public catalogues and nothing else', async () => {
    for (const table of ['settings', 'car_types', 'languages'] as const) {
      expect(unwrap(await client.from(table).select('*')).length, table).toBeGreaterThan(0)
    }
    for (const table of [
      'bookings',
      'booking_events',
      'booking_finances',
      'booking_offers',
      'chat_messages',
      'driver_positions',
      'drivers',
      'fare_quotes',
      'profiles',
      'saved_addresses',
      'tracking_points'
    ] as const) {
      const { data } = await client.from(table).select('*')
      expect(data ?? [], table).toEqual([])
    }
  })

  it('cannot call functions that change data', async () => {
    const booking_id = crypto.randomUUID()
    await expectRefused('create', client.rpc('create_booking', { quote_id: booking_id, payment_mode: 'cash' }))
    await expectRefused('accept', client.rpc('accept_booking', { booking_id }))
    await expectRefused('decline', client.rpc('decline_booking', { booking_id }))
    await expectRefused('arrive', client.rpc('arrive_at_pickup', { booking_id }))
    await expectRefused('start', client.rpc('start_trip', { booking_id }))
    await expectRefused('code', client.rpc('start_code', { booking_id }))
    await expectRefused('reach', client.rpc('reach_drop', { booking_id }))
    await expectRefused('cash', client.rpc('confirm_cash', { booking_id }))
    await expectRefused('cancel', client.rpc('cancel_booking', { booking_id, reason: 'x' }))
    await expectRefused('active', client.rpc('set_driver_active', { active: true }))
    await expectRefused('positions', client.rpc('report_positions', { points: [] }))
    await expectRefused('log', client.rpc('dispatch_log', { booking_id }))
  })

  it('cannot call functions for the server only', async () => {
    const server = client as unknown as { rpc(name: string, args: object): PromiseLike<never> }
    const quote = { trip_cost: 1 }
    await expectRefused('quote', server.rpc('quote_fare', { customer_id: crypto.randomUUID(), quote }))
    await expectRefused('limit', server.rpc('take_rate_limit', { bucket: 'x', limit_count: 1, window_secs: 1 }))
  })

  it('sees cars nearby without learning whose they are', async () => {
    const { rows: cars } = unwrap(await client.rpc('nearby_drivers', { lat: 47.141, lng: 9.5209 }))
    for (const car of cars) {
      expect(Object.keys(car).sort()).toEqual(['car_type_id', 'distance_km', 'heading', 'lat', 'lng', 'pickup_secs'])
      expect(Number(car.lat)).toBeCloseTo(Math.round(Number(car.lat) * 1000) / 1000, 6)
    }
  })
})
