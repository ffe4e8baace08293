import type { Person } from '../support/people.ts'
import { bookAccepted, estimate, type Place, unwrap, vaduz } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

/** Much nearer than Schaan, so the ride there is cheaper. */
const nearby: Place = { lat: 47.1488, lng: 9.5175, add: 'Lettstrasse, Vaduz' }

async function askForRoute(rider: Person, bookingId: string, drop: Place): Promise<void> {
  const { quote_id } = await estimate(rider.client, vaduz, drop)
  unwrap(await rider.client.rpc('change_route', { booking_id: bookingId, quote_id: quote_id ?? '' }))
}

test('A driver declines a cheaper route, then accepts one; the rider withdraws one and sees each answer', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider5@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const [riderPage, driverPage] = await Promise.all(
    [rider, driver].map((as) => open(`/bookings/${id}`, { at: vaduz, as }))
  )
  if (!riderPage || !driverPage) throw new Error('a page is missing')
  const waiting = riderPage.getByRole('region', { name: "Waiting for your driver's answer" })
  const asked = driverPage.getByRole('region', { name: 'The rider asks for another drop-off' })

  await test.step('both see what is asked for, and that the old route stands', async () => {
    await askForRoute(rider, id, nearby)
    for (const block of [waiting, asked]) {
      await expect(block).toContainText('Lettstrasse')
      await expect(block).toContainText(/CHF\s[\d.]+ instead of CHF\s[\d.]+/)
    }
    for (const page of [riderPage, driverPage]) {
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await Promise.all([picture(riderPage, 'route-change-rider'), picture(driverPage, 'route-change-driver')])
  })

  await test.step('the driver keeps the old route', async () => {
    await asked.getByRole('button', { name: 'Keep the old route' }).click()
    await expect(asked).toBeHidden()
    await expect(waiting).toBeHidden()
  })

  await test.step('the rider withdraws the next one', async () => {
    await askForRoute(rider, id, nearby)
    await expect(asked).toBeVisible()
    await waiting.getByRole('button', { name: 'Withdraw the request' }).click()
    await expect(waiting).toBeHidden()
    await expect(asked).toBeHidden()
  })

  await test.step('the driver accepts the last one, and both see the new drop-off', async () => {
    await askForRoute(rider, id, nearby)
    await asked.getByRole('button', { name: 'Accept the new route' }).click()
    await expect(asked).toBeHidden()
    await expect(waiting).toBeHidden()
    const booking = unwrap(await rider.client.from('bookings').select('drop_address').eq('id', id).single())
    expect(booking.drop_address).toContain('Lettstrasse')
  })

  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  await driver.client.rpc('set_driver_active', { active: false })
})
