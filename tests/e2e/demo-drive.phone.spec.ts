import { distance, type LatLng } from '../../supabase/functions/_shared/region/mod.ts'
import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { openBar, test } from './demo-stack.ts'
import { expect, expectAccessible, expectStreets, goOnline, slide } from './fixtures.ts'
import { tripOf } from './road.ts'

/** The university of Vaduz, a short drive away, because the car takes its time. */
const university = { lat: 47.148972, lng: 9.512312, add: 'Ebenholz, Vaduz' }
/** Outside the served area. */
const newYork = { lat: 40.7128, lng: -74.006 }

/** Metres from the last point of a booking's trail to a place. */
async function metresTo(stack: StackEnv, bookingId: string, place: LatLng): Promise<number> {
  const trail = service(stack).from('tracking_points').select('lat,lng').eq('booking_id', bookingId)
  const [last] = unwrap(await trail.order('at', { ascending: false }).limit(1))
  return last ? distance(last, place) : Number.POSITIVE_INFINITY
}

test('a driver far away drives in the region’s town, and completes a whole ride by pressing its steps', async ({
  open,
  person,
  stack,
  picture
}) => {
  const rider = await person('rider@hackney.test')
  const page = await open('/drive', { at: newYork, as: await person('driver@hackney.test') })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

  await test.step('the driver chooses to drive in the town instead of at the real position', async () => {
    await goOnline(page)
    await expect(page.getByRole('alert')).toContainText('You are outside the area we serve')
    await picture(page, 'demo-drive-offered')
    await button('Drive in Vaduz').click()
    await expect(heading('Waiting for trips')).toBeVisible()
    await expect(page.getByText('You drive in Vaduz.')).toBeVisible()
    await expectStreets(page)
    await expectAccessible(page)
    await picture(page, 'demo-drive-town')
  })

  await test.step('a reload keeps the position in the town', async () => {
    await page.reload()
    await expect(page.getByText('You drive in Vaduz.')).toBeVisible()
    await expect(heading('Waiting for trips')).toBeVisible()
  })

  const { id } = await book(rider, vaduz, university)
  await button('Accept').click()
  await expect(heading(/^Pick up/)).toBeVisible()

  await test.step('the car drives to the pickup by itself, faster when the demo’s time runs faster', async () => {
    await openBar(page)
    await button('16x').click()
    await expect.poll(() => metresTo(stack, id, vaduz), { timeout: 60_000 }).toBeLessThan(150)
    await button('I have arrived').click()
  })

  await test.step('after the start the car drives the booked route, and the meter counts its distance', async () => {
    const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
    await page.getByRole('textbox', { name: 'Start code from your rider' }).fill(otp)
    await slide(page, 'Start trip')
    await expect(heading('Drive to the drop-off')).toBeVisible()
    const trip = await tripOf(page, stack)
    const drop = { lat: trip.drop_lat ?? Number.NaN, lng: trip.drop_lng ?? Number.NaN }
    await expect.poll(() => metresTo(stack, id, drop), { timeout: 90_000 }).toBeLessThan(60)
    await slide(page, 'Drop-off reached')
    await expect(heading(/^Collect CHF/)).toBeVisible()
    await slide(page, 'Confirm cash')
    const { distance, estimate_distance: quoted } = await tripOf(page, stack)
    expect(distance).toBeGreaterThan(quoted * 0.85)
    expect(distance).toBeLessThan(quoted * 1.15)
  })
})

test('a driver who has not allowed the position also drives in the town', async ({ open, person }) => {
  const page = await open('/drive', { as: await person('driver@hackney.test') })
  await goOnline(page)
  await expect(page.getByRole('alert')).toContainText('Location is blocked')
  await page.getByRole('button', { name: 'Drive in Vaduz' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Waiting for trips' })).toBeVisible()
  await page.getByRole('button', { name: 'Use my position' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Location is blocked' })).toBeVisible()
})
