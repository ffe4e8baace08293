/** "I have arrived" is a driver's claim: from elsewhere it is asked about, and nobody hears of it until the car is there. */
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf } from '../support/ride.ts'
import { expect, expectAccessible, moveTo, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** 860 m south of the pickup. */
const farAway = { lat: vaduz.lat - 0.00773, lng: vaduz.lng, add: 'South of Vaduz' }

test('a driver who reports the arrival from 860 m away is asked, and the rider hears of it when the car is there', async ({
  open,
  person,
  stack,
  picture
}) => {
  const rider = await person('rider24@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver, farAway)
  const { id } = await book(rider)
  await offerOf(driver, id)
  await accept(driver, id)
  const cab = await open(`/bookings/${id}`, { as: driver, at: farAway })
  const trip = await open(`/bookings/${id}`, { as: rider })
  const title = trip.getByRole('heading', { level: 1 })
  const arrived = async () =>
    unwrap(await service(stack).from('notices').select('key').eq('booking_id', id).eq('key', 'driver_arrived')).length
  await expect(title).toHaveText(/^(Arriving in|.* is on the way)/)

  await test.step('the button asks, and "Not yet" changes nothing', async () => {
    // Without a position the page cannot ask; the next turn shows that it has one.
    await expect(cab.getByRole('region', { name: 'Next turn' })).toBeVisible()
    await cab.getByRole('button', { name: 'I have arrived' }).click()
    const question = cab.getByRole('dialog', { name: /^The pickup is still (8[0-9]0|0\.9) k?m away$/ })
    await expect(question).toContainText('once you are within 500 m of the pickup')
    await expectAccessible(cab, '[role=dialog]')
    await expectEveryManner(cab, 'arrive-far', { within: '[role=dialog]', isSunny: true, keep: picture })
    await question.getByRole('button', { name: 'Not yet' }).click()
    await expect(cab.getByRole('heading', { level: 1, name: /^Pick up/ })).toBeVisible()
  })

  await test.step('confirmed from there, it counts for nobody: no message, no wait, the rider’s page stays', async () => {
    await cab.getByRole('button', { name: 'I have arrived' }).click()
    await cab.getByRole('dialog').getByRole('button', { name: 'I have arrived' }).click()
    await expect(cab.getByText(/^You are .* from the pickup\. Your rider hears of your arrival/)).toBeVisible()
    await expect(cab.getByText(/You may leave/)).toHaveCount(0)
    await expect(cab.getByRole('timer')).toHaveCount(0)
    await expect(cab.getByRole('link', { name: 'Navigate to pickup' })).toBeVisible()
    const status = async () =>
      (await service(stack).from('bookings').select('status').eq('id', id).single()).data?.status
    await expect.poll(status).toBe('ARRIVED')
    await trip.reload()
    await expect(title).toHaveText(/^(Arriving in|.* is on the way)/)
    expect(await arrived()).toBe(0)
    await expectAccessible(cab)
  })

  await test.step('when the car comes to the pickup, the rider hears of it and the wait begins', async () => {
    await moveTo(cab, vaduz)
    await expect.poll(arrived, { timeout: 90_000 }).toBe(1)
    await expect(title).toHaveText(/is here|has arrived/)
    await expect(cab.getByText(/^You may leave in/)).toBeVisible()
    await expect(cab.getByRole('timer')).toBeVisible()
  })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
})
