// Measures an hour of recorded driving on a started trip at 60 times real speed: remaining memory, long tasks, and bytes on the
// wire.
import type { CDPSession, Page } from '@playwright/test'
import type postgres from 'postgres'
import { distance } from '../../supabase/functions/_shared/region/mod.ts'
import { withoutWebGl } from '../../tests/support/browser.ts'
import { timetable } from '../../tests/support/drive.ts'
import type { Place } from '../../tests/support/places.ts'
import { unwrap } from '../../tests/support/responses.ts'
import { accept, book, goOnline, offerOf, start } from '../../tests/support/ride.ts'
import { type Figure, round } from '../report.ts'
import type { People } from '../ride/people.ts'
import { lapseInPage, type Recorded } from './lapse.ts'
import { openPhone } from './page.ts'
import { type Cost, lineOf } from './wire.ts'

const HEAP_MB = 10
const LONG_MS = 50
const WIRE_MB = 1
const RATE = 60
/**
 * With a visible map, ten minutes of driving (MAP_S seconds) at a lower speed-up (MAP_RATE), as the processor draws the map.
 */
const MAP_RATE = 6
const MAP_S = 600
const HOUR_S = 3600
/** Time for the page to load its script, map and route (ms). */
const SETTLE_MS = 12_000
/** The interval for advancing the rules' clock (ms). */
const TURN_MS = 50

/** Pickup and drop of the trip: from one end of the region to the other, in rush-hour traffic. */
const balzers: Place = { lat: 47.0663, lng: 9.5025, add: 'Balzers' }
const ruggell: Place = { lat: 47.2388, lng: 9.5256, add: 'Ruggell' }

/** A number between -1 and 1 that varies like the error of a position, the same in each run. */
const sway = (n: number): number => Math.sin(n * 12.9898) * Math.cos(n * 4.1414)

/** The route as a phone records it: a position per second, a few metres off, with course and speed. */
export function recordingOf(polyline: string, seconds: number): Recorded[] {
  const way = timetable(polyline, seconds, 1).map(({ point }) => point)
  return way.map((point, n) => {
    const next = way[Math.min(n + 1, way.length - 1)] ?? point
    const metres = distance(point, next)
    const course =
      (Math.atan2((next.lng - point.lng) * Math.cos((point.lat * Math.PI) / 180), next.lat - point.lat) * 180) / Math.PI
    return {
      lat: point.lat + sway(n) * 3e-5,
      lng: point.lng + sway(n + 0.5) * 4e-5,
      heading: metres > 0.1 ? (course + 360 + sway(n) * 4) % 360 : null,
      speed: metres + sway(n) * 0.4,
      accuracy: 4.2 + sway(n) * 1.7
    }
  })
}

/** A long task, and its scripts. */
interface LongTask {
  ms: number
  at: number
  scripts: { ms: number; who: string; forced: number }[]
}

declare global {
  interface Window {
    longTasks: LongTask[]
  }
}

/** Runs in the page: records tasks of more than 50 ms with their scripts. */
function watchTasks(): void {
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, duration, scripts } = entry as PerformanceEntry & {
        scripts: {
          duration: number
          invoker: string
          sourceURL: string
          sourceFunctionName: string
          sourceCharPosition: number
          forcedStyleAndLayoutDuration: number
        }[]
      }
      window.longTasks.push({
        ms: duration,
        at: startTime,
        scripts: scripts.map((one) => ({
          ms: one.duration,
          who: `${one.invoker} ${one.sourceFunctionName} ${one.sourceURL.split('/').at(-1)}:${one.sourceCharPosition}`,
          forced: one.forcedStyleAndLayoutDuration
        }))
      })
    }
  }).observe({ type: 'long-animation-frame', buffered: false })
}

/** The page's memory after garbage collection (MB). */
async function heapOf(cdp: CDPSession): Promise<number> {
  for (let n = 0; n < 3; n += 1) await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number }
  return usedSize / 2 ** 20
}

/** Advances the rules' clock as fast as the page's; returns a function that stops this. */
function turnClock(sql: postgres.Sql, rate: number): () => Promise<void> {
  let last = performance.now()
  let running: Promise<unknown> = Promise.resolve()
  let isOver = false
  const turn = async () => {
    while (!isOver) {
      const at = performance.now()
      const seconds = ((rate - 1) * (at - last)) / 1000
      last = at
      await sql`update app.clock set "offset" = "offset" + make_interval(secs => ${seconds})`
      await new Promise((resolve) => setTimeout(resolve, TURN_MS))
    }
  }
  running = turn()
  return async () => {
    isOver = true
    await running
  }
}

async function drive(page: Page, sql: postgres.Sql, fixes: Recorded[], rate: number): Promise<void> {
  const stop = turnClock(sql, rate)
  try {
    await page.evaluate(([recorded, speed]) => window.lapse.drive(recorded, speed), [fixes, rate] as const)
    await page.waitForFunction(() => window.lapse.isOver, undefined, { timeout: (fixes.length / rate) * 4000 })
  } finally {
    await stop()
  }
  await page.waitForTimeout(2000)
}

/** Prints the scripts of long tasks. */
function printTasks(tasks: LongTask[]): void {
  const sums = new Map<string, { count: number; ms: number; longest: number }>()
  for (const { scripts } of tasks) {
    for (const { who, ms } of scripts) {
      const { count, ms: sum, longest } = sums.get(who) ?? { count: 0, ms: 0, longest: 0 }
      sums.set(who, { count: count + 1, ms: sum + ms, longest: Math.max(longest, ms) })
    }
  }
  const worst = [...sums].sort(([, a], [, b]) => b.ms - a.ms).slice(0, 12)
  for (const [who, { count, ms, longest }] of worst) {
    console.error(`  in ${count} long tasks, ${round(ms, 0)} ms, at most ${round(longest, 0)}: ${who}`)
  }
}

/** What driving costs a page. */
interface Driven {
  told: number
  stored: number
  /** Memory that remains, in MB. */
  heap: number
  tasks: LongTask[]
  rows: Cost[]
  wire: number
}

interface Drive {
  web: string
  sql: postgres.Sql
  hasMap: boolean
  seconds: number
  rate: number
}

async function driveTrip({ rider, driver }: People, { web, sql, hasMap, seconds, rate }: Drive): Promise<Driven> {
  await driver.client.rpc('set_driver_active', { active: false })
  await goOnline(driver, balzers)
  const { id, polyline } = await book(rider, balzers, ruggell)
  await offerOf(driver, id)
  await accept(driver, id)
  await start(rider, driver, id)
  const fixes = recordingOf(polyline ?? '', HOUR_S).slice(0, seconds)
  const [first] = fixes
  if (!first) throw new Error('the booking has no way')
  const { page, cdp, close } = await openPhone(web, driver, { at: balzers, lasting: true })
  try {
    if (!hasMap) await page.addInitScript(withoutWebGl)
    await page.addInitScript(lapseInPage, first)
    await page.addInitScript(watchTasks)
    await page.goto(`/bookings/${id}`)
    await page.getByRole('region', { name: 'Next turn', exact: true }).waitFor()
    if (hasMap) await page.locator('section[aria-busy=false] canvas').first().waitFor()
    await page.waitForTimeout(SETTLE_MS)
    const before = await heapOf(cdp)
    const line = await lineOf(cdp, web)
    await page.evaluate(() => {
      window.longTasks = []
    })
    await drive(page, sql, fixes, rate)
    const tasks = await page.evaluate(() => window.longTasks)
    const told = await page.evaluate(() => window.lapse.told)
    const { rows, total } = line()
    const heap = (await heapOf(cdp)) - before
    const [count] = await sql<{ n: number }[]>`
      select count(*)::int as n from public.tracking_points where booking_id = ${id}`
    return { told, stored: count?.n ?? 0, heap, tasks, rows, wire: total }
  } finally {
    await close()
    await sql`update app.clock set "offset" = interval '0'`
    await sql`update public.driver_positions set updated_at = now() - interval '1 hour' where updated_at > now()`
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await driver.client.rpc('set_driver_active', { active: false })
  }
}

/** Duration of the longest script in a long task (ms), among the scripts selected by `isWanted`. */
const longest = (tasks: LongTask[], isWanted: (who: string) => boolean): number =>
  Math.max(0, ...tasks.flatMap(({ scripts }) => scripts.filter(({ who }) => isWanted(who)).map(({ ms }) => ms)))

/** Whether a script is the map library's own, which in this benchmark draws on the processor. */
const isOfMap = (who: string): boolean => /maplibre/.test(who)

export async function measureHour(people: People, where: { web: string; sql: postgres.Sql }): Promise<Figure[]> {
  const hour = await driveTrip(people, { ...where, hasMap: false, seconds: HOUR_S, rate: RATE })
  printTasks(hour.tasks)
  for (const { kind, count, sent, got } of hour.rows) {
    console.error(`  ${kind}: ${count}, ${round(sent / 1000)} kB there, ${round(got / 1000)} kB back`)
  }
  const map = await driveTrip(people, { ...where, hasMap: true, seconds: MAP_S, rate: MAP_RATE })
  printTasks(map.tasks)
  return [
    { metric: 'fixes told in an hour', value: hour.told, unit: '', goal: HOUR_S, atLeast: true },
    { metric: 'points stored', value: hour.stored, unit: '', goal: null },
    { metric: 'heap after an hour of driving', value: round(hour.heap), unit: 'MB', goal: HEAP_MB },
    {
      metric: 'longest task in an hour',
      value: round(Math.max(0, ...hour.tasks.map(({ ms }) => ms)), 0),
      unit: 'ms',
      goal: LONG_MS
    },
    { metric: 'wire in an hour, both ways', value: round(hour.wire / 1e6, 2), unit: 'MB', goal: WIRE_MB },
    ...hour.rows.map(({ kind, sent, got }) => ({
      metric: `– ${kind}`,
      value: round((sent + got) / 1000, 0),
      unit: 'kB',
      goal: null
    })),
    {
      metric: 'with the map: our longest task',
      value: round(
        longest(map.tasks, (who) => !isOfMap(who)),
        0
      ),
      unit: 'ms',
      goal: LONG_MS
    },
    {
      metric: 'with the map: its own, by the processor',
      value: round(longest(map.tasks, isOfMap), 0),
      unit: 'ms',
      goal: null
    },
    { metric: 'with the map: heap', value: round(map.heap), unit: 'MB', goal: HEAP_MB }
  ]
}
