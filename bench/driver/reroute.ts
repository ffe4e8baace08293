// Measures the time from a driver's first position off the route until the driver hears the first announcement of a new route.
import { vaduz } from '../../tests/support/places.ts'
import { unwrap } from '../../tests/support/responses.ts'
import { bookAccepted, start } from '../../tests/support/ride.ts'
import { type Figure, percentile, round } from '../report.ts'
import type { People } from '../ride/people.ts'
import { openPhone } from './page.ts'

const GOAL_MS = 300
const ROUNDS = 20
/** Time that a driver stays on a route before leaving it (ms). */
const REST_MS = 1500
/**
 * Returns the driver's position in round n. It is off the current route: in the first round the route to Schaan, later the route
 * that began at the previous position. So each round needs a new route.
 */
const off = (n: number) => ({
  latitude: vaduz.lat + 0.004 + (n % 4) * 0.0016 + n * 2e-5,
  longitude: vaduz.lng + 0.004 - (n % 2) * 0.006
})

declare global {
  interface Window {
    fixAt: number
    wordAt: number
  }
}

/** Runs in the page: records when the device reported a position, and when the phone spoke. */
function watchWords(): void {
  window.fixAt = 0
  window.wordAt = 0
  const { watchPosition } = Geolocation.prototype
  Geolocation.prototype.watchPosition = function (onFix, ...others) {
    return watchPosition.call(
      this,
      (position) => {
        window.fixAt = performance.now()
        onFix(position)
      },
      ...others
    )
  }
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      speak: () => {
        window.wordAt = performance.now()
      },
      cancel: () => undefined
    }
  })
}

export async function measureReroute({ rider, driver }: People, web: string): Promise<Figure[]> {
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  const { page, close } = await openPhone(web, driver, { at: vaduz })
  try {
    await page.addInitScript(watchWords)
    await page.goto(`/bookings/${id}`)
    await page.getByRole('region', { name: 'Next turn', exact: true }).waitFor()
    await page.waitForTimeout(5000)
    const samples: number[] = []
    for (let n = 0; n <= ROUNDS; n += 1) {
      await page.evaluate(() => {
        window.wordAt = 0
        window.fixAt = 0
        performance.clearResourceTimings()
      })
      await page.context().setGeolocation(off(n))
      // Count only announcements after the response: the old route may have one for this place, too.
      await page.waitForFunction(() => {
        const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('routes/directions'))
        return answer && window.wordAt >= (answer as PerformanceResourceTiming).responseEnd
      })
      if (n > 0) samples.push(await page.evaluate(() => window.wordAt - window.fixAt))
      await page.waitForTimeout(REST_MS)
    }
    return [
      {
        metric: 'from leaving the way to the next word, p50',
        value: round(percentile(samples, 0.5), 0),
        unit: 'ms',
        goal: null
      },
      {
        metric: 'from leaving the way to the next word, p95',
        value: round(percentile(samples, 0.95), 0),
        unit: 'ms',
        goal: GOAL_MS
      }
    ]
  } finally {
    await close()
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await driver.client.rpc('set_driver_active', { active: false })
  }
}
