import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { Result, RunOptions } from 'axe-core'
import { withoutWebGl } from '../support/browser.ts'
import { type Clock, openClock } from '../support/clock.ts'
import { signIn as askForSession, newestCode, type Person, service, storageOf } from '../support/people.ts'
import { type Place, unwrap } from '../support/ride.ts'
import { databaseUnderTest, type StackEnv, startStack } from '../support/stack.ts'

export { expect }

/** Where someone is when they open the page. */
type Position = Pick<Place, 'lat' | 'lng'>

interface OpenOptions {
  at?: Position
  dark?: boolean
  locale?: string
  /** Who is signed in from the beginning. */
  as?: Person
  /**
   * The worker keeps the program, as at home. Other stories go without: they hold requests back, which a worker would
   * answer, and what it does is the same in all of them.
   */
  worker?: boolean
  /** How far the device's clock is ahead (s). */
  ahead?: number
  /** Another address of the app than the stack's. */
  web?: string
}

interface WorkerFixtures {
  /** The stack of this worker, whose stories run one after the other. */
  stack: StackEnv
  /** Someone signed in, once for all stories of this worker. */
  person(email: string): Promise<Person>
}

interface Options {
  /**
   * Pages of the story draw their maps. The processor draws them, for half of a story's time, so a story that is not about the
   * map goes without WebGL and sees the still picture, as people do whose device has none.
   */
  map: boolean
}

interface Fixtures {
  /** The clock of all rules; the real time again after the test. Null on PGlite. */
  clock: Clock | null
  /** Opens a page in a browser of its own; what breaks there, or its content security policy refuses, fails the test. */
  open(path: string, options?: OpenOptions): Promise<Page>
  /** Keeps a picture of a page, named by the story, the size and the database. */
  picture(page: Page, name: string): Promise<void>
}

/** A device whose clock is wrong, its positions' times with it. */
const withWrongClock = (ms: number) => {
  const Real = Date
  const now = () => Real.now() + ms
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, as) => Reflect.construct(target, given.length > 0 ? given : [now()], as),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key))
  })
  Object.defineProperty(GeolocationPosition.prototype, 'timestamp', { get: now })
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  map: [false, { option: true }],

  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const stack = await startStack({ database: databaseUnderTest(), web: 'built' })
      // A processor that draws maps for several browsers takes longer to show an offer than a driver has to answer it.
      unwrap(await service(stack.env).from('settings').update({ offer_timeout: 180 }).eq('id', 1).select())
      await use(stack.env)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 }
  ],

  person: [
    async ({ stack }, use) => {
      const known = new Map<string, Promise<Person>>()
      await use((email) => {
        const person = known.get(email) ?? askForSession(stack, email)
        known.set(email, person)
        return person
      })
    },
    { scope: 'worker' }
  ],

  clock: async ({ stack }, use) => {
    const clock = openClock(stack)
    await use(clock)
    await clock?.close()
  },

  open: async ({ browser, stack, map }, use) => {
    const contexts: BrowserContext[] = []
    const faults: string[] = []
    await use(async (path, { at, dark, locale, as, ahead, worker = false, web = stack.WEB_URL } = {}) => {
      const context = await browser.newContext({
        serviceWorkers: worker ? 'allow' : 'block',
        ...(web && { baseURL: web }),
        ...(at && { geolocation: { latitude: at.lat, longitude: at.lng }, permissions: ['geolocation'] }),
        ...(locale && { locale }),
        ...(as && web && { storageState: await storageOf(as, web) }),
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce'
      })
      contexts.push(context)
      if (!map) await context.addInitScript(withoutWebGl)
      if (ahead) await context.addInitScript(withWrongClock, ahead * 1000)
      context.on('console', (message) => {
        const where = message.page()?.url()
        if (/Content.Security.Policy/i.test(message.text())) faults.push(`${where}: ${message.text()}`)
      })
      context.on('weberror', (failure) => {
        const error = failure.error()
        faults.push(`${failure.page()?.url()}: ${error.stack ?? error.message}`)
      })
      const page = await context.newPage()
      await page.goto(path)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
    expect(faults, 'errors and refusals of the policy in a page').toEqual([])
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  picture: async ({}, use, { project }) => {
    await use(async (page, name) => {
      await expect(page.getByText('The map is loading')).toHaveCount(0)
      const path = `test-results/screens/${databaseUnderTest()}/${project.name}/${name}.png`
      // A picture proves nothing: on a busy machine it may take its time.
      await page.screenshot({ path, timeout: 60_000 })
    })
  }
})

/** Fills in a pickup, a drop or a stop by the first suggestion of that kind. */
export async function choosePlace(page: Page, field: string, text: string, suggestion: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('option', { name: suggestion }).first().click()
}

/** Goes online where the driver is not, as after a story that left them offline. */
export async function goOnline(page: Page): Promise<void> {
  const online = page.getByRole('button', { name: 'Go online' })
  await expect(online.or(page.getByRole('button', { name: 'Go offline' }))).toBeVisible()
  if (await online.isVisible()) await online.click()
}

/** Moves someone's device. */
export async function moveTo(page: Page, { lat, lng }: Position): Promise<void> {
  await page.context().setGeolocation({ latitude: lat, longitude: lng })
}

/** Slides a handle from its start side to the other end, as a finger does. */
export async function slide(page: Page, name: string): Promise<void> {
  const handle = page.getByRole('button', { name })
  await handle.scrollIntoViewIfNeeded()
  const box = await handle.boundingBox()
  if (!box) throw new Error(`there is no ${name}`)
  const isRtl = await page.evaluate(() => document.documentElement.dir === 'rtl')
  const [from, to] = isRtl ? [box.x + box.width - 24, box.x + 4] : [box.x + 24, box.x + box.width - 4]
  const y = box.y + box.height / 2
  await page.mouse.move(from, y)
  await page.mouse.down()
  await page.mouse.move(to, y, { steps: 8 })
  await page.mouse.up()
}

/**
 * Waits until streets are drawn where no panel covers the map. A canvas does not tell what is on it, but a picture of
 * plain ground packs into a few kilobytes and one of streets does not.
 */
export async function expectStreets(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const clip =
    width < 900
      ? { x: 20, y: 90, width: width - 40, height: 180 }
      : { x: width / 2, y: height / 4, width: 400, height: height / 2 }
  const enough = 12_000 * (await page.evaluate(() => Math.min(1, devicePixelRatio) ** 2))
  await expect.poll(async () => (await page.screenshot({ clip })).length, { timeout: 40_000 }).toBeGreaterThan(enough)
}

/** Waits until a map has drawn everything that is in view. */
export async function drawnMap(page: Page): Promise<void> {
  await expect(page.locator('section[aria-busy=false] canvas').first()).toBeVisible()
}

/** From now on counts the frames in which the canvas of the map that is there now is not in the page. */
export async function keepMap(page: Page): Promise<void> {
  await page.evaluate(() => {
    const canvas = document.querySelector('section[aria-busy] canvas')
    const count = { without: canvas ? 0 : 1 }
    const look = () => {
      if (!canvas?.isConnected) count.without++
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    Object.assign(window, { mapFrames: count })
  })
}

/** How many there were. */
export const framesWithoutMap = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { mapFrames: { without: number } }).mapFrames.without)

/** A page is there once its heading stands. */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

/** A page that was just given another width has a moment to lay itself out. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(beyond, { message: `${page.url()} scrolls sideways`, timeout: 10_000 }).toBeLessThanOrEqual(0)
}

/**
 * Checks a page as axe sees it, WCAG 2.2 AA. The story goes on, so that one run finds all there is to find.
 *
 * @param within a part of it by a selector: a question or a menu that came over a page that was looked at before
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  if (within) await expect(page.locator(within)).toBeVisible()
  let found = await violationsOf(page, within)
  if (found.length > 0) {
    // A sheet on its way covers for a moment what it will not cover: what counts is what stays.
    await page.waitForTimeout(1000)
    found = await violationsOf(page, within)
  }
  expect.soft(found, `axe on ${page.url()}`).toEqual([])
}

/** Words stand out at 7:1 from what is behind them (large ones at 4.5:1), to be read in the sun. */
export async function expectContrast(page: Page): Promise<void> {
  const found = await runAxe(page, { type: 'rule', values: ['color-contrast-enhanced'] })
  const faint = found.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`))
  expect.soft(faint, `contrast on ${page.url()}`).toEqual([])
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The package's main file has twice as many characters, and each page that is looked at parses them. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Runs axe in the page that it looks at, which is given it once. Its own way for Playwright adds the results of frames up
 * in a second page, which takes five times as long; no page of ours has frames.
 */
async function runAxe(page: Page, runOnly: RunOptions['runOnly'], within?: string): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ([selector, options]) => {
      const own = (window as unknown as { axe: typeof import('axe-core') }).axe
      return (await own.run(selector ?? document, options)).violations
    },
    // No rule that is asked for looks at style sheets, and reading them anew took a third of the time.
    [within, { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } } as RunOptions] as const
  )
}

async function violationsOf(page: Page, within?: string): Promise<string[]> {
  const violations = await runAxe(page, standards, within)
  const found: string[] = []
  for (const { id, help, nodes } of violations) {
    const left = id === 'target-size' ? await stillSmall(page, nodes) : nodes
    if (left.length > 0) found.push(`${id}: ${help}\n  ${left.map((node) => node.html).join('\n  ')}`)
  }
  return found
}

/** A target may lie half below a bar that stays in sight: what counts is its size once it is scrolled clear of that. */
async function stillSmall<Node extends { target: unknown[] }>(page: Page, nodes: Node[]): Promise<Node[]> {
  const small: Node[] = []
  for (const node of nodes) {
    const selector = String(node.target[0])
    await page.locator(selector).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    const again = await runAxe(page, { type: 'rule', values: ['target-size'] }, selector)
    if (again.length > 0) small.push(node)
  }
  return small
}

/**
 * Asks for a code on the sign-in page and types the one that came. An address is sent one at most each second, which a
 * person never notices: a story that is quicker presses again, as the page says.
 */
export async function enterCode(page: Page, stack: StackEnv, contact: string, mailbox = contact): Promise<void> {
  const since = Date.now()
  const code = page.getByRole('textbox', { name: 'One-time code' })
  await page.getByRole('textbox', { name: 'E-mail' }).fill(contact)
  await expect(async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click({ timeout: 5000 })
    await expect(code.or(page.getByText(/^Too many attempts/))).toBeVisible()
    await expect(code).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [1100] })
  await code.fill(await newestCode(stack, mailbox, since))
}

/** Signs in on the sign-in page as a person does: address, code from the inbox, done. */
export async function signIn(page: Page, stack: StackEnv, email: string): Promise<void> {
  await enterCode(page, stack, email)
  await expect(page).not.toHaveURL(/login/)
}

/** Puts a session into the browser, as signing in there would have. */
export async function enter(page: Page, person: Person): Promise<void> {
  const { data } = await person.client.auth.getSession()
  await page.evaluate((session) => localStorage.setItem('hackney.session', session), JSON.stringify(data.session))
}
