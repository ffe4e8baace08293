import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { type Artifacts, type Result } from 'lighthouse'
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
function blockingOf({ traceEvents }: Artifacts['Trace']): number {
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid} ${tid}`
  const calls = new Map<string, number>()
  for (const event of traceEvents)
    if (event.name === 'FunctionCall' || event.name === 'v8.callFunction')
      calls.set(threadOf(event), (calls.get(threadOf(event)) ?? 0) + 1)
  const [[page] = ['']] = [...calls].toSorted(([, one], [, other]) => other - one)
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

/** Runs Lighthouse for a page, as on a phone with a slow network and an empty cache. */
export async function visit(url: string, { webGl, as, only }: VisitOptions): Promise<Visit> {
  const block = await claimBlock()
  const context = await chromium.launchPersistentContext('', {
    ...launchOptions,
    args: [...((webGl ? launchOptions.args : withoutWebGl) ?? []), `--remote-debugging-port=${block.first}`]
  })
  try {
    if (as) await enter(context, url, as)
    const run = await lighthouse(url, { port: block.first, logLevel: 'error', ...(only && { ...only, ...hasty }) })
    if (!run) throw new Error(`Lighthouse has no result for ${url}`)
    if (run.lhr.runtimeError) throw new Error(`${url}: ${run.lhr.runtimeError.message}`)
    return { ...run.lhr, processorBlocking: blockingOf(run.artifacts.Trace) }
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
