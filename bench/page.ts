// Runs Lighthouse on the built pages over the embedded stack, as a phone on a slow network: the median of five loads, without
// WebGL (in this benchmark Chromium draws maps by software, which no phone does) and with it.
import { figureOf, scoreOf, visit } from '../tests/support/lighthouse.ts'
import { signIn } from '../tests/support/people.ts'
import { unwrap } from '../tests/support/responses.ts'
import { book } from '../tests/support/ride.ts'
import { startStack } from '../tests/support/stack.ts'
import { type Figure, percentile, report, round } from './report.ts'

const RUNS = Number(process.env.HACKNEY_RUNS ?? 5)

interface Goals {
  performance: number | null
  paint: number | null
  blocking: number | null
}

const still: Goals = { performance: 95, paint: 1800, blocking: 200 }
const free: Goals = { performance: null, paint: null, blocking: null }

const stack = await startStack({ database: 'native', web: 'built' })
try {
  const rider = await signIn(stack.env, 'rider9@hackney.test')
  const { id } = await book(rider)
  const token = unwrap(await rider.client.rpc('share_trip', { booking_id: id }))
  const pages = [
    { path: '/', goals: still },
    { path: '/login', goals: still },
    { path: '/about-us', goals: still },
    { path: `/bookings/${id}`, name: 'a trip', as: rider, goals: { ...still, performance: 90 } },
    { path: `/t/${token}`, name: 'a shared trip', goals: still }
  ]
  const figures: Figure[] = []
  for (const webGl of [false, true]) {
    for (const { path, name = path, as, goals } of pages) {
      const results: Awaited<ReturnType<typeof visit>>[] = []
      for (let run = 0; run < RUNS; run++) results.push(await visit(`${stack.env.WEB_URL}${path}`, { webGl, as }))
      const median = (read: (result: (typeof results)[number]) => number, digits = 0): number =>
        round(percentile(results.map(read), 0.5), digits)
      const { performance, paint, blocking } = webGl ? { ...free, paint: path === '/' ? 2200 : null } : goals
      const where = `${name}, ${webGl ? 'software WebGL' : 'no WebGL'}`
      figures.push(
        {
          metric: `performance, ${where}`,
          value: median((result) => scoreOf(result, 'performance')),
          unit: '',
          goal: performance,
          atLeast: true
        },
        {
          metric: `largest paint, ${where}`,
          value: median((result) => figureOf(result, 'largest-contentful-paint')),
          unit: 'ms',
          goal: paint
        },
        {
          metric: `first paint, ${where}`,
          value: median((result) => figureOf(result, 'first-contentful-paint')),
          unit: 'ms',
          goal: null
        },
        {
          metric: `total blocking time, ${where}`,
          value: median((result) => figureOf(result, 'total-blocking-time')),
          unit: 'ms',
          goal: blocking
        },
        {
          metric: `blocking by the processor's time, ${where}`,
          value: median(({ processorBlocking }) => processorBlocking),
          unit: 'ms',
          goal: blocking
        },
        {
          metric: `layout shift, ${where}`,
          value: median((result) => figureOf(result, 'cumulative-layout-shift'), 3),
          unit: '',
          goal: 0.02
        }
      )
    }
  }
  report('page', figures)
} finally {
  await stack.stop()
}
