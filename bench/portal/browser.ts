import { readFileSync } from 'node:fs'
import { type Browser, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import { launchOptions } from '../../tests/support/browser.ts'
import { type Person, storageOf } from '../../tests/support/people.ts'
import { type Figure, percentile, round } from '../report.ts'

const FIRST_ROWS_MS = 400
const QUERY_MS = 200
const EXPORT_S = 20
const EXPORT_MB = 150

/**
 * The portal's tables by their addresses. The trial balance is empty in this benchmark, because the fill posts nothing to the
 * ledger.
 */
const tables = [
  ...['bookings', 'riders', 'drivers', 'fleetadmins', 'alladmin', 'cartypes', 'cancelreasons', 'promos'],
  ...['languagesetting', 'driverearning', 'earningreports', 'addtowallet', 'withdraws', 'notifications', 'auditlog']
]

declare global {
  interface Window {
    /** Presses an element, and returns the milliseconds until the table shows the result. */
    pressFor: (element: Element, what: 'first rows' | 'other rows' | 'more rows') => Promise<number>
  }
}

/** Runs in the page: measures from the press to the frame after the rows are in the document. */
function installStopwatch(): void {
  const grid = () => document.querySelector('main [role=grid], main [role=treegrid]')
  // The rows of the table. The languages are a different kind of table: a few rows, all loaded at once.
  const rows = () =>
    (grid()?.querySelectorAll('[data-row="0"]').length ?? 0) +
    document.querySelectorAll('main table[aria-label]:not([role]) tbody tr').length
  window.pressFor = (element, what) =>
    new Promise((resolve, reject) => {
      const count = () => grid()?.querySelectorAll('tbody [data-row]').length ?? 0
      const loaded = count()
      let wasBusy = false
      const begin = performance.now()
      const observer = new MutationObserver(() => {
        const isBusy = grid()?.hasAttribute('aria-busy') ?? true
        wasBusy ||= isBusy
        const isThere = { 'first rows': rows() > 0, 'other rows': wasBusy && !isBusy, 'more rows': count() > loaded }
        if (!isThere[what]) return
        observer.disconnect()
        requestAnimationFrame(() => resolve(performance.now() - begin))
      })
      setTimeout(() => reject(new Error(`${location.pathname} shows no ${what}`)), 20_000)
      observer.observe(document.body, { subtree: true, childList: true, attributes: true })
      ;(element as HTMLElement).click()
    })
}

async function press(what: Parameters<typeof window.pressFor>[1], target: Locator): Promise<number> {
  await target.waitFor()
  return target.evaluate((element, kind) => window.pressFor(element, kind), what)
}

const figure = (metric: string, samples: number[], goal: number): Figure => ({
  metric: `browser: ${metric}`,
  value: round(percentile(samples, 0.5), 0),
  unit: 'ms',
  goal
})

/** Measures each table from the press of its link in the drawer, on a page that was just opened. */
async function measureFirstRows(page: Page, rounds: number): Promise<Figure[]> {
  const samples = new Map<string, number[]>(tables.map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const name of tables) {
      await page.goto('/profile')
      await page.waitForLoadState('networkidle')
      samples.get(name)?.push(await press('first rows', page.locator(`nav a[href="/${name}"]`)))
    }
  }
  return [...samples].map(([name, found]) => figure(`first rows of /${name}`, found, FIRST_ROWS_MS))
}

/** Measures a dispatcher's actions on the list of bookings. */
async function measureQueries(page: Page, rounds: number): Promise<Figure[]> {
  const head = (name: string) => page.getByRole('columnheader', { name }).getByRole('button').first()
  const view = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  const steps = {
    'by reference': ['other rows', head('Reference')],
    'by trip time': ['other rows', head('Time')],
    'by what is payable': ['other rows', head('Payable')],
    'the view of cancelled ones': ['other rows', view('Cancelled')],
    'the view of unpaid ones': ['other rows', view('Unpaid')],
    'more rows': ['more rows', page.getByRole('button', { name: 'Load more' })]
  } as const
  const samples = Object.keys(steps).map((): number[] => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, [what, target]] of Object.values(steps).entries()) {
      await page.goto('/bookings')
      await page.waitForLoadState('networkidle')
      samples[index]?.push(await press(what, target))
    }
  }
  return Object.keys(steps).map((name, index) => figure(`bookings, ${name}`, samples[index] ?? [], QUERY_MS))
}

/** Memory of a browser's processes in MB; shared memory is counted with each of them. */
async function residentMegabytes(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pages = processInfo.map(({ id }) => Number(readFileSync(`/proc/${id}/statm`, 'utf8').split(' ')[1]))
  return pages.reduce((sum, count) => sum + count * 4096, 0) / 2 ** 20
}

/** Measures an export of some hundred thousand bookings as CSV: seconds, and the growth of the browser's memory meanwhile. */
async function measureExport(browser: Browser, page: Page, since: string): Promise<Figure[]> {
  await page.goto(`/bookings?created=${since}..`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('button', { name: 'Export' }).click()
  const session = await browser.newBrowserCDPSession()
  const before = await residentMegabytes(session)
  let most = before
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(session))
  }, 250)
  const begin = performance.now()
  const saved = page.waitForEvent('download', { timeout: 180_000 })
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Save file' }).click()
  const file = await (await saved).path()
  const seconds = (performance.now() - begin) / 1000
  clearInterval(timer)
  const rows = readFileSync(file, 'utf8').split('\r\n').length - 2
  return [
    { metric: `browser: CSV of ${rows} bookings`, value: round(seconds), unit: 's', goal: EXPORT_S },
    { metric: 'browser: its memory', value: round(most - before, 0), unit: 'MB', goal: EXPORT_MB }
  ]
}

/**
 * Measures the portal's tables as staff experience them in a browser.
 *
 * @param web Address of the pages. @param since The day since which there are some 100,000 bookings, as `2026-11-22`.
 */
export async function measureBrowser(web: string, admin: Person, since: string, rounds: number): Promise<Figure[]> {
  const browser = await chromium.launch(launchOptions)
  try {
    const context = await browser.newContext({
      baseURL: web,
      storageState: await storageOf(admin, web),
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB'
    })
    await context.addInitScript(installStopwatch)
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    return [
      ...(await measureFirstRows(page, rounds)),
      ...(await measureQueries(page, rounds)),
      ...(await measureExport(browser, page, since))
    ]
  } finally {
    await browser.close()
  }
}
