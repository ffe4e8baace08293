/** A parcel as its driver fetched it and handed it over, for the one who sent it. */
import { service } from '../support/people.ts'
import { accept, estimate, goOnline, schaan, unwrap, vaduz } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** A picture of one point. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a driver takes pictures of a parcel, and its sender sees them', async ({ open, person, picture, stack }) => {
  const rider = await person('rider10@hackney.test')
  const admin = await person('admin@hackney.test')
  const driver = await person('driver5@hackney.test')
  const set = (isOn: boolean) =>
    service(stack)
      .from('settings')
      .update({
        allow_delivery_pickup_image_capture: isOn,
        allow_final_delivery_image_capture: isOn
      })
      .eq('id', 1)
      .throwOnError()
  await set(true)
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 50 }))
  const { quote_id } = await estimate(rider.client, vaduz, schaan, 'Courier')
  const details = { delivery_person: 'Nora Matt', delivery_person_phone: '+4235551212' }
  const { id } = unwrap(
    await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'wallet', details })
  )
  unwrap(await rider.client.rpc('pay_with_wallet', { booking_id: id }))
  await goOnline(driver)
  unwrap(await admin.client.rpc('assign_driver', { booking_id: id, driver_id: driver.id }))
  await accept(driver, id)
  unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
  const cab = await open(`/bookings/${id}`, { as: driver, at: vaduz })
  const sender = await open(`/bookings/${id}`, { as: rider })
  const photos = cab.getByRole('region', { name: 'Photos of the parcel' })
  const file = { name: 'p.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
  await photos.getByLabel('Take a photo').setInputFiles(file)
  await expect(photos.getByRole('img', { name: 'The parcel when it was fetched' })).toBeVisible()
  await expectAccessible(cab)
  await picture(cab, 'parcel-photo-driver')
  await expect(sender.getByRole('img', { name: 'The parcel when it was fetched' })).toBeVisible()
  await expect(sender.getByText('Take a photo')).toHaveCount(0)
  await expectAccessible(sender)
  await picture(sender, 'parcel-photo')
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id }))
  await driver.client.rpc('set_driver_active', { active: false })
  await set(false)
})
