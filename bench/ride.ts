// How long it takes from a driver's "accept" until the rider's screen shows it: the driver calls the function, the page in
// a real browser hears of it by realtime, fetches the booking and draws. Both clocks are this machine's.
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from '../tests/support/browser.ts'
import { isFull } from '../tests/support/full.ts'
import { type Person, signIn } from '../tests/support/people.ts'
import { accept, book, goOnline, offerOf, unwrap } from '../tests/support/ride.ts'
import { type Stack, startStack } from '../tests/support/stack.ts'
import { type Figure, percentile, report, round } from './report.ts'

const samples = isFull ? 100 : 20
/** No driver answers while the rider's page is still opening: its map, drawn by the processor here, takes a moment. */
const SETTLE_MS = 2500
const goals = { native: { p95: 150 }, pglite: { p95: null } }

/** Opens the rider's page signed in, by the session that supabase-js would have kept. */
async function openAs(rider: Person, stack: Stack): Promise<{ page: Page; close(): Promise<void> }> {
  const browser = await chromium.launch(launchOptions)
  const context = await browser.newContext({
    baseURL: stack.env.WEB_URL ?? '',
    viewport: { width: 390, height: 844 },
    // Without it the map's camera flies while we measure, drawn by the processor here and by a graphics card elsewhere.
    reducedMotion: 'reduce'
  })
  const { session } = (await rider.client.auth.getSession()).data
  await context.addInitScript((value) => localStorage.setItem('hackney.session', value), JSON.stringify(session))
  return { page: await context.newPage(), close: () => browser.close() }
}

type People = Record<'admin' | 'rider' | 'driver', Person>

/** Milliseconds from the call until the plate of the coming cab is on the page. */
async function once(page: Page, { admin, rider, driver }: People, plate: string): Promise<number> {
  await goOnline(driver)
  const { id } = await book(rider)
  await page.goto(`/bookings/${id}`)
  await page.getByRole('timer').waitFor()
  await offerOf(driver, id)
  await page.waitForTimeout(SETTLE_MS)
  const shown = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (!document.body.innerText.includes(text)) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(Date.now()))
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    plate
  )
  const begin = Date.now()
  await accept(driver, id)
  const time = (await shown) - begin
  // A rider who cancels that often pays for it and has to wait.
  unwrap(await admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Measured' }))
  return time
}

async function measure(database: 'native' | 'pglite'): Promise<Figure[]> {
  const stack = await startStack({ database, web: 'built' })
  try {
    const rider = await signIn(stack.env, 'rider@hackney.test')
    const driver = await signIn(stack.env, 'driver@hackney.test')
    const admin = await signIn(stack.env, 'admin@hackney.test')
    const car = unwrap(await driver.client.from('drivers').select('vehicle_number').eq('id', driver.id).single())
    const { page, close } = await openAs(rider, stack)
    try {
      const times: number[] = []
      // The first one warms up page, functions and plans, and does not count.
      for (let index = 0; index <= samples; index++) {
        times.push(await once(page, { admin, rider, driver }, car.vehicle_number ?? ''))
      }
      const counted = times.slice(1)
      const name = `accept to rider's screen on ${database === 'native' ? 'PostgreSQL' : 'PGlite'}`
      return [
        { metric: `${name}, p50`, value: round(percentile(counted, 0.5)), unit: 'ms', goal: null },
        { metric: `${name}, p95`, value: round(percentile(counted, 0.95)), unit: 'ms', goal: goals[database].p95 }
      ]
    } finally {
      await close()
    }
  } finally {
    await stack.stop()
  }
}

report('ride', [...(await measure('native')), ...(await measure('pglite'))])
process.exit()
