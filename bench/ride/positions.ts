// Measures the cost of twenty positions a second on a rider's phone: the driver's phone sends them on the trip's topic, the
// page receives each and moves the car.
import { unwrap } from '../../tests/support/responses.ts'
import { bookAccepted } from '../../tests/support/ride.ts'
import { type Figure, percentile, round } from '../report.ts'
import { openPhone } from './page.ts'
import type { People } from './people.ts'

const SCRIPT_MS = 4
const LONG_MS = 50
const PER_SECOND = 20
const WATCHED_S = 30
/** Time until the map is drawn and the channel joined (ms). */
const SETTLE_MS = 8000
/** Distance between two positions at 50 km/h, in degrees of latitude. */
const STEP = 50 / 3.6 / PER_SECOND / 111_195

interface Cost {
  /** Time of our script between two positions (ms): message, React and the car's movement together. */
  each: number[]
  longest: number
  frames: number
}

declare global {
  interface Window {
    tripCost: Cost
  }
}

/**
 * Runs in the page: measures our callbacks without the map library's drawing, which in this benchmark the processor does, and
 * on a phone a graphics chip. The callbacks are messages of the socket, React's turns (message channels), timers and frames.
 */
function watch(): void {
  const cost: Cost = { each: [], longest: 0, frames: 0 }
  let sum = 0
  window.tripCost = cost
  const timed = <Args extends unknown[]>(run: (...args: Args) => unknown): ((...args: Args) => void) => {
    const isMaps = /maplibre/.test(new Error().stack ?? '')
    if (isMaps) return run
    return (...args) => {
      const begin = performance.now()
      run(...args)
      const time = performance.now() - begin
      sum += time
      cost.longest = Math.max(cost.longest, time)
    }
  }
  const { requestAnimationFrame: frame, setTimeout: later, setInterval: every } = window
  window.requestAnimationFrame = (run) => frame.call(window, timed(run))
  window.setTimeout = ((run: () => void, ms?: number) => later.call(window, timed(run), ms)) as typeof setTimeout
  window.setInterval = ((run: () => void, ms?: number) => every.call(window, timed(run), ms)) as typeof setInterval
  for (const [owner, name] of [
    [WebSocket.prototype, 'onmessage'],
    [MessagePort.prototype, 'onmessage']
  ] as const) {
    const { get = () => null, set = () => undefined } = Object.getOwnPropertyDescriptor(owner, name) ?? {}
    Object.defineProperty(owner, name, {
      configurable: true,
      get,
      set(run) {
        const heard = run && timed(run.bind(this))
        const isSocket = this instanceof WebSocket
        set.call(
          this,
          heard &&
            ((event: MessageEvent) => {
              const text = event.data instanceof ArrayBuffer ? new TextDecoder().decode(event.data) : String(event.data)
              if (isSocket && text.includes('"heading"')) {
                cost.each.push(sum)
                sum = 0
              }
              heard(event)
            })
        )
      }
    })
  }
  const count = () => {
    cost.frames += 1
    frame.call(window, count)
  }
  frame.call(window, count)
}

export async function measurePositions({ admin, rider, driver }: People, web: string): Promise<Figure[]> {
  const { id } = await bookAccepted(rider, driver)
  const topic = unwrap(await driver.client.rpc('position_topic', { booking_id: id }))
  const { page, close } = await openPhone(web, rider, { isMoving: true })
  try {
    await page.addInitScript(watch)
    await page.goto(`/bookings/${id}`)
    await page.waitForTimeout(SETTLE_MS)
    await driver.client.realtime.setAuth()
    const channel = driver.client.channel(topic, { config: { private: true } })
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status) => {
        if (status === 'SUBSCRIBED') resolve()
        else if (status !== 'CLOSED') reject(new Error(`the driver's channel: ${status}`))
      })
    })
    await page.evaluate(() => {
      Object.assign(window.tripCost, { each: [], longest: 0, frames: 0 })
    })
    for (let n = 0; n < WATCHED_S * PER_SECOND; n += 1) {
      const due = performance.now() + 1000 / PER_SECOND
      const payload = { lat: 47.141 + n * STEP, lng: 9.5209, heading: 0, at: Date.now() }
      await channel.send({ type: 'broadcast', event: 'position', payload })
      await page.waitForTimeout(Math.max(0, due - performance.now()))
    }
    const { each, longest, frames } = await page.evaluate(() => window.tripCost)
    if (each.length < (WATCHED_S * PER_SECOND) / 2) throw new Error(`only ${each.length} positions came`)
    return [
      { metric: 'positions heard', value: each.length, unit: '', goal: null },
      { metric: 'our script per position, p50', value: round(percentile(each, 0.5)), unit: 'ms', goal: null },
      // Use the mean: every fifth position is drawn by the whole page, the others only by the map.
      {
        metric: 'our script per position, mean',
        value: round(each.reduce((sum, one) => sum + one, 0) / each.length),
        unit: 'ms',
        goal: SCRIPT_MS
      },
      { metric: 'our script per position, p95', value: round(percentile(each, 0.95)), unit: 'ms', goal: null },
      { metric: 'our longest task on the trip', value: round(longest, 0), unit: 'ms', goal: LONG_MS },
      { metric: 'frames a second', value: round(frames / WATCHED_S, 0), unit: '/s', goal: null }
    ]
  } finally {
    await close()
    await driver.client.removeAllChannels()
    unwrap(await admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Measured' }))
  }
}
