/** Rides whose customer has no code to tell: booked by telephone for somebody without the app, or with an empty phone. */
import { randomInt } from 'node:crypto'
import { type Person, service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { invoke, unwrap } from '../support/responses.ts'
import { accept, bookAccepted, carTypeId, type Estimate, goOnline, offerOf } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect, expectAccessible, moveTo, slide, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** Creates a caller whom the office knows by name and number only, as the desk does. */
async function caller(stack: StackEnv): Promise<string> {
  const mobile = `+4237${randomInt(100_000, 999_999)}`
  const made = await service(stack).auth.admin.createUser({ phone: mobile, phone_confirm: true })
  const id = made.data.user?.id ?? ''
  await service(stack)
    .from('profiles')
    .update({ first_name: 'Klara', last_name: 'Beck', mobile })
    .eq('id', id)
    .throwOnError()
  return id
}

async function bookFor(desk: Person, customer_id: string) {
  const car_type_id = await carTypeId(desk.client)
  const { body } = await invoke<Estimate>(desk.client, 'routes/estimate', {
    pickup: vaduz,
    drop: schaan,
    car_type_id,
    customer_id
  })
  return unwrap(await desk.client.rpc('create_booking', { quote_id: body.quote_id ?? '', payment_mode: 'cash' }))
}

test('a ride that the office books for a caller without the app is driven to its end without a code', async ({
  open,
  person,
  stack,
  picture
}) => {
  const desk = await person('admin@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const { id, otp_secure } = await bookFor(desk, await caller(stack))
  expect(otp_secure).toBe(false)
  await offerOf(driver, id)
  await accept(driver, id)
  const cab = await open(`/bookings/${id}`, { as: driver, at: vaduz })
  await cab.getByRole('button', { name: 'I have arrived' }).click()
  await expect(cab.getByRole('button', { name: 'Start trip' })).toBeVisible()
  await expect(cab.getByText('Start code')).toHaveCount(0)
  await expectAccessible(cab)
  await expectEveryManner(cab, 'telephone-ride', { isSunny: true, keep: picture })
  const status = async () => (await service(stack).from('bookings').select('status').eq('id', id).single()).data?.status
  await slide(cab, 'Start trip')
  await expect(cab.getByRole('button', { name: 'Drop-off reached' })).toBeVisible()
  // The page shows a step before the server has it.
  await expect.poll(status).toBe('STARTED')
  await moveTo(cab, schaan)
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  await expect(cab.getByRole('button', { name: 'Confirm cash' })).toBeVisible()
  await slide(cab, 'Confirm cash')
  await expect.poll(status).toBe('PAID')
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})

test('a driver whose rider has an empty phone starts at once after the office allowed it', async ({
  open,
  person,
  stack
}) => {
  const rider = await person('rider26@hackney.test')
  const driver = await person('driver@hackney.test')
  const desk = await person('admin@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
  const cab = await open(`/bookings/${id}`, { as: driver, at: vaduz })
  const trip = await open(`/bookings/${id}`, { as: rider })
  const code = cab.getByRole('textbox', { name: /start code/i })
  await expect(code).toBeVisible()
  await expect(trip.getByRole('region', { name: 'Start code' })).toBeVisible()

  await test.step('a wrong code is refused, and its message goes with the field', async () => {
    await code.fill('00000')
    await slide(cab, 'Start trip')
    await expect(cab.getByText('This start code is wrong. Ask your rider again.')).toBeVisible()
    unwrap(await desk.client.rpc('override_start_code', { booking_id: id, reason: 'The rider called from the car' }))
    await expect(code).toHaveCount(0)
    await expect(cab.getByText('This start code is wrong. Ask your rider again.')).toHaveCount(0)
    await expect(trip.getByRole('region', { name: 'Start code' })).toHaveCount(0)
  })
  await slide(cab, 'Start trip')
  await expect(cab.getByRole('button', { name: 'Drop-off reached' })).toBeVisible()
  await expect
    .poll(async () => (await service(stack).from('bookings').select('status').eq('id', id).single()).data?.status)
    .toBe('STARTED')
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})
