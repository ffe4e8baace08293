import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Person, signIn } from '../../support/people.ts'
import { schaan, vaduz } from '../../support/places.ts'
import { hearStatus, isRefused, type Listener, listen, positionTopic } from '../../support/realtime.ts'
import { unwrap } from '../../support/responses.ts'
import { accept, carTypeId, estimate, goOnline, offerOf, reportPosition } from '../../support/ride.ts'
import { change, makeDriver } from '../../support/staff.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { someone } from './channels.ts'

const env = stackUnderTest()
const ears: Listener[] = []
let rider: Person
let admin: Person
let fleet: Person
let driver: Person

const hear = async (person: Person, topic: string): Promise<Listener> => {
  const ear = await listen(person.client, topic)
  ears.push(ear)
  return ear
}

async function order(person: Person, carType: string): Promise<string> {
  const { quote_id } = await estimate(person.client, vaduz, schaan, carType)
  return unwrap(await person.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash' })).id
}

beforeAll(async () => {
  ;[rider, admin, fleet] = await Promise.all([
    someone(),
    signIn(env, 'admin@hackney.test'),
    signIn(env, 'fleet2@hackney.test')
  ])
  unwrap(await rider.client.rpc('update_profile', { first_name: 'Ada', last_name: 'Lauscher', mobile: '+4235550909' }))
  // A car type that the other tests do not use.
  driver = await makeDriver(env, admin, { car_type_id: await carTypeId(admin.client, 'Premium'), fleet_id: fleet.id })
})
afterAll(async () => {
  await driver.client.rpc('set_driver_active', { active: false })
})
afterEach(async () => {
  await Promise.all(ears.splice(0).map((ear) => ear.close()))
})

describe('broadcasts from the statement to the socket', { timeout: 120_000 }, () => {
  it('a ride sends the offer to the driver, the driver to the rider, and each step to its followers', async () => {
    await goOnline(driver)
    const [forDriver, forRider, forAdmin, forFleet] = [
      await hear(driver, `driver:${driver.id}`),
      await hear(rider, `user:${rider.id}`),
      await hear(admin, 'admin'),
      await hear(fleet, `fleet:${fleet.id}`)
    ]
    const id = await order(rider, 'Premium')
    expect(await forDriver.next('offer')).toEqual({ id: expect.any(String), booking_id: id })
    await hearStatus(forAdmin, admin, id, 'NEW')
    // An offer does not admit the driver to the booking's topic.
    expect(await isRefused(driver.client, `booking:${id}`)).toBe(true)
    await offerOf(driver, id)
    await accept(driver, id)
    await hearStatus(forRider, rider, id, 'ACCEPTED')
    await hearStatus(forFleet, fleet, id, 'ACCEPTED')
    const onTrip = await hear(rider, `booking:${id}`)
    const topic = await positionTopic(rider, id)
    const follower = await hear(rider, topic)
    const car = await hear(driver, topic)
    expect(await car.send('position', { lat: 47.14, lng: 9.52 })).toBe('ok')
    expect(await follower.next('position')).toMatchObject({ lat: 47.14 })
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
    await hearStatus(onTrip, rider, id, 'ARRIVED', 'status')
    unwrap(await driver.client.rpc('send_chat_message', { booking_id: id, message: 'Here' }))
    const chat = await onTrip.next('chat')
    // Only the id: the message itself is read with the reader's own rights.
    expect(Object.keys(chat)).toEqual(['id'])
    const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
    unwrap(await driver.client.rpc('start_trip', { booking_id: id, otp }))
    await hearStatus(onTrip, rider, id, 'STARTED', 'tracking')
    await reportPosition(driver, vaduz)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await hearStatus(forRider, rider, id, 'PAID')
    await hearStatus(forDriver, driver, id, 'PAID')
    // Access is checked at the join: a follower has to leave when the trip ends, and cannot join again.
    await ears.splice(ears.indexOf(follower), 1)[0]?.close()
    expect(await isRefused(rider.client, topic)).toBe(true)
  })

  it('a topped-up wallet is announced to its owner', async () => {
    const ear = await hear(rider, `user:${rider.id}`)
    const others = await hear(driver, `user:${driver.id}`)
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 12 }))
    await ear.next('wallet')
    await ear.next('notice')
    expect(others.messages()).toEqual([])
  })

  it('the attention list announces a booking without a driver, and its removal', async () => {
    const ear = await hear(admin, 'admin')
    const lists = async (id: string) =>
      unwrap(await admin.client.rpc('attention_list')).rows.some(({ booking_id }) => booking_id === id)
    const told = () => ear.messages().filter(({ event }) => event === 'attention').length
    const id = await order(rider, 'Van')
    await expect.poll(() => lists(id), { timeout: 40_000, interval: 500 }).toBe(true)
    // Cron's loop begins with the minute.
    await expect.poll(told, { timeout: 80_000, interval: 200 }).toBeGreaterThan(0)
    const before = told()
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'Test is over' }))
    await expect.poll(told, { timeout: 80_000, interval: 200 }).toBeGreaterThan(before)
    expect(await lists(id)).toBe(false)
  }, 200_000)

  it('a driver who leaves the fleet loses its topic, and a driver who gives a booking back loses the booking’s topic', async () => {
    const forFleet = await hear(fleet, `fleet:${fleet.id}`)
    const forAdmin = await hear(admin, 'admin')
    await change(admin, driver.id, { fleet_id: null })
    expect(await forFleet.next('driver')).toEqual({ id: driver.id })
    const before = forFleet.messages().length
    await goOnline(driver)
    const id = await order(rider, 'Premium')
    await offerOf(driver, id)
    await accept(driver, id)
    await hearStatus(forAdmin, admin, id, 'ACCEPTED')
    expect(await isRefused(driver.client, `booking:${id}`)).toBe(false)
    unwrap(await driver.client.rpc('cancel_booking', { booking_id: id, reason: 'Flat tyre' }))
    expect(await isRefused(driver.client, `booking:${id}`)).toBe(true)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'Test is over' }))
    await hearStatus(forAdmin, admin, id, 'CANCELLED')
    await sleep(300)
    expect(forFleet.messages().length).toBe(before)
  })

  it('a changed setting is announced to a rider within two seconds, by its name only', async () => {
    const ear = await hear(rider, 'catalogue')
    const begin = performance.now()
    unwrap(await admin.client.from('car_types').update({ extra_info: 'Comfortable' }).eq('name', 'Premium').select())
    expect(Object.keys(await ear.next('car_types'))).toEqual(['id'])
    expect(performance.now() - begin).toBeLessThan(2000)
    expect(await isRefused(rider.client, 'admin')).toBe(true)
  })

  it('a name that the desk changed is announced to the person', async () => {
    const ear = await hear(driver, `user:${driver.id}`)
    const forAdmin = await hear(admin, 'admin')
    await change(admin, driver.id, { first_name: 'Mia' })
    expect(await ear.next('profile')).toEqual({ id: driver.id })
    expect(await forAdmin.next('person', ({ id }) => id === driver.id)).toEqual({ id: driver.id })
  })
})
