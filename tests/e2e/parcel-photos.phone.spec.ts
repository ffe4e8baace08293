/** A parcel's photos, which its sender sees, and its return when nobody accepts it. */
import { service } from '../support/people.ts'
import { type Place, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, estimate, goOnline } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, slide, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** A picture of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Close enough to the pickup that a courier is at both doors. */
const nextStreet: Place = { lat: 47.1437, lng: 9.5222, add: 'Aeulestrasse, Vaduz' }

// Spec 2.7, 3.36, 4.66, 7.60, 7.61
test('a driver photographs a parcel that nobody accepts, and its sender follows its way back', async ({
  open,
  person,
  picture,
  stack
}) => {
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
  const { quote_id } = await estimate(rider.client, vaduz, nextStreet, 'Courier')
  const details = {
    delivery_person: 'Nora Matt',
    delivery_person_phone: '+4235551212',
    pick_up_instructions: 'Ring at the yard',
    delivery_instructions: 'Second floor,\nbeside the lift'
  }
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
  const recipient = cab.getByRole('link', { name: 'Call · Nora Matt' })
  await expect(cab.getByText('Ring at the yard')).toBeVisible()
  await expect(recipient).toBeHidden()
  await expectEveryManner(cab, 'parcel-fetched', { isSunny: true, keep: picture })
  await photos.getByLabel('Take a photo').setInputFiles(file)
  await expect(photos.getByRole('img', { name: 'The parcel when it was fetched' })).toBeVisible()
  await expectAccessible(cab)
  await expectEveryManner(cab, 'parcel-photo-driver', { isSunny: true, keep: picture })
  await expect(sender.getByRole('img', { name: 'The parcel when it was fetched' })).toBeVisible()
  await expect(sender.getByText('Take a photo')).toHaveCount(0)
  await expectAccessible(sender)
  await picture(sender, 'parcel-photo')

  await test.step('at the door a person signs for it with a finger', async () => {
    await slide(cab, 'Start trip')
    await expect(cab.getByText('Second floor,\nbeside the lift')).toBeVisible()
    await expect(cab.getByText('Ring at the yard')).toBeHidden()
    await expect(cab.getByText('Who takes the parcel: Nora Matt')).toBeVisible()
    await expect(recipient).toHaveAttribute('href', 'tel:+4235551212')
    await expectEveryManner(cab, 'parcel-carried', { isSunny: true, keep: picture })
    await cab.getByRole('button', { name: 'Hand over' }).click()
    const dialog = cab.getByRole('dialog', { name: 'Hand over' })
    await expect(dialog.getByRole('textbox', { name: 'Who takes it in?' })).toHaveValue('Nora Matt')
    await expectAccessible(cab, '[role=dialog]')
    await expectEveryManner(cab, 'hand-over', { within: '[role=dialog]', isSunny: true, keep: picture })
    const box = await dialog.getByRole('img', { name: 'Signature' }).boundingBox()
    if (!box) throw new Error('the signature field is not visible')
    await cab.mouse.move(box.x + 20, box.y + 20)
    await cab.mouse.down()
    await cab.mouse.move(box.x + 120, box.y + 60, { steps: 6 })
    await cab.mouse.up()
    await picture(cab, 'parcel-signature')
    await dialog.getByRole('button', { name: 'Keep' }).click()
    await expect(cab.getByText('Taken in by Nora Matt')).toBeVisible()
    const signed = service(stack)
      .from('booking_contacts')
      .select('received_by, signature')
      .eq('booking_id', id)
      .single()
    await expect
      .poll(async () => unwrap(await signed))
      .toEqual({
        received_by: 'Nora Matt',
        signature: expect.stringMatching(/^M\d+ \d+(L\d+ \d+){3,}$/)
      })
  })

  await test.step('when nobody accepts it at the door, the driver gives a reason and turns back without a code', async () => {
    await expect(cab.getByRole('textbox', { name: 'Code from the person who takes the parcel' })).toBeVisible()
    await cab.getByRole('button', { name: 'Nobody takes the parcel' }).click()
    const question = cab.getByRole('dialog', { name: 'Return the parcel?' })
    await expect(question).toContainText('Städtle')
    await expect(question).toContainText(/for the fare that stands, CHF/)
    await expectAccessible(cab, '[role=dialog]')
    await expectEveryManner(cab, 'return-parcel', { within: '[role=dialog]', isSunny: true, keep: picture })
    await question.getByRole('textbox').fill('The door stays shut')
    await cab.context().setOffline(true)
    await question.getByRole('button', { name: 'Return it' }).click()
    await expect(cab.getByRole('heading', { level: 1 })).toHaveText('Take the parcel back')
    await expect(cab.getByText('Ring at the yard')).toBeVisible()
    await expect(recipient).toBeHidden()
    await expect(cab.getByRole('textbox', { name: 'Code from the person who takes the parcel' })).toBeHidden()
    await expect(cab.getByRole('button', { name: 'Nobody takes the parcel' })).toBeHidden()
    await expectAccessible(cab)
    await picture(cab, 'parcel-returning-offline')
    await cab.context().setOffline(false)
  })

  await test.step('its sender sees that it comes back, why, and that this costs nothing more', async () => {
    await expect(sender.getByRole('heading', { level: 1 })).toHaveText('Your parcel is coming back')
    const way = sender.getByRole('region', { name: 'Way back' })
    await expect(way).toContainText('The door stays shut')
    await expect(way).toContainText('costs nothing more')
    await expectAccessible(sender)
    await expectNoSidewaysScroll(sender)
    await picture(sender, 'parcel-returning')
  })

  await test.step('back at the sender the trip ends and is paid', async () => {
    await cab.getByRole('button', { name: 'Drop-off reached' }).press('Enter')
    await cab.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
    await expect(sender.getByRole('region', { name: 'Way back' })).toContainText(/Back at .*Städtle/)
  })

  await driver.client.rpc('set_driver_active', { active: false })
  await set(false)
})
