// Runs Lighthouse on the built pages over the embedded stack, as anyone would: as a phone on a slow network, without WebGL (in
// this benchmark Chromium draws maps by software, which no phone does) and with it. In the same run it measures a small React
// page, the floor of every figure on this machine.
import { figureOf, scoreAtIndex, scoreOf, visit } from '../tests/support/lighthouse.ts'
import { type Person, signIn } from '../tests/support/people.ts'
import { unwrap } from '../tests/support/responses.ts'
import { book } from '../tests/support/ride.ts'
import { startStack } from '../tests/support/stack.ts'
import { serveFloor } from './page/floor.ts'
import { type Figure, percentile, report, round } from './report.ts'

const RUNS = Number(process.env.HACKNEY_RUNS ?? 7)
/** The pages to measure, by their names; all by default. */
const only = process.env.HACKNEY_BENCH_PARTS?.split(',').map((name) => name.trim())

/** By how much the speed of the machine may differ between the runs that count. */
const STEADY = 0.15
/** The benchmark index of a mid-tier phone, for which DevTools calibrates its slowdown. */
const PHONE_INDEX = 264
/** How many times the wanted runs a page may take until so many had a steady machine. */
const MOST_ROUNDS = 3

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

/** What one visit measured. A visit's trace takes a hundred megabytes, so no visit is kept as a whole. */
interface Visit {
  performance: number
  index: number
  /** The score at the index of a mid-tier phone. */
  onPhone: number
  largest: number
  first: number
  blocking: number
  shift: number
}

async function visitOnce({ url, as }: MeasuredPage, webGl: boolean): Promise<Visit> {
  const run = await visit(url, { webGl, as })
  const figure = (audit: string) => figureOf(run.lhr, audit)
  return {
    performance: scoreOf(run.lhr, 'performance'),
    index: run.artifacts.BenchmarkIndex,
    onPhone: await scoreAtIndex(run, PHONE_INDEX),
    largest: figure('largest-contentful-paint'),
    first: figure('first-contentful-paint'),
    blocking: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift')
  }
}

/** Tells how far the run is, apart from its figures: a page takes a minute or two. */
const say = (text: string): void => console.error(`${new Date().toTimeString().slice(0, 8)} ${text}`)

const median = (visits: readonly Visit[], name: keyof Visit): number =>
  percentile(
    visits.map((one) => one[name]),
    0.5
  )

/** Visits a page until enough runs had the machine at the same speed. */
async function steadyVisits(page: MeasuredPage, webGl: boolean): Promise<Visit[]> {
  const all: Visit[] = []
  for (;;) {
    const one = await visitOnce(page, webGl)
    all.push(one)
    const middle = median(all, 'index')
    const steady = all.filter(({ index }) => Math.abs(index / middle - 1) <= STEADY)
    const { performance, largest, blocking, index } = one
    const figures = `${performance}, largest paint ${round(largest, 0)} ms, blocking ${round(blocking, 0)} ms`
    say(`${page.name}: ${figures}, index ${index} (${steady.length} of ${RUNS} at a steady speed)`)
    if (steady.length >= RUNS) return steady
    if (all.length >= RUNS * MOST_ROUNDS) {
      say(`${page.name}: the speed of the machine changed too much; only ${steady.length} of ${all.length} runs count`)
      return steady
    }
  }
}

async function measure(page: MeasuredPage, webGl: boolean): Promise<Figure[]> {
  const { name, goals } = page
  const visits = await steadyVisits(page, webGl)
  const where = `${name}, ${webGl ? 'software WebGL' : 'no WebGL'}`
  const figure = (metric: string, of: keyof Visit, goal: number | null = null, unit = 'ms', digits = 0): Figure => ({
    metric: `${metric}, ${where}`,
    value: round(median(visits, of), digits),
    unit,
    goal
  })
  return [
    { ...figure('performance', 'performance', goals.performance, ''), atLeast: true },
    figure('benchmark index', 'index', null, ''),
    figure(`performance at index ${PHONE_INDEX}`, 'onPhone', null, ''),
    figure('largest paint', 'largest', goals.paint),
    figure('first paint', 'first'),
    figure('total blocking time', 'blocking', goals.blocking),
    figure('layout shift', 'shift', 0.02, '', 3)
  ]
}

say('building the small page, and starting the stack')
const floor = await serveFloor()
const stack = await startStack({ database: 'native', web: 'built' })
// The library that starts the browsers keeps this process alive after this signal.
process.once('SIGTERM', async () => {
  say('ended by SIGTERM; no figures')
  await stack.stop()
  process.exit(143)
})
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
  const names = pages.map(({ name }) => name)
  const unknown = only?.filter((name) => !names.includes(name)) ?? []
  if (unknown.length > 0) throw new Error(`no page ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  const wanted = pages.filter(({ name }) => !only || only.includes(name))
  const figures: Figure[] = []
  const take = async (page: MeasuredPage, webGl: boolean) => {
    try {
      figures.push(...(await measure(page, webGl)))
    } catch (error) {
      // The other pages' figures count all the same.
      say(`${page.name} cannot be measured: ${error instanceof Error ? error.stack : error}`)
      process.exitCode = 1
    }
  }
  for (const page of wanted) await take(page, false)
  for (const page of wanted) if (page.name === '/') await take({ ...page, goals: { ...free, paint: 2200 } }, true)
  report('page', figures)
} finally {
  floor.stop()
  await stack.stop()
}
