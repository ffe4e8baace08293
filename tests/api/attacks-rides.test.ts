import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { ask, tokenOf } from '../support/ask.ts'
import { type Person, signIn, visitor } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, carTypeId, estimate, goOnline } from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()
let rider: Person
let driver: Person
// A driver of its own: guessing codes locks the driver out for an hour.
let guesser: Person

beforeAll(async () => {
  ;[rider, driver, guesser] = await Promise.all([
    signIn(env, 'rider3@hackney.test'),
    signIn(env, 'driver@hackney.test'),
    signIn(env, 'driver3@hackney.test')
  ])
})

async function order(details: { carType?: string; trip_at?: string; by?: Person } = {}) {
  const { trip_at = null, by = rider } = details
  const { quote_id } = await estimate(by.client, vaduz, schaan, details.carType)
  return by.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash', trip_at })
}

const cancel = (booking_id: string) => rider.client.rpc('cancel_booking', { booking_id, reason: 'Test is over' })

async function arrived(by: Person, carType: string): Promise<{ booking_id: string; otp: string }> {
  await goOnline(by)
  const { id: booking_id } = unwrap(await order({ carType }))
  await accept(by, booking_id)
  unwrap(await by.client.rpc('arrive_at_pickup', { booking_id }))
  return { booking_id, otp: unwrap(await rider.client.rpc('start_code', { booking_id })) }
}

describe('a hostile driver', () => {
  it('cannot guess codes by making the response fail after it was computed', async () => {
    const { booking_id, otp } = await arrived(guesser, 'Estate')
    const token = await tokenOf(guesser)
    // Each undoes the count of a wrong code, but keeps the trip that a right code starts.
    const ways = [
      { query: 'done=is.false', headers: { prefer: 'handling=strict, max-affected=0' } },
      { query: 'select=message::int', headers: {} }
    ]
    const guess = (code: string, { query, headers }: { query: string; headers: Record<string, string> }) => {
      const steps = [{ step: 'started', booking_id, client_key: randomUUID(), otp: code }]
      return ask(env, `/rest/v1/rpc/confirm_steps?${query}`, { token, headers, body: JSON.stringify({ steps }) })
    }
    try {
      // 60 guesses: 20 are allowed, and up to 52 between a restart of the server and the next housekeeping (app.count_try).
      for (let number = 0; number < 60; number++) {
        const code = String(number).padStart(5, '0')
        const way = ways[number % ways.length]
        if (way && code !== otp) expect([400, 403], way.query).toContain((await guess(code, way)).status)
      }
      await guesser.client.rpc('start_trip', { booking_id, otp })
      const { status } = unwrap(await guesser.client.from('bookings').select('status').eq('id', booking_id).single())
      expect(status).toBe('ARRIVED')
    } finally {
      await cancel(booking_id)
      await guesser.client.rpc('set_driver_active', { active: false })
    }
  })

  it('cannot read where a rider lives by taking a ride and casting its address', async () => {
    const body = JSON.stringify({ booking_id: randomUUID() })
    const token = await tokenOf(guesser)
    for (const name of ['accept_booking', 'claim_booking']) {
      const { status, text } = await ask(env, `/rest/v1/rpc/${name}?select=pickup_address::int`, { token, body })
      expect([status, JSON.parse(text).message]).toEqual([403, 'not_allowed'])
    }
  })

  it('cannot select from the single value of a function, so that its response fails after it ran', async () => {
    const body = JSON.stringify({ booking_id: randomUUID(), otp: '00000' })
    const token = await tokenOf(guesser)
    const { status, text } = await ask(env, '/rest/v1/rpc/start_trip?select=x:start_trip->>code::int', { token, body })
    expect([status, JSON.parse(text).code]).toEqual([400, '42703'])
  })

  it('cannot raise the fare or fill the table by a trail of tiny, rapid steps', async () => {
    const { booking_id, otp } = await arrived(driver, 'Cab')
    unwrap(await driver.client.rpc('start_trip', { booking_id, otp }))
    await sleep(2500)
    const now = Date.now()
    const points = Array.from({ length: 700 }, (_, index) => ({
      lat: 47.141 + (index % 2 ? 0.00009003 : 0),
      lng: 9.5209,
      at: now - 2300 + index * 3,
      accuracy: 5
    }))
    expect(unwrap(await driver.client.rpc('report_positions', { points }))).toBeLessThan(5)
    const still = Array.from({ length: 500 }, (_, index) => ({
      lat: 47.141 + (index % 2) * 1e-5,
      lng: 9.5209,
      at: now
    }))
    await driver.client.rpc('report_positions', { points: still })
    const trail = unwrap(await driver.client.from('tracking_points').select('id').eq('booking_id', booking_id))
    unwrap(await driver.client.rpc('reach_drop', { booking_id }))
    const { estimate: quoted, trip_cost } = unwrap(await driver.client.rpc('confirm_cash', { booking_id }))
    expect(trail.length).toBeLessThan(10)
    expect(Number(trip_cost)).toBeLessThanOrEqual(Number(quoted))
  })
})

describe('a hostile rider', () => {
  it.each(['infinity', '294270-01-01', '9999-12-31T00:00:00Z'])('cannot book for %s', async (trip_at) => {
    const { data, error } = await order({ trip_at })
    if (data) await cancel(data.id)
    expect(error?.message).toBe('trip_at_too_far')
  })

  it('cannot occupy every driver with immediate bookings', async () => {
    const made = []
    const by = await signIn(env, 'rider19@hackney.test')
    for (let number = 0; number < 4; number++) made.push(await order({ by }))
    for (const { data } of made) {
      if (data) await by.client.rpc('cancel_booking', { booking_id: data.id, reason: 'Test is over' })
    }
    expect(made.map(({ error }) => error?.message ?? 'booked')).toEqual([
      'booked',
      'booked',
      'booked',
      'too_many_open_bookings'
    ])
  })
})

describe('a hostile visitor', () => {
  it('learns no more about a car’s position than is shown', async () => {
    await goOnline(driver, { lat: 47.16537, lng: 9.51063, add: '' })
    const strays: unknown[] = []
    for (let step = 0; step < 60; step++) {
      const at = { lat: 47.16537, lng: 9.505 + step * 0.0001 }
      const [car] = unwrap(await visitor(env).rpc('nearby_drivers', at)).rows
      if (!car) throw new Error('nearby_drivers does not show the car')
      const dx = (Number(car.lng) - at.lng) * 111.32 * Math.cos((at.lat * Math.PI) / 180)
      const dy = (Number(car.lat) - at.lat) * 111.2
      if (Math.abs(Math.hypot(dx, dy) - Number(car.distance_km)) > 0.055) strays.push({ at, car })
    }
    expect(strays).toEqual([])
  })

  it('gets no 5xx for a zero character or half a surrogate pair', async () => {
    const client = visitor(env)
    const car_type_id = await carTypeId(client)
    for (const bad of ['a\u0000b', 'a\ud83db']) {
      const estimated = await invoke(client, 'routes/estimate', {
        pickup: { ...vaduz, add: bad },
        drop: schaan,
        car_type_id
      })
      expect(estimated).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      const promo = await invoke(client, 'routes/estimate', { pickup: vaduz, drop: schaan, car_type_id, promo: bad })
      expect(promo.status).toBe(400)
      const body = JSON.stringify({ email: `${bad}@x.test`, token: '1', type: 'email' })
      for (const path of ['verify', 'otp', 'token?grant_type=password']) {
        expect((await ask(env, `/auth/v1/${path}`, { body })).status, path).toBe(400)
      }
      const message = { topic: bad, event: 'e', payload: {}, private: true }
      const sent = await ask(env, '/realtime/v1/api/broadcast', { body: JSON.stringify({ messages: [message] }) })
      expect(sent.status).toBe(422)
    }
    const headers = { apikey: env.SUPABASE_PUBLISHABLE_KEY }
    const link = `${env.SUPABASE_URL}/auth/v1/verify?type=magiclink&token=%00`
    expect((await fetch(link, { headers, redirect: 'manual' })).status).toBeLessThan(500)
    for (const part of ['%25/events/%E0%A4%A', '%00/events/e']) {
      expect((await ask(env, `/realtime/v1/api/broadcast/${part}`, { body: '{}' })).status, part).toBe(400)
    }
    const long = { ...vaduz, add: `${'x'.repeat(499)}🚕` }
    expect((await invoke(client, 'routes/estimate', { pickup: long, drop: schaan, car_type_id })).status).toBe(200)
  })
})
