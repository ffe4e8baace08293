/**
 * The promised arrival is by road a moment after the acceptance. The stack calls the worker itself; on a hosted project pg_net does.
 */
import { expect, it } from 'vitest'
import { service, signIn } from '../../support/people.ts'
import { schaan, vaduz } from '../../support/places.ts'
import { invoke, unwrap } from '../../support/responses.ts'
import { accept, book, goOnline, offerOf } from '../../support/ride.ts'
import { stackUnderTest } from '../../support/worker.ts'

const env = stackUnderTest()
const written = ({ lat, lng }: { lat: number; lng: number }) => `${lat},${lng}`

it('a worker measures the way of a driver who accepts, and the promised arrival is by road', async () => {
  const rider = await signIn(env, 'rider4@hackney.test')
  const driver = await signIn(env, 'driver@hackney.test')
  const rows = service(env)
  await goOnline(driver, schaan)
  const { id } = await book(rider, vaduz, schaan)
  const promise = async () => {
    const booking = await rows.from('bookings').select('accepted_at,promised_at').eq('id', id).single()
    const { accepted_at, promised_at } = unwrap(booking)
    return (Date.parse(promised_at ?? '') - Date.parse(accepted_at ?? '')) / 1000
  }
  await offerOf(driver, id)
  await accept(driver, id)
  const position = await rows.from('driver_positions').select('lat,lng').eq('driver_id', driver.id).single()
  const way = { start: written(unwrap(position)), dest: written(vaduz) }
  const { body } = await invoke<{ time_in_secs: number }>(driver.client, 'routes/directions', way)
  // Five minutes of grace after the way.
  await expect.poll(promise, { timeout: 10_000 }).toBe(300 + Math.max(60, Math.round(body.time_in_secs)))
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
  await driver.client.rpc('set_driver_active', { active: false })
})
