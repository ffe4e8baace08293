/** Two parcels of two riders from one door, in one pair of hands: taken along, and each step confirmed for both at once. */
import { service } from '../support/people.ts'
import { accept, estimate, goOnline, offerOf, type Place, unwrap, vaduz } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, slide, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** Near enough to the pickup that a courier is at both doors. */
const nextStreet: Place = { lat: 47.1437, lng: 9.5222, add: 'Aeulestrasse, Vaduz' }

test('a courier takes a second parcel along from the same door and confirms both at once', async ({
  open,
  person,
  picture,
  stack
}) => {
  const [first, second, admin, driver] = [
    await person('rider10@hackney.test'),
    await person('rider11@hackney.test'),
    await person('admin@hackney.test'),
    await person('driver5@hackney.test')
  ]
  const parcel = async (rider: typeof first) => {
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 50 }))
    const { quote_id } = await estimate(rider.client, vaduz, nextStreet, 'Courier')
    const details = { delivery_person: 'Nora Matt', delivery_person_phone: '+4235551212' }
    const made = unwrap(
      await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'wallet', details })
    )
    unwrap(await rider.client.rpc('pay_with_wallet', { booking_id: made.id }))
    return made
  }
  await goOnline(driver)
  const a = await parcel(first)
  await offerOf(driver, a.id)
  await accept(driver, a.id)
  const cab = await open(`/bookings/${a.id}`, { as: driver, at: vaduz })
  await expect(cab.getByRole('button', { name: 'I have arrived' })).toBeVisible()
  const b = await parcel(second)
  unwrap(await second.client.rpc('nudge_dispatch', { booking_id: b.id }))
  const sender = await open(`/bookings/${a.id}`, { as: first })
  const other = await open(`/bookings/${b.id}`, { as: second })

  await test.step('who fetches one parcel there is asked first for the next', async () => {
    await cab.getByRole('button', { name: /^Accept/ }).click()
    const log = unwrap(await admin.client.rpc('dispatch_log', { booking_id: b.id }))
    expect(log.map(({ mode }) => mode)).toContain('door')
    await cab.goto(`/bookings/${a.id}`)
    const door = cab.getByRole('region', { name: 'Also at this door' })
    await expect(door).toContainText(b.reference)
    await expectAccessible(cab)
    await expectNoSidewaysScroll(cab)
    await expectEveryManner(cab, 'parcels-at-door', { isSunny: true, keep: picture })
  })

  await test.step('one press arrives for both', async () => {
    await cab.getByRole('button', { name: 'I have arrived: 2 parcels' }).click()
    for (const page of [sender, other])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/is here|has arrived/)
  })

  await test.step('one slide picks both up, and one can be left out', async () => {
    const together = cab.getByRole('checkbox', { name: `Together with ${b.reference}` })
    await together.uncheck()
    await expect(cab.getByRole('button', { name: 'Start trip' })).toBeVisible()
    await together.check()
    await slide(cab, 'All 2 parcels picked up')
    for (const page of [sender, other]) await expect(page.getByRole('heading', { level: 1 })).toHaveText(/to go$/)
  })

  await test.step('at one drop both are handed over, each with its code', async () => {
    const codeOf = async (rider: typeof first, booking_id: string) =>
      unwrap(await rider.client.rpc('start_code', { booking_id }))
    await cab.getByRole('textbox', { name: 'Start code from your rider' }).fill(await codeOf(first, a.id))
    await cab.getByRole('textbox', { name: `Code for ${b.reference}` }).fill(await codeOf(second, b.id))
    await expectAccessible(cab)
    await picture(cab, 'parcels-at-drop')
    await cab.getByRole('button', { name: 'All 2 parcels handed over' }).press('Enter')
    await cab.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
    for (const page of [sender, other])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('How was your ride?')
  })

  const bookings = unwrap(
    await service(stack)
      .from('bookings')
      .select('id,status,is_along,trip_cost,estimate,reached_at')
      .in('id', [a.id, b.id])
  )
  expect(bookings.map(({ status }) => status)).toEqual(['PAID', 'PAID'])
  expect(bookings.every(({ trip_cost, estimate: quoted }) => trip_cost === quoted)).toBe(true)
  const events = unwrap(
    await service(stack).from('booking_events').select('to_status,at,booking_id').in('booking_id', [a.id, b.id])
  )
  for (const step of ['ARRIVED', 'STARTED', 'REACHED']) {
    const at = events.filter(({ to_status }) => to_status === step).map((event) => event.at)
    expect(at, step).toHaveLength(2)
    expect(at[0], `${step} in one call`).toBe(at[1])
  }
  await driver.client.rpc('set_driver_active', { active: false })
})
