// Runs Lighthouse on the built pages over the embedded stack, as anyone would: as a phone on a slow network, without WebGL (in
// this benchmark Chromium draws maps by software, which no phone does) and with it. In the same run it measures a small React
// page, the floor of every figure on this machine.
import type { RunnerResult } from 'lighthouse'
import { figureOf, scoreAtIndex, scoreOf, visit } from '../tests/support/lighthouse.ts'
import { type Person, signIn } from '../tests/support/people.ts'
import { unwrap } from '../tests/support/responses.ts'
import { book } from '../tests/support/ride.ts'
import { startStack } from '../tests/support/stack.ts'
import { serveFloor } from './page/floor.ts'
import { type Figure, percentile, report, round } from './report.ts'

const RUNS = Number(process.env.HACKNEY_RUNS ?? 7)
/** The pages to measure, by their names; all by default. */
const only = process.env.HACKNEY_BENCH_PARTS?.split(',')

/** By how much the speed of the machine may differ between the runs that count. */
const STEADY = 0.15
/** The benchmark index of a mid-tier phone, for which DevTools calibrates its slowdown. */
const PHONE_INDEX = 264

interface Goals {
  performance: number | null
  paint: number | null
  blocking: number | null
}

const still: Goals = { performance: 95, paint: 1800, blocking: 150 }
const free: Goals = { performance: null, paint: null, blocking: null }

interface MeasuredPage {
  url: string
  name: string
  goals: Goals
  as?: Person
}

const indexOf = ({ artifacts }: RunnerResult): number => artifacts.BenchmarkIndex
const median = (runs: RunnerResult[], read: (run: RunnerResult) => number, digits = 0): number =>
  round(percentile(runs.map(read), 0.5), digits)

/** Visits a page until enough runs had the machine at the same speed. */
async function steadyVisits({ url, name, as }: MeasuredPage, webGl: boolean): Promise<RunnerResult[]> {
  const all: RunnerResult[] = []
  for (;;) {
    all.push(await visit(url, { webGl, as }))
    const middle = percentile(all.map(indexOf), 0.5)
    const steady = all.filter((run) => Math.abs(indexOf(run) / middle - 1) <= STEADY)
    if (steady.length >= RUNS) return steady
    if (all.length >= RUNS * 3) {
      console.warn(`${name}: only ${steady.length} of ${all.length} runs had a steady machine`)
      return steady
    }
  }
}

async function measure(page: MeasuredPage, webGl: boolean): Promise<Figure[]> {
  const { name, goals } = page
  const runs = await steadyVisits(page, webGl)
  const where = `${name}, ${webGl ? 'software WebGL' : 'no WebGL'}`
  const figure = (metric: string, audit: string, goal: number | null, digits = 0): Figure => ({
    metric: `${metric}, ${where}`,
    value: median(runs, ({ lhr }) => figureOf(lhr, audit), digits),
    unit: digits ? '' : 'ms',
    goal
  })
  const slow: number[] = []
  for (const run of runs) slow.push(await scoreAtIndex(run, PHONE_INDEX))
  return [
    {
      metric: `performance, ${where}`,
      value: median(runs, ({ lhr }) => scoreOf(lhr, 'performance')),
      unit: '',
      goal: goals.performance,
      atLeast: true
    },
    { metric: `benchmark index, ${where}`, value: median(runs, indexOf), unit: '', goal: null },
    {
      metric: `performance at index ${PHONE_INDEX}, ${where}`,
      value: percentile(slow, 0.5),
      unit: '',
      goal: null
    },
    figure('largest paint', 'largest-contentful-paint', goals.paint),
    figure('first paint', 'first-contentful-paint', null),
    figure('total blocking time', 'total-blocking-time', goals.blocking),
    figure('layout shift', 'cumulative-layout-shift', 0.02, 3)
  ]
}

const floor = await serveFloor()
const stack = await startStack({ database: 'native', web: 'built' })
try {
  const rider = await signIn(stack.env, 'rider9@hackney.test')
  const { id } = await book(rider)
  const token = unwrap(await rider.client.rpc('share_trip', { booking_id: id }))
  const at = (path: string) => `${stack.env.WEB_URL}${path}`
  const pages: MeasuredPage[] = [
    { url: floor.url, name: 'sixty rows', goals: free },
    { url: at('/'), name: '/', goals: still },
    { url: at('/login'), name: '/login', goals: still },
    { url: at('/about-us'), name: '/about-us', goals: still },
    { url: at(`/bookings/${id}`), name: 'a trip', as: rider, goals: { ...still, performance: 90 } },
    { url: at(`/t/${token}`), name: 'a shared trip', goals: still }
  ]
  const wanted = pages.filter(({ name }) => !only || only.includes(name))
  const figures: Figure[] = []
  for (const page of wanted) figures.push(...(await measure(page, false)))
  const goals = { ...free, paint: 2200 }
  for (const page of wanted) if (page.name === '/') figures.push(...(await measure({ ...page, goals }, true)))
  report('page', figures)
} finally {
  floor.stop()
  await stack.stop()
}
