import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodePolyline } from '../../supabase/functions/_shared/region/mod.ts'
import { type Person, signIn, visitor } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { hearStatus, type Listener, listen, positionTopic } from '../support/realtime.ts'
import { unwrap } from '../support/responses.ts'
import {
  accept,
  cents,
  type Estimate,
  estimate,
  goOnline,
  type Line,
  offerOf,
  reportPosition
} from '../support/ride.ts'
import { stackUnderTest } from '../support/worker.ts'

const env = stackUnderTest()

describe('a ride, played by all its parties', () => {
  let rider: Person
  let driver: Person
  let quote: Estimate
  let bookingId: string
  let riderListener: Listener
  let driverEar: Listener
  let tripListener: Listener

  beforeAll(async () => {
    rider = await signIn(env, 'rider@hackney.test')
    driver = await signIn(env, 'driver@hackney.test')
    await goOnline(driver)
    riderListener = await listen(rider.client, `user:${rider.id}`)
    driverEar = await listen(driver.client, `driver:${driver.id}`)
    return () => Promise.all([rider.client.removeAllChannels(), driver.client.removeAllChannels()])
  })

  const statusOf = async () =>
    unwrap(await rider.client.from('bookings').select('status').eq('id', bookingId).single()).status

  it('shows a visitor the fare, without a quote to book', async () => {
    const answer = await estimate(visitor(env))
    expect(answer.quote_id).toBeNull()
    expect(answer.trip_cost).toBeGreaterThan(0)
    expect(answer.distance_in_km).toBeGreaterThan(2)
    expect(decodePolyline(answer.polylinePoints).length).toBeGreaterThan(5)
  })

  // Spec 1.2
  it('quotes the rider a fare whose lines add up to the cent', async () => {
    quote = await estimate(rider.client)
    expect(quote.quote_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Date(quote.expires_at).getTime()).toBeGreaterThan(Date.now())
    expect(quote.lines.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(quote.trip_cost))
  })

  // Spec 7.26
  it('is booked at the quoted fare, and only once with the same key', async () => {
    const order = { quote_id: quote.quote_id ?? '', payment_mode: 'cash', client_key: crypto.randomUUID() }
    const booking = unwrap(await rider.client.rpc('create_booking', order))
    const again = unwrap(await rider.client.rpc('create_booking', order))
    bookingId = booking.id
    expect(again.id).toBe(booking.id)
    expect(booking.status).toBe('NEW')
    expect(booking.reference).toMatch(/^\w{6}$/)
    expect(cents(booking.trip_cost)).toBe(cents(quote.trip_cost))
    tripListener = await listen(rider.client, `booking:${bookingId}`)
  })

  it('is offered to the driver at once', async () => {
    await driverEar.next('offer', ({ booking_id }) => booking_id === bookingId)
    const offer = await offerOf(driver, bookingId)
    expect(offer.pickup_area_lat).not.toBe(
      unwrap(await rider.client.from('bookings').select('pickup_lat').eq('id', bookingId).single()).pickup_lat
    )
    expect(cents(offer.driver_share)).toBeGreaterThan(0)
    expect(new Date(offer.expires_at).getTime()).toBeGreaterThan(Date.now())
  })

  it('shows the rider the driver once the driver accepts', async () => {
    const booking = await accept(driver, bookingId)
    expect(booking.status).toBe('ACCEPTED')
    await hearStatus(riderListener, rider, bookingId, 'ACCEPTED')
    const seen = unwrap(await rider.client.from('bookings').select().eq('id', bookingId).single())
    expect(seen).toMatchObject({ status: 'ACCEPTED', driver_id: driver.id })
    expect(seen.vehicle_number).toBeTruthy()
    expect((await accept(driver, bookingId)).status).toBe('ACCEPTED')
  })

  // Spec 7.51
  it('broadcasts the driver’s position to the rider', async () => {
    const topic = await positionTopic(rider, bookingId)
    const [from, to] = [await listen(driver.client, topic), await listen(rider.client, topic)]
    const position = { lat: 47.1405, lng: 9.5211, heading: 40, at: Date.now() }
    expect(await from.send('position', position)).toBe('ok')
    expect(await to.next('position')).toMatchObject(position)
    await Promise.all([from.close(), to.close()])
  })

  // Spec 1.11
  it('lets both exchange messages', async () => {
    unwrap(await driver.client.rpc('send_chat_message', { booking_id: bookingId, message: 'Two minutes' }))
    await tripListener.next('chat')
    const messages = unwrap(await rider.client.from('chat_messages').select().eq('booking_id', bookingId))
    expect(messages).toMatchObject([{ source: 'driver', message: 'Two minutes', from_id: driver.id }])
  })

  it('starts only with the rider’s code', async () => {
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: bookingId }))
    await hearStatus(tripListener, rider, bookingId, 'ARRIVED', 'status')
    const { data: code } = await rider.client.rpc('start_code', { booking_id: bookingId })
    expect(code).toMatch(/^\d{5}$/)
    expect((await driver.client.rpc('start_code', { booking_id: bookingId })).error).not.toBeNull()

    const wrong = code === '11111' ? '22222' : '11111'
    const refused = await driver.client.rpc('start_trip', { booking_id: bookingId, otp: wrong })
    expect(refused.status).toBe(403)
    expect(await statusOf()).toBe('ARRIVED')

    const started = unwrap(await driver.client.rpc('start_trip', { booking_id: bookingId, otp: code ?? '' }))
    expect(started.status).toBe('STARTED')
    await hearStatus(tripListener, rider, bookingId, 'STARTED', 'status')
  })

  // Spec 7.54
  it('keeps the driver’s trail, and drops impossible points', async () => {
    // Waits a second: the start added a point, and the trail accepts about one point a second.
    await sleep(1000)
    const begin = Date.now()
    const point = (lat: number, lng: number, after: number) => ({
      lat,
      lng,
      heading: 0,
      accuracy: 5,
      at: new Date(begin + after).toISOString()
    })
    const points = [point(vaduz.lat + 0.00002, vaduz.lng, 0), point(52.5, 13.4, 1)]
    const kept = await driver.client.rpc('report_positions', { points })
    expect(kept.error).toBeNull()
    expect(kept.data).toBe(1)
  })

  it('shows the rider the remaining distance, and strangers nothing', async () => {
    const progress = await rider.client.rpc('trip_progress', { booking_id: bookingId })
    expect(progress.error).toBeNull()
    expect(progress.data).toMatchObject({ to: 'drop', by: 'way', off_route: false })
    const trail = await rider.client.rpc('trip_trail', { booking_id: bookingId })
    expect(trail.data).toMatchObject({ points: 2, left_out: { leap: 0, still: 1, vague: 0 }, flags: [], gaps: [] })
    expect(unwrap(trail).sample?.[0]).toMatchObject({ lat: vaduz.lat })
    const { error } = await (await signIn(env, 'driver2@hackney.test')).client.rpc('trip_trail', {
      booking_id: bookingId
    })
    expect(error?.message).toBe('booking_not_found')
  })

  it('ends at the drop with a fare whose lines add up to the cent', async () => {
    await reportPosition(driver, schaan)
    const booking = unwrap(await driver.client.rpc('reach_drop', { booking_id: bookingId }))
    expect(booking.status).toBe('PENDING')
    const seen = unwrap(await rider.client.from('bookings').select().eq('id', bookingId).single())
    const lines = seen.fare_lines as unknown as Line[]
    expect(lines.reduce((sum, { amount }) => sum + cents(amount), 0)).toBe(cents(seen.trip_cost))
    const explained = await rider.client.rpc('explain_fare', { booking_id: bookingId })
    expect(explained.error).toBeNull()
    expect(explained.data).toBeTruthy()
    expect(JSON.stringify(explained.data)).not.toContain('convenience_fee')
  })

  it('is paid in cash, rated by both and completed', async () => {
    const paid = unwrap(await driver.client.rpc('confirm_cash', { booking_id: bookingId }))
    expect(paid.status).toBe('PAID')
    await hearStatus(riderListener, rider, bookingId, 'PAID')
    unwrap(await driver.client.rpc('rate_booking', { booking_id: bookingId, stars: 5 }))
    const rated = unwrap(
      await rider.client.rpc('rate_booking', { booking_id: bookingId, stars: 4, comment: 'Good ride' })
    )
    expect(rated.status).toBe('COMPLETE')
    const { rating } = unwrap(await driver.client.from('profiles').select('rating').eq('id', driver.id).single())
    expect(Number(rating)).toBeGreaterThanOrEqual(1)
  })

  it('leaves a chain of events, each with its actor', async () => {
    const events = unwrap(
      await rider.client.from('booking_events').select().eq('booking_id', bookingId).order('at').order('id')
    )
    const statuses = events.map(({ to_status }) => to_status).join(' ')
    expect(statuses).toBe('NEW ACCEPTED ARRIVED STARTED REACHED PENDING PAID COMPLETE')
    expect(events.slice(1).every(({ prev_hash }, index) => prev_hash === events[index]?.hash)).toBe(true)
  })
})
