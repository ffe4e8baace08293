import type { Person } from '../../tests/support/people.ts'
import { unwrap } from '../../tests/support/responses.ts'
import { book } from '../../tests/support/ride.ts'
import { type Figure, percentile, round } from '../report.ts'
import type { Desk } from './page.ts'

const FRAME_MS = 4
const LONG_MS = 50
const POSITIONS_MB = 1
const HEAP_MB = 20
const WATCHED_S = 60

declare global {
  interface Window {
    gc?: () => void
    /** The cost of the desk's map in a minute: for each frame the time of our script, and the number of frames. */
    cost: { cars: number[]; longest: number; shown: number }
  }
}

/**
 * Runs in the page: measures our timers, those that move the cars (80 ms, src/components/map/use-gliding.ts) separately, and
 * counts the frames. The map library draws in frames of its own, on the processor if there is no graphics card.
 */
function watchFrames(): void {
  window.cost = { cars: [], longest: 0, shown: 0 }
  const { requestAnimationFrame: frame, setInterval: every } = window
  const timed =
    (run: () => void, ms = 0) =>
    () => {
      const begin = performance.now()
      run()
      const time = performance.now() - begin
      if (ms === 80) window.cost.cars.push(time)
      window.cost.longest = Math.max(window.cost.longest, time)
    }
  window.setInterval = ((run: () => void, ms?: number) => every.call(window, timed(run, ms), ms)) as typeof setInterval
  const count = () => {
    window.cost.shown += 1
    frame.call(window, count)
  }
  frame.call(window, count)
}

/** Measures a minute of 500 cars on the map. */
export async function measureMotion({ page, cdp }: Desk): Promise<Figure[]> {
  await page.addInitScript(watchFrames)
  await page.goto('/bookings')
  // Zoom in by one step, so that all cars glide: zoomed out the movement would be invisible, and cars do not glide.
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.waitForTimeout(10_000)
  let bytes = 0
  await cdp.send('Network.enable')
  const asked = new Set<string>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.includes('rpc/drivers_for_map') && request.method === 'POST') asked.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) bytes += encodedDataLength
  })
  await page.evaluate(() => {
    window.cost = { cars: [], longest: 0, shown: 0 }
  })
  await page.waitForTimeout(WATCHED_S * 1000)
  const { shown, cars, longest } = await page.evaluate(() => window.cost)
  if (cars.length === 0) throw new Error('no car moves on the map')
  return [
    {
      metric: 'our script per frame of 500 cars, p95',
      value: round(percentile(cars, 0.95), 1),
      unit: 'ms',
      goal: FRAME_MS
    },
    { metric: 'our longest task', value: round(longest, 0), unit: 'ms', goal: LONG_MS },
    { metric: 'frames a second', value: round(shown / WATCHED_S, 0), unit: '/s', goal: null },
    { metric: 'positions a minute', value: round(bytes / 1e6, 2), unit: 'MB', goal: POSITIONS_MB }
  ]
}

/**
 * Number of hours that the desk stays open; fewer than eight are for a quick look and prove nothing. The next constant is the
 * speed-up.
 */
const HOURS = Number(process.env.HACKNEY_BENCH_HOURS ?? 8)
const FASTER = 60
const POLLS = (HOURS * 3600) / 5
const BOOKINGS = 5 * HOURS

/** Measures the memory that remains after the responses of a day have gone through the page. */
export async function measureHours(
  { page: other }: Desk,
  { rider, admin }: Record<'rider' | 'admin', Person>
): Promise<Figure[]> {
  // Use a new page, because the other one still holds notes of earlier measurements.
  const page = await other.context().newPage()
  await other.close()
  await page.addInitScript((faster) => {
    const { setInterval: every } = window
    window.setInterval = ((run: () => void, ms = 0) =>
      every.call(window, run, ms >= 5000 ? ms / faster : ms)) as typeof setInterval
  }, FASTER)
  let polls = 0
  page.on('response', (response) => {
    if (response.url().includes('rpc/drivers_for_map')) polls += 1
  })
  await page.goto('/bookings')
  await page.waitForTimeout(20_000)
  const cdp = await page.context().newCDPSession(page)
  const heap = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }
    return usedSize / 2 ** 20
  }
  const [before, first] = [await heap(), polls]
  for (let n = 0; polls - first < POLLS; n += 1) {
    if (n < BOOKINGS) {
      const { id } = await book(rider)
      unwrap(await admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Measured' }))
    }
    await page.waitForTimeout(1000)
  }
  return [
    { metric: 'answers with positions', value: polls - first, unit: '', goal: null },
    { metric: `heap after ${HOURS} hours of them`, value: round((await heap()) - before, 1), unit: 'MB', goal: HEAP_MB }
  ]
}
