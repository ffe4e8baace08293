import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { type Artifacts, type Result, type RunnerResult } from 'lighthouse'
import { claimBlock } from '../../stack/testing/ports.ts'
import { launchOptions } from './browser.ts'
import type { Person } from './people.ts'

export interface VisitOptions {
  /** Whether the browser can draw maps. It does so on the CPU, which a phone does not. */
  webGl: boolean
  /** The person who is signed in on the page; absent for a visitor. */
  as?: Person | undefined
  /** Which audits to run; all of them take three times as long. */
  only?: { onlyCategories: string[]; onlyAudits: string[] }
}

/** Lighthouse's waiting times for visits that measure no durations: it need not wait until a page has been quiet for seconds. */
const hasty = { pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, networkQuietThresholdMs: 1000, cpuQuietThresholdMs: 500 }

/** Arguments for Chromium without any way to draw a map. */
const withoutWebGl = [
  ...(launchOptions.args ?? []).filter((flag) => !/angle|swiftshader/.test(flag)),
  '--disable-gpu',
  '--disable-3d-apis'
]

/** Stores a person's session in the browser, as signing in there would have done. */
async function enter(context: BrowserContext, url: string, { client }: Person): Promise<void> {
  const { data } = await client.auth.getSession()
  const page = await context.newPage()
  await page.goto(new URL('/icon.svg', url).href)
  await page.evaluate((session) => localStorage.setItem('hackney.session', session), JSON.stringify(data.session))
  await page.close()
}

/** A phone's CPU is assumed to be four times as slow as this machine's. */
const SLOWER = 4
/** A person notices a task that lasts longer on the phone. */
const FELT_MS = 50

/**
 * Milliseconds for which the page's tasks blocked a phone's CPU, computed from CPU time. Lighthouse's own figure uses
 * wall-clock time: on two cores that also draw the page, which a phone does in other hardware, that includes waiting.
 */
function blockingOf({ traceEvents }: Artifacts['Trace'], url: string): number {
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  // Chromium's own window has pages, too, whose threads may be busier than that of the visited one.
  const isStart = ({ name, args }: (typeof traceEvents)[number]) =>
    name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith(new URL(url).origin)
  const start = traceEvents.findLast(isStart)
  if (!start) throw new Error(`The trace does not have the start of ${url}`)
  const page = threadOf(start)
  let sum = 0
  let end = 0
  for (const event of traceEvents.toSorted((one, other) => one.ts - other.ts)) {
    // Skip a task that is contained in another one.
    if (threadOf(event) !== page || !event.name.endsWith('RunTask') || event.ts < end) continue
    end = event.ts + event.dur
    // The CPU time of the thread in microseconds, which Lighthouse's types do not have.
    const own = 'tdur' in event ? Number(event.tdur) / 1000 : 0
    sum += Math.max(0, own * SLOWER - FELT_MS)
  }
  return sum
}

/** Lighthouse's result, and the milliseconds for which the page's scripts block a phone. */
interface Visit extends Result {
  processorBlocking: number
}

/** How often a visit is repeated whose trace has no beginning: Chromium drops events where the machine is busy. */
const MOST_VISITS = 3

/** Runs Lighthouse for a page, as on a phone with a slow network and an empty cache. */
export async function visit(url: string, options: VisitOptions): Promise<Visit> {
  for (let visits = 1; ; visits++) {
    const run = await visitOnce(url, options)
    const { runtimeError } = run.lhr
    if (!runtimeError) return { ...run.lhr, processorBlocking: blockingOf(run.artifacts.Trace, url) }
    if (runtimeError.code !== 'NO_NAVSTART' || visits === MOST_VISITS)
      throw new Error(`${url}: ${runtimeError.message}`)
    console.warn(`${url}: the trace has no beginning, once more`)
  }
}

async function visitOnce(url: string, { webGl, as, only }: VisitOptions): Promise<RunnerResult> {
  const block = await claimBlock()
  const context = await chromium.launchPersistentContext('', {
    ...launchOptions,
    args: [...((webGl ? launchOptions.args : withoutWebGl) ?? []), `--remote-debugging-port=${block.first}`]
  })
  try {
    if (as) await enter(context, url, as)
    const run = await lighthouse(url, { port: block.first, logLevel: 'error', ...(only && { ...only, ...hasty }) })
    if (!run) throw new Error(`Lighthouse has no result for ${url}`)
    return run
  } finally {
    await context.close()
    block.release()
  }
}

/** The score of a Lighthouse category, from 0 to 100. */
export const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100)

/** The value of an audit, in its own unit. */
export const figureOf = (result: Result, audit: string): number => result.audits[audit]?.numericValue ?? Number.NaN
