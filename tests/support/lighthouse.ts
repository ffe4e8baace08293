import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { claimBlock } from '../../stack/testing/ports.ts'
import { launchOptions } from './browser.ts'
import type { Person } from './people.ts'

export interface VisitOptions {
  /** Whether the browser can draw maps: it does so by software, which no phone does. */
  webGl: boolean
  /** Who is signed in. */
  as?: Person | undefined
  /** What to look for; without it everything, which takes three times as long. */
  only?: { onlyCategories: string[]; onlyAudits: string[] }
}

/** Without timings there is no need to wait until a page has been quiet for seconds. */
const hasty = { pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, networkQuietThresholdMs: 1000, cpuQuietThresholdMs: 500 }

/** Chromium without any way to draw a map. */
const withoutWebGl = [
  ...(launchOptions.args ?? []).filter((flag) => !/angle|swiftshader/.test(flag)),
  '--disable-gpu',
  '--disable-3d-apis'
]

/** Puts a session into the browser, as signing in there would have. */
async function enter(context: BrowserContext, url: string, { client }: Person): Promise<void> {
  const { data } = await client.auth.getSession()
  const page = await context.newPage()
  await page.goto(new URL('/icon.svg', url).href)
  await page.evaluate((session) => localStorage.setItem('hackney.session', session), JSON.stringify(data.session))
  await page.close()
}

/** What Lighthouse finds on a page that it loads as a phone on a slow network, in a browser that has nothing kept. */
export async function visit(url: string, { webGl, as, only }: VisitOptions): Promise<Result> {
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
    return run.lhr
  } finally {
    await context.close()
    block.release()
  }
}

/** A category of Lighthouse's, from 0 to 100. */
export const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100)

/** The figure of an audit, in its own unit. */
export const figureOf = (result: Result, audit: string): number => result.audits[audit]?.numericValue ?? Number.NaN
