// Measures the time from the call that dispatches a booking until the offer is drawn on a driver's phone, with 200 connected
// drivers, and the parts of that time.
import type { Page } from '@playwright/test'
import { schaan, vaduz } from '../../tests/support/places.ts'
import { unwrap } from '../../tests/support/responses.ts'
import { estimate, goOnline } from '../../tests/support/ride.ts'
import { type Figure, percentile, round } from '../report.ts'
import type { People } from '../ride/people.ts'
import type { Crowd } from './crowd.ts'
import { openPhone } from './page.ts'

const GOAL_MS = 300
/** Time for the page to join its channel and draw its map (ms). */
const SETTLE_MS = 5000
/** Pause before the next offer, since drivers are not offered a trip right after the last one (ms). */
const REST_MS = 700

const CARD = 'section[aria-label="New trip"]'

/** Times of one offer, ms since 1970. */
interface Moments {
  /** When the message arrived on the socket. */
  told: number
  asked: number
  answered: number
  /** When the first frame with the card has been drawn. */
  drawn: number
}

declare global {
  interface Window {
    toldOfOffer: number
  }
}

/** Runs in the page: records when the socket first announces an offer. */
function recordOffer(): void {
  window.toldOfOffer = 0
  const { get = () => null, set = () => undefined } =
    Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage') ?? {}
  Object.defineProperty(WebSocket.prototype, 'onmessage', {
    configurable: true,
    get,
    set(run) {
      set.call(
        this,
        run &&
          ((event: MessageEvent) => {
            const text = event.data instanceof ArrayBuffer ? new TextDecoder().decode(event.data) : String(event.data)
            if (window.toldOfOffer === 0 && /driver:.*offer/.test(text)) window.toldOfOffer = Date.now()
            run.call(this, event)
          })
      )
    }
  })
}

/** Waits in the page until the card is drawn. */
const cardDrawn = (page: Page): Promise<Moments> =>
  page.evaluate((card) => {
    window.toldOfOffer = 0
    performance.clearResourceTimings()
    return new Promise<Moments>((resolve, reject) => {
      const look = () => {
        if (!document.querySelector(card)) return
        observer.disconnect()
        // Take the time after the frame was presented, not before.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            const drawn = Date.now()
            const asked = performance
              .getEntriesByType('resource')
              .find(({ name }) => name.includes('/booking_offers')) as PerformanceResourceTiming
            const at = (time: number) => performance.timeOrigin + time
            resolve({
              told: window.toldOfOffer,
              asked: at(asked?.startTime ?? 0),
              answered: at(asked?.responseEnd ?? 0),
              drawn
            })
          }
          port2.postMessage(null)
        })
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['aria-label']
      })
      setTimeout(() => reject(new Error('the offer does not come')), 30_000)
      look()
    })
  }, CARD)

interface OfferOptions {
  web: string
  crowd: Crowd
  rounds: number
}

export async function measureOffers(
  { admin, rider, driver }: People,
  { web, crowd, rounds }: OfferOptions
): Promise<Figure[]> {
  await goOnline(driver)
  const { page, close } = await openPhone(web, driver, { at: vaduz })
  try {
    await page.addInitScript(recordOffer)
    await page.goto('/drive')
    await page.getByRole('heading', { level: 1, name: 'Waiting for trips' }).waitFor()
    await page.waitForTimeout(SETTLE_MS)
    const whole: number[] = []
    const parts: Record<'called' | 'told' | 'asked' | 'answered' | 'drawn', number[]> = {
      called: [],
      told: [],
      asked: [],
      answered: [],
      drawn: []
    }
    const others: number[] = []
    for (let n = 0; n <= rounds; n += 1) {
      const { quote_id } = await estimate(rider.client, vaduz, schaan)
      await page.waitForTimeout(REST_MS)
      crowd.heard()
      const shown = cardDrawn(page)
      // After this round trip the page listens.
      await page.evaluate(() => undefined)
      const begin = Date.now()
      const { id } = unwrap(
        await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash' })
      )
      const called = Date.now()
      const { told, asked, answered, drawn } = await shown
      await page.waitForTimeout(REST_MS)
      const heard = crowd.heard()
      if (n > 0) {
        whole.push(drawn - begin)
        parts.called.push(called - begin)
        parts.told.push(told - begin)
        parts.asked.push(asked - told)
        parts.answered.push(answered - asked)
        parts.drawn.push(drawn - answered)
        others.push(...heard.map((at) => at - begin))
      }
      unwrap(await admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Measured' }))
      await page.locator(CARD).waitFor({ state: 'detached' })
    }
    const median = (metric: string, samples: number[]): Figure => ({
      metric: `– ${metric}, p50`,
      value: round(percentile(samples, 0.5), 0),
      unit: 'ms',
      goal: null
    })
    return [
      { metric: 'dispatch to the offer drawn, p50', value: round(percentile(whole, 0.5), 0), unit: 'ms', goal: null },
      {
        metric: 'dispatch to the offer drawn, p95',
        value: round(percentile(whole, 0.95), 0),
        unit: 'ms',
        goal: GOAL_MS
      },
      median('the call that dispatches', parts.called),
      median('from the call until the socket tells', parts.told),
      median('until the page asks', parts.asked),
      median('until it has its answer', parts.answered),
      median('until the card is drawn', parts.drawn),
      median('the other drivers of the wave are told', others),
      { metric: 'offers to others', value: others.length, unit: '', goal: null }
    ]
  } finally {
    await close()
    await driver.client.rpc('set_driver_active', { active: false })
  }
}
