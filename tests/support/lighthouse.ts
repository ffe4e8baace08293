import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { auditFlowArtifacts, type Result, type RunnerResult } from 'lighthouse'
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

/** How often a visit is repeated whose trace is incomplete: Chromium drops events where the machine is busy. */
const MOST_VISITS = 6
const incomplete = /TRACE|NAVSTART|NO_FCP|NO_LCP|PROTOCOL_TIMEOUT|TARGET_CRASHED/
/** A visit takes some ten seconds. If the browser ends in between, Lighthouse waits for it without end. */
const LONGEST_VISIT_MS = 120_000

/** Runs Lighthouse for a page, as on a phone with a slow network and an empty cache. */
export async function visit(url: string, options: VisitOptions): Promise<RunnerResult> {
  for (let visits = 1; ; visits++) {
    try {
      const run = await visitOnce(url, options)
      const { runtimeError } = run.lhr
      if (!runtimeError) return run
      throw Object.assign(new Error(`${runtimeError.code}: ${runtimeError.message}`), { code: runtimeError.code })
    } catch (error) {
      if (!isPassing(error) || visits === MOST_VISITS) throw new Error(`${url}: ${error}`, { cause: error })
      console.warn(`${url}: ${error}, once more`)
    }
  }
}

/** Whether another visit may succeed: the browser ended or did not answer, or Lighthouse found its trace incomplete. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof Error && 'code' in error && typeof error.code === 'string') || incomplete.test(error.code)

/**
 * The performance score that a visit would have on a device with this benchmark index, from 0 to 100. Lighthouse computes it
 * from the same trace.
 */
export async function scoreAtIndex({ artifacts }: RunnerResult, index: number): Promise<number> {
  const throttling = { ...artifacts.settings.throttling, cpuSlowdownMultiplier: artifacts.BenchmarkIndex / index }
  // Lighthouse refuses a trace that was recorded with other settings. The slowdown is only simulated.
  const settings = { ...artifacts.settings, throttling, onlyCategories: ['performance'] }
  const gatherSteps = [{ artifacts: { ...artifacts, settings }, flags: settings }]
  const { steps } = await auditFlowArtifacts({ gatherSteps })
  return steps[0] ? scoreOf(steps[0].lhr, 'performance') : Number.NaN
}

function within<T>(ms: number, coming: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${ms / 1000} s`)), ms)
    coming.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

async function visitOnce(url: string, { webGl, as, only }: VisitOptions): Promise<RunnerResult> {
  const block = await claimBlock()
  const context = await chromium.launchPersistentContext('', {
    ...launchOptions,
    args: [...((webGl ? launchOptions.args : withoutWebGl) ?? []), `--remote-debugging-port=${block.first}`]
  })
  try {
    if (as) await enter(context, url, as)
    const flags = { port: block.first, logLevel: 'error', ...(only && { ...only, ...hasty }) } as const
    const run = await within(LONGEST_VISIT_MS, lighthouse(url, flags))
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
