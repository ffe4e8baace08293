/** A claimed ride is near and its driver is offline: the driver is asked, confirms, or gives the ride back. */
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { estimate } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** The job of the database that asks runs every five seconds, later on a busy machine. */
const SOON = { timeout: 60_000 }

test('a driver who is offline before a claimed ride is asked whether they will come', async ({
  open,
  person,
  picture,
  stack
}) => {
  const driver = await person('driver2@hackney.test')
  const rider = await person('rider2@hackney.test')
  const admin = await person('admin@hackney.test')
  const rows = service(stack)
  const bookingOf = async (id: string) =>
    unwrap(await rows.from('bookings').select('status,driver_id,driver_cancel_count').eq('id', id).single())
  const claim = async (): Promise<string> => {
    const { quote_id } = await estimate(rider.client)
    const trip_at = new Date(Date.now() + 25 * 60_000).toISOString()
    const made = await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash', trip_at })
    const { id } = unwrap(made)
    unwrap(await driver.client.rpc('claim_booking', { booking_id: id }))
    return id
  }
  await driver.client.rpc('set_driver_active', { active: false })
  const { car_type_id } = unwrap(await rows.from('drivers').select('car_type_id').eq('id', driver.id).single())
  const { id: cab } = unwrap(await rows.from('car_types').select('id').eq('name', 'Cab').single())
  await rows.from('drivers').update({ car_type_id: cab }).eq('id', driver.id).throwOnError()
  const page = await open('/drive', { at: vaduz, as: driver })
  const kept = await claim()

  await test.step('the card on the duty page says why, and until when the answer counts', async () => {
    const card = page.getByRole('region', { name: 'Will you be there?' })
    await expect(card).toBeVisible(SOON)
    await expect(card).toContainText('You are offline.')
    await expect(card).toContainText(vaduz.add)
    await expect(card).toContainText(/Answer by \d{1,2}:\d\d/)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'driver-claim-question')
    await expectEveryManner(page, 'driver-claim-question')
    const { rows: listed } = unwrap(await admin.client.rpc('attention_list')) as {
      rows: { booking_id: string; reason: string }[]
    }
    expect(listed).toContainEqual(expect.objectContaining({ booking_id: kept, reason: 'claim_at_risk' }))
    await card.getByRole('button', { name: 'Yes, I will be there' }).click()
    await expect(page.getByText(/^Thank you\. Be on your way by/)).toBeVisible()
    await expect(card).toBeHidden()
    expect(await bookingOf(kept)).toMatchObject({ status: 'ACCEPTED', driver_id: driver.id })
  })

  await rider.client.rpc('cancel_booking', { booking_id: kept, reason: 'My plans changed' })
  await page.goto('/drive/trips')
  const given = await claim()

  await test.step('on any other page the question is in front, and giving back is not counted', async () => {
    const dialog = page.getByRole('dialog', { name: 'Will you be there?' })
    await expect(dialog).toBeVisible(SOON)
    await picture(page, 'driver-claim-dialog')
    await dialog.getByRole('button', { name: 'Give it back' }).click()
    await expect(page.getByText(/^Given back\./)).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await bookingOf(given)).toMatchObject({ status: 'NEW', driver_id: null, driver_cancel_count: 0 })
  })

  await rider.client.rpc('cancel_booking', { booking_id: given, reason: 'My plans changed' })
  await rows.from('drivers').update({ car_type_id }).eq('id', driver.id).throwOnError()
})
