// Measures the time from a driver's "accept" until the rider's screen shows it: the driver calls the function, the page in a
// real browser gets the broadcast, fetches the booking and draws. Both times are from this machine's clock.
import { unwrap } from '../../tests/support/responses.ts'
import { accept, book, goOnline, offerOf } from '../../tests/support/ride.ts'
import { type Figure, percentile, round } from '../report.ts'
import { openPhone, shownAt } from './page.ts'
import type { People } from './people.ts'

/**
 * Pause before the driver accepts (ms), because the rider's page must be open by then, and the processor needs a moment to draw
 * its map.
 */
const SETTLE_MS = 2500

interface AcceptOptions {
  web: string
  samples: number
  /** Name of the database engine, for the figure; the next field limits its 95th percentile (ms). */
  on: string
  goal: number | null
}

export async function measureAccept(people: People, { web, samples, on, goal }: AcceptOptions): Promise<Figure[]> {
  const { admin, rider, driver } = people
  const car = unwrap(await driver.client.from('drivers').select('vehicle_number').eq('id', driver.id).single())
  const { page, close } = await openPhone(web, rider, { isMoving: false })
  try {
    const times: number[] = []
    // Do one more round than is counted: the first one warms up page, functions and plans.
    for (let index = 0; index <= samples; index++) {
      await goOnline(driver)
      const { id } = await book(rider)
      await page.goto(`/bookings/${id}`)
      await page.getByRole('timer').waitFor()
      await offerOf(driver, id)
      await page.waitForTimeout(SETTLE_MS)
      const shown = shownAt(page, { text: car.vehicle_number ?? '' })
      const begin = Date.now()
      await accept(driver, id)
      const time = (await shown) - begin
      if (index > 0) times.push(time)
      // Cancel as an admin: a rider who cancels so often pays for it and has to wait.
      unwrap(await admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Measured' }))
    }
    const name = `accept to rider's screen on ${on}`
    return [
      { metric: `${name}, p50`, value: round(percentile(times, 0.5)), unit: 'ms', goal: null },
      { metric: `${name}, p95`, value: round(percentile(times, 0.95)), unit: 'ms', goal }
    ]
  } finally {
    await close()
  }
}
