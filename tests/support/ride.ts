import { setTimeout as sleep } from 'node:timers/promises'
import type { Client, Person } from './people.ts'
import { type Place, schaan, vaduz } from './places.ts'
import { invoke, unwrap } from './responses.ts'

export interface Line {
  key: string
  amount: number
}

export interface Estimate {
  quote_id: string | null
  trip_cost: number
  lines: Line[]
  distance_in_km: number
  time_in_secs: number
  polylinePoints: string
  expires_at: string
}

export async function carTypeId(client: Client, name = 'Cab'): Promise<string> {
  return unwrap(await client.from('car_types').select('id').eq('name', name).single()).id
}

export async function estimate(client: Client, pickup = vaduz, drop = schaan, carType = 'Cab'): Promise<Estimate> {
  const car_type_id = await carTypeId(client, carType)
  const { status, body } = await invoke<Estimate>(client, 'routes/estimate', { pickup, drop, car_type_id })
  if (status !== 200) throw new Error(`routes/estimate: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Books an immediate cab, paid in cash. */
export async function book(rider: Person, pickup = vaduz, drop = schaan) {
  const { quote_id } = await estimate(rider.client, pickup, drop)
  if (!quote_id) throw new Error('a signed-in rider got no quote')
  return unwrap(await rider.client.rpc('create_booking', { quote_id, payment_mode: 'cash' }))
}

/** Reports the driver's current position. Returns whether it was accepted. */
export async function reportPosition({ client }: Person, { lat, lng }: Pick<Place, 'lat' | 'lng'>, heading = 0) {
  const at = new Date().toISOString()
  const { data, error } = await client.rpc('report_position', { lat, lng, heading, accuracy: 5, at })
  if (error) throw error
  return data === 1
}

/**
 * Puts a driver online at a place where dispatch finds them. After a jump, a position counts only when it was reported for 20
 * s.
 */
export async function goOnline(driver: Person, at: Place = vaduz): Promise<void> {
  const { error } = await driver.client.rpc('set_driver_active', { active: true })
  if (error) throw error
  for (let attempt = 0; attempt < 6 && !(await reportPosition(driver, at)); attempt++) await sleep(7000)
}

/** Waits for the driver's open offer of a booking. */
export async function offerOf(driver: Person, bookingId: string) {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { data } = await driver.client
      .from('booking_offers')
      .select()
      .eq('driver_id', driver.id)
      .eq('booking_id', bookingId)
      .eq('status', 'open')
      .maybeSingle()
    if (data) return data
    await sleep(100)
  }
  throw new Error(`no open offer of booking ${bookingId}`)
}

/** Accepts a booking as the driver's page does: retries after 200 ms if another driver is being confirmed. */
export async function accept(driver: Person, bookingId: string) {
  const first = await driver.client.rpc('accept_booking', { booking_id: bookingId })
  if (first.error?.message !== 'try_again') return unwrap(first)
  await sleep(200)
  return unwrap(await driver.client.rpc('accept_booking', { booking_id: bookingId }))
}

/** Creates an accepted cab ride: the driver goes online, the rider books, the driver accepts. */
export async function bookAccepted(rider: Person, driver: Person) {
  await goOnline(driver)
  const booking = await book(rider)
  await offerOf(driver, booking.id)
  await accept(driver, booking.id)
  return booking
}

/** An amount in cents, so that sums are exact. */
export const cents = (amount: number | null | undefined): number => Math.round(Number(amount) * 100)

/** Lets the driver arrive, and start the ride with the rider's code. */
export async function start(rider: Person, driver: Person, booking_id: string) {
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id }))
  const otp = unwrap(await rider.client.rpc('start_code', { booking_id }))
  return unwrap(await driver.client.rpc('start_trip', { booking_id, otp }))
}

/** Plays a whole ride that the office assigns and the rider pays in cash. @returns its id */
export async function playRide(admin: Person, rider: Person, driver: Person): Promise<string> {
  const { id } = await book(rider)
  unwrap(await admin.client.rpc('assign_driver', { booking_id: id, driver_id: driver.id }))
  await accept(driver, id)
  await start(rider, driver, id)
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  return id
}
