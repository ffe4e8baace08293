// Measures the time a visitor waits for the map: the built app over the embedded stack, in headless Chromium with software
// drawing, each time in a fresh browser.
import { chromium } from '@playwright/test'
import { launchOptions } from '../tests/support/browser.ts'
import { startStack } from '../tests/support/stack.ts'
import { type Figure, percentile, report, round } from './report.ts'

const RUNS = 9

interface Times {
  /** Time from the end of loading the page until everything visible is drawn. */
  idle: number
  /** Time from the first request until everything visible is drawn. */
  whole: number
}

const views = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }
} as const

/** Loads the start page once and measures it; the page itself marks its map's first idle moment. */
async function measure(url: string, view: (typeof views)[keyof typeof views]): Promise<Times> {
  const browser = await chromium.launch(launchOptions)
  try {
    const page = await (await browser.newContext(view)).newPage()
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(() => performance.getEntriesByName('hackney:map-idle').length > 0, undefined, {
      timeout: 60_000
    })
    return await page.evaluate(() => {
      const [mark] = performance.getEntriesByName('hackney:map-idle')
      const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const whole = mark?.startTime ?? Number.NaN
      return { whole, idle: whole - (load?.loadEventEnd ?? 0) }
    })
  } finally {
    await browser.close()
  }
}

const stack = await startStack({ database: 'native', web: 'built' })
try {
  const url = stack.env.WEB_URL ?? ''
  const figures: Figure[] = []
  for (const [name, view] of Object.entries(views)) {
    await measure(url, view)
    const times: Times[] = []
    for (let run = 0; run < RUNS; run++) times.push(await measure(url, view))
    const figure = (metric: string, values: number[], share: number, goal: number | null): Figure => ({
      metric: `${metric}, ${name}`,
      value: round(percentile(values, share), 0),
      unit: 'ms',
      goal
    })
    const idle = times.map((time) => time.idle)
    figures.push(
      figure('map first idle after load p50', idle, 0.5, 1500),
      figure('map first idle after load, slowest', idle, 1, null),
      figure(
        'map first idle after the first request p50',
        times.map((time) => time.whole),
        0.5,
        null
      )
    )
  }
  report('map', figures)
} finally {
  await stack.stop()
}
