import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Person, service, signIn } from '../../support/people.ts'
import { schaan, vaduz } from '../../support/places.ts'
import { hearStatus, isRefused, type Listener, listen, positionTopic } from '../../support/realtime.ts'
import { unwrap } from '../../support/responses.ts'
import { accept, book, carTypeId, estimate, goOnline, offerOf } from '../../support/ride.ts'
import { change, makeDriver } from '../../support/staff.ts'
import { stackUnderTest } from '../../support/worker.ts'
import { someone } from './channels.ts'

// Channels that stay open when their owner's rights end. A hosted project checks rights at the join and when a token is
// renewed. So messages on such a channel must be worthless to an outsider: event names and ids, and no position.

const env = stackUnderTest()
const ears: Listener[] = []
/** Milliseconds after which a message would certainly have arrived. */
const LONG_ENOUGH = 700
const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
let admin: Person

const hear = async (person: Person, topic: string): Promise<Listener> => {
  const ear = await listen(person.client, topic)
  ears.push(ear)
  return ear
}
const place = (lat: number) => ({ lat, lng: 9.52, heading: 0, at: Date.now() })

/** A new person with a role that only the operator gives. */
async function staff(usertype: 'admin' | 'fleetadmin'): Promise<Person> {
  const email = `${usertype}-${randomUUID().slice(0, 8)}@example.com`
  const app_metadata = { usertype, approved: true }
  const made = await service(env).auth.admin.createUser({ email, email_confirm: true, app_metadata })
  if (made.error) throw made.error
  return signIn(env, email)
}

async function named(): Promise<Person> {
  const person = await someone()
  const profile = { first_name: 'Ada', last_name: 'Lauscher', mobile: '+4235550910' }
  unwrap(await person.client.rpc('update_profile', profile))
  return person
}

async function ride(rider: Person, driver: Person): Promise<string> {
  await goOnline(driver)
  const { quote_id } = await estimate(rider.client, vaduz, schaan, 'Premium')
  const { id } = unwrap(await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash' }))
  await offerOf(driver, id)
  await accept(driver, id)
  return id
}

/** Expects that every received message contains ids and nothing else. */
function expectIdsOnly(...heard: Listener[]): void {
  for (const { event, payload } of heard.flatMap((ear) => ear.messages())) {
    for (const [key, value] of Object.entries(payload)) {
      expect(key, event).toMatch(/^(id|[a-z]+_id)$/)
      expect(value, `${event}.${key}`).toMatch(isId)
    }
  }
}

beforeAll(async () => {
  admin = await signIn(env, 'admin@hackney.test')
})
afterEach(async () => {
  await Promise.all(ears.splice(0).map((ear) => ear.close()))
})

describe('channels that outlive a right', { timeout: 60_000 }, () => {
  it('a driver who gave the ride back receives ids but no position, and can send no position', async () => {
    const car_type_id = await carTypeId(admin.client, 'Premium')
    const [rider, former, next] = [
      await named(),
      await makeDriver(env, admin, { car_type_id }),
      await makeDriver(env, admin, { car_type_id })
    ]
    const id = await ride(rider, former)
    const old = await positionTopic(former, id)
    const [trip, tasks, oldTopic] = [
      await hear(former, `booking:${id}`),
      await hear(former, `driver:${former.id}`),
      await hear(former, old)
    ]
    const riderBefore = await hear(rider, old)
    expect(await oldTopic.send('position', place(47.14))).toBe('ok')
    expect(await riderBefore.next('position')).toMatchObject({ lat: 47.14 })
    unwrap(await former.client.rpc('set_driver_active', { active: false }))
    await goOnline(next)
    unwrap(await former.client.rpc('cancel_booking', { booking_id: id, reason: 'Flat tyre' }))
    await hearStatus(trip, rider, id, 'NEW', 'status')
    expect((await former.client.rpc('position_topic', { booking_id: id })).error?.message).toBe('booking_not_found')
    await offerOf(next, id)
    await accept(next, id)
    const now = await positionTopic(rider, id)
    expect(now).not.toBe(old)
    expect(await isRefused(former.client, now)).toBe(true)

    const [follower, car] = [await hear(rider, now), await hear(next, now)]
    expect(await car.send('position', place(47.15))).toBe('ok')
    expect(await follower.next('position')).toMatchObject({ lat: 47.15 })
    oldTopic.sendNow('position', place(1))
    unwrap(await next.client.rpc('send_chat_message', { booking_id: id, message: 'On my way' }))
    unwrap(await next.client.rpc('arrive_at_pickup', { booking_id: id }))
    await sleep(LONG_ENOUGH)
    expect(follower.messages()).toEqual([])
    expect(oldTopic.messages()).toEqual([])
    expectIdsOnly(trip, tasks)
    // After leaving, no channel can be joined again.
    for (const ear of [trip, oldTopic, follower, car]) await ears.splice(ears.indexOf(ear), 1)[0]?.close()
    for (const topic of [`booking:${id}`, old, now]) expect(await isRefused(former.client, topic), topic).toBe(true)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'Test is over' }))
    expect((await rider.client.rpc('position_topic', { booking_id: id })).data).toBeNull()
    for (const person of [rider, next, admin]) expect(await isRefused(person.client, now), person.email).toBe(true)
    unwrap(await next.client.rpc('set_driver_active', { active: false }))
  })

  it('a demoted admin and a demoted fleet admin receive nothing more, and a suspended driver only what is about the passenger aboard', async () => {
    const [exAdmin, exFleet] = [await staff('admin'), await staff('fleetadmin')]
    const car_type_id = await carTypeId(admin.client, 'Premium')
    const driver = await makeDriver(env, admin, { car_type_id, fleet_id: exFleet.id })
    const rider = await named()
    const id = await ride(rider, driver)
    const topic = await positionTopic(rider, id)
    const follower = await hear(rider, topic)
    const open: [Person, string, Listener][] = []
    for (const [person, names] of [
      [exAdmin, ['admin', `booking:${id}`, topic, `user:${exAdmin.id}`]],
      [exFleet, [`fleet:${exFleet.id}`, `booking:${id}`, topic]],
      [driver, [`driver:${driver.id}`, `booking:${id}`, topic]]
    ] as const) {
      for (const name of names) open.push([person, name, await hear(person, name)])
    }
    const car = open.at(-1)?.[2]
    expect(await car?.send('position', place(47.14))).toBe('ok')
    await follower.next('position')
    // A started trip stays with its driver, even after a suspension.
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
    const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
    unwrap(await driver.client.rpc('start_trip', { booking_id: id, otp }))

    const demoted = service(env).from('profiles').update({ usertype: 'rider' }).in('id', [exAdmin.id, exFleet.id])
    expect((await demoted).error).toBeNull()
    unwrap(await admin.client.rpc('set_approved', { user_id: driver.id, approved: false }))
    await sleep(LONG_ENOUGH)
    const before = open.map(([, , ear]) => ear.messages().length)
    unwrap(await rider.client.rpc('send_chat_message', { booking_id: id, message: 'Where are you?' }))
    await change(admin, driver.id, { first_name: 'Eva' })
    car?.sendNow('position', place(1))
    await sleep(LONG_ENOUGH)
    const isOfTrip = ([person, name]: (typeof open)[number]) => person === driver && name === `booking:${id}`
    expect(open.map(([, , ear]) => ear.messages().length)).toEqual(
      before.map((count, index) => count + Number(isOfTrip(open[index] as (typeof open)[number])))
    )
    expectIdsOnly(...open.filter(([, name]) => !name.startsWith('position:')).map(([, , ear]) => ear))
    // The token is valid for another hour, but opens nothing.
    for (const [person, name] of open.filter(([one]) => one !== driver))
      expect(await isRefused(person.client, name), `${person.email} ${name}`).toBe(true)
    for (const { client } of [exAdmin, exFleet]) {
      expect((await client.auth.refreshSession()).error).not.toBeNull()
      expect((await client.auth.getUser()).error).not.toBeNull()
    }
    expect((await driver.client.auth.getUser()).error).toBeNull()
    unwrap(await admin.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await admin.client.rpc('confirm_cash', { booking_id: id }))
    expect((await driver.client.auth.getUser()).error).not.toBeNull()
    for (const [person, name] of open.filter(([one]) => one === driver))
      expect(await isRefused(person.client, name), `${person.email} ${name}`).toBe(true)
  })

  it('an open page is told that its session ended, and only sessions of that person end', async () => {
    const [rider, other] = [await named(), await named()]
    const told = await hear(rider, `user:${rider.id}`)
    const others = await hear(other, `user:${other.id}`)
    unwrap(await admin.client.rpc('set_approved', { user_id: rider.id, approved: false }))
    expect(await told.next('session_ended')).toEqual({ id: rider.id })
    const booked = await book(other)
    await hearStatus(others, other, booked.id, 'NEW')
    unwrap(await other.client.rpc('cancel_booking', { booking_id: booked.id, reason: 'Test is over' }))
    expect((await other.client.auth.refreshSession()).error).toBeNull()
  })
})
