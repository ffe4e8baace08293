import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Request,
  type WebError
} from '@playwright/test'
import type { Result, RunOptions } from 'axe-core'
import { DEVICE_REST_MS } from '../../src/config/constants.ts'
import { findUnlimited } from '../office/text-limits.ts'
import { withoutWebGl } from '../support/browser.ts'
import { type Clock, openClock } from '../support/clock.ts'
import { isFull } from '../support/full.ts'
import { signIn as askForSession, newestCode, type Person, service, storageOf } from '../support/people.ts'
import type { Place } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { databaseUnderTest, type StackEnv, startStack } from '../support/stack.ts'
import { type Device, Devices } from './devices.ts'
import { unjudged } from './judged.ts'
import { checkDialogs } from './opened-dialogs.ts'

export { expect }

/** The longest time between two requests of a shared trip's page (ms). */
export const SHARED_POLL_MS = 5000

/** A person's position when the page opens. */
type Position = Pick<Place, 'lat' | 'lng'>

/** Forgets another language in the profile, which another story may have stored there: it would replace the device's. */
const forgetOtherLanguage = (stack: StackEnv, { id }: Person, locale: string) =>
  service(stack)
    .from('profiles')
    .update({ lang_locale: null })
    .eq('id', id)
    .neq('lang_locale', locale.split('-')[0] ?? locale)
    .throwOnError()

/** The path to open a page at without the app, for stories that prepare the page before they load the app. */
export const NOWHERE = 'about:blank'

interface OpenOptions {
  at?: Position
  dark?: boolean
  locale?: string
  /** Who is signed in from the beginning. */
  as?: Person
  /**
   * Whether the service worker runs, as it does for users. Other stories block it: they intercept requests, which a worker
   * would answer first, and it does the same in all of them.
   */
  worker?: boolean
  /** How far the device's clock is ahead (s). */
  ahead?: number
  /** Whether the window has never loaded the app, so that its cache is empty. Others may come from an earlier story. */
  isNew?: boolean
  /** Whether the page has a browser with a profile of its own. The others are private windows, which cannot install an app. */
  profile?: boolean
  /** An address of the app other than the stack's. */
  web?: string
}

interface WorkerFixtures {
  devices: Devices
  /** The stack of this worker, whose stories run one after the other. */
  stack: StackEnv
  /** A signed-in person, shared by all stories of this worker. */
  person(email: string): Promise<Person>
}

interface Options {
  /**
   * Whether pages of the story draw their maps. The CPU draws them, which takes half of a story's time. So a story that is not
   * about the map runs without WebGL and sees the still picture, like people whose device has no WebGL.
   */
  map: boolean
}

interface Fixtures {
  /** The clock of all rules, reset to the real time after the test. Null on PGlite. */
  clock: Clock | null
  /** The same clock for a story that cannot do without it: on PGlite the story is skipped. */
  turnableClock: Clock
  /** Opens a page in its own browser. An error in the page, or a violation of its content security policy, fails the test. */
  open(path: string, options?: OpenOptions): Promise<Page>
  /**
   * In a full run, saves a picture of a page, named by the story, the size and the database. Pictures prove nothing, so other
   * runs take one only of a story that fails.
   */
  picture(page: Page, name: string): Promise<void>
}

/** Runs in a page before its scripts: stores what a device has stored for its address. */
const storeBefore = (origins: Awaited<ReturnType<typeof storageOf>>['origins']) => {
  const own = origins.find(({ origin }) => origin === location.origin)
  for (const { name, value } of own?.localStorage ?? []) localStorage.setItem(name, value)
}

/** Runs in a page before its scripts: shifts the clock and the times of positions, as on a device with a wrong clock. */
const withWrongClock = (ms: number) => {
  const Real = Date
  const now = () => Real.now() + ms
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, as) => Reflect.construct(target, given.length > 0 ? given : [now()], as),
    apply: () => new Real(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key))
  })
}

/**
 * Runs in a page before its scripts: positions have the time at which they are delivered, as on a phone, which measures. The
 * browser's emulation repeats the time at which a story set the position.
 */
const withMeasuredPositions = () => {
  if (!('GeolocationPosition' in globalThis)) return
  Object.defineProperty(GeolocationPosition.prototype, 'timestamp', { get: () => Date.now() })
}

/**
 * Runs in a page before its scripts: loads the code of the installable app at once. The page lets it wait, so that it does not
 * slow the page down.
 */
const withoutRest = (restMs: number) => {
  const later = globalThis.setTimeout
  const set = (work: TimerHandler, ms?: number, ...args: unknown[]) => later(work, ms === restMs ? 0 : ms, ...args)
  globalThis.setTimeout = set as typeof setTimeout
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  map: [false, { option: true }],

  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const stack = await startStack({ database: databaseUnderTest(), web: 'built' })
      // A CPU that draws maps for several browsers takes longer to show an offer than a driver has to answer it.
      unwrap(await service(stack.env).from('settings').update({ offer_timeout: 180 }).eq('id', 1).select())
      await use(stack.env)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 }
  ],

  person: [
    async ({ stack }, use) => {
      const known = new Map<string, Promise<Person>>()
      // An earlier story may have ended the session, for example by signing out in a page.
      const isSignedIn = async ({ client }: Person) => (await client.auth.getUser()).error === null
      await use(async (email) => {
        const kept = known.get(email)
        if (kept && (await isSignedIn(await kept))) return kept
        const person = askForSession(stack, email)
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

  turnableClock: async ({ clock }, use, info) => {
    info.skip(clock === null, 'The clock of PGlite cannot be turned')
    if (clock) await use(clock)
  },

  devices: [async ({ browser }, use) => use(new Devices(browser)), { scope: 'worker' }],

  open: async ({ browser, playwright, launchOptions, devices, stack, map, viewport, deviceScaleFactor }, use) => {
    const kind = [map, viewport, deviceScaleFactor]
    const contexts: BrowserContext[] = []
    const faults: string[] = []
    const onConsole = (message: ConsoleMessage) => {
      const where = message.page()?.url()
      if (/Content.Security.Policy/i.test(message.text())) faults.push(`${where}: ${message.text()}`)
    }
    const onError = (failure: WebError) => {
      const error = failure.error()
      faults.push(`${failure.page()?.url()}: ${error.stack ?? error.message}`)
    }
    const prepare = async ({ context, page }: Pick<Device, 'context' | 'page'>) => {
      if (!map) await context.addInitScript(withoutWebGl)
      await context.addInitScript(withMeasuredPositions)
      // Browsers remember 250 requests of a page, and a long story has more.
      await context.addInitScript(() => performance.setResourceTimingBufferSize(10_000))
      await checkDialogs(page, judge)
    }
    await use(
      async (
        path,
        { at, dark, locale, as, ahead, profile, isNew = false, worker = false, web = stack.WEB_URL } = {}
      ) => {
        if (as && locale) await forgetOtherLanguage(stack, as, locale)
        // A device whose clock is ahead renews its session at once, so it gets one of its own.
        const storage = as && web ? await storageOf(ahead ? await askForSession(stack, as.email) : as, web) : null
        // Playwright would load a page of its own to store a session. The story's first page does it as well, before its scripts.
        const isEarly = path.startsWith('/') && !profile
        const isKept = (isEarly || path === NOWHERE) && web !== undefined && !profile && !isNew && !worker && !ahead
        const options: BrowserContextOptions = {
          serviceWorkers: worker ? 'allow' : 'block',
          ...(web && { baseURL: web }),
          ...(at && { geolocation: { latitude: at.lat, longitude: at.lng }, permissions: ['geolocation'] }),
          ...(locale && { locale }),
          ...(storage && !isEarly && !isKept && { storageState: storage }),
          colorScheme: dark ? 'dark' : 'light',
          reducedMotion: 'reduce'
        }
        const open = async (): Promise<Device> => {
          const context = profile
            ? await playwright.chromium.launchPersistentContext('', { ...launchOptions, ...options })
            : await browser.newContext(options)
          if (worker) await context.addInitScript(withoutRest, DEVICE_REST_MS)
          if (ahead) await context.addInitScript(withWrongClock, ahead * 1000)
          const page = await context.newPage()
          await prepare({ context, page })
          return { context, page }
        }
        const { context, page } = isKept ? await devices.take(web, options, kind, prepare) : await open()
        contexts.push(context)
        context.on('console', onConsole).on('weberror', onError)
        if (storage && isKept) await page.evaluate(storeBefore, storage.origins)
        const stored = storage && isEarly && !isKept ? await context.addInitScript(storeBefore, storage.origins) : null
        if (path !== NOWHERE) await page.goto(path)
        await stored?.dispose()
        return page
      }
    )
    for (const context of contexts) context.off('console', onConsole).off('weberror', onError)
    await Promise.all(contexts.map((context) => devices.giveBack(context)))
    expect(faults, 'errors and violations of the content security policy in a page').toEqual([])
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
  picture: async ({}, use, { project }) => {
    await use(async (page, name) => {
      await expect(page.getByText('The map is loading')).toHaveCount(0)
      if (!isFull) return
      const path = `test-results/screens/${databaseUnderTest()}/${project.name}/${name}.png`
      // It may take longer on a busy machine.
      await page.screenshot({ path, timeout: 60_000 })
    })
  }
})

/** Fills in a pickup, a drop or a stop with the first suggestion that matches. */
export async function choosePlace(page: Page, field: string, text: string, suggestion: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(text)
  await page.getByRole('option', { name: suggestion }).first().click()
}

/** Goes online if the page shows the driver offline, as after a story that ended offline. */
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
  if (!box) throw new Error(`the slider "${name}" is not visible`)
  const isRtl = await page.evaluate(() => document.documentElement.dir === 'rtl')
  const [from, to] = isRtl ? [box.x + box.width - 24, box.x + 4] : [box.x + 24, box.x + box.width - 4]
  const y = box.y + box.height / 2
  await page.mouse.move(from, y)
  await page.mouse.down()
  await page.mouse.move(to, y, { steps: 8 })
  await page.mouse.up()
}

/**
 * Waits until streets are drawn where no panel covers the map. A canvas does not say what it shows, but a picture of a plain
 * background compresses to a few kilobytes and one of streets does not.
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

/** Counts from now on the frames in which the page lacks the canvas that it has now. */
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

/** The number of frames without the map's canvas. */
export const framesWithoutMap = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { mapFrames: { without: number } }).mapFrames.without)

/** A page without requests for this long has loaded everything (ms). */
const QUIET_MS = 250

/**
 * Goes to a page of the app as its links do, without loading the program again. Waits for its last request; open sockets do not
 * count.
 *
 * @param rest the path at which the app ends up; null if the story does not know. Without it, the page has to get another title.
 */
export async function goTo(page: Page, to: string, rest?: string | null): Promise<void> {
  const title = page.getByRole('heading', { level: 1 }).first()
  const before = rest === undefined ? await title.innerText() : null
  const open = new Set<Request>()
  let last = Date.now()
  const begin = (request: Request) => {
    open.add(request)
    last = Date.now()
  }
  const end = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, to)
  if (before !== null) await expect(title).not.toHaveText(before)
  if (rest) await expect.poll(() => new URL(page.url()).pathname).toBe(rest)
  await expect.poll(() => open.size === 0 && Date.now() - last >= QUIET_MS, { intervals: [50] }).toBe(true)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

/** A page is drawn once its heading is visible. */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

/** A page whose width just changed needs a moment for its layout. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(beyond, { message: `${page.url()} scrolls sideways`, timeout: 10_000 }).toBeLessThanOrEqual(0)
}

/**
 * Checks a page with axe against WCAG 2.2 AA. The story continues after a violation, so one run finds all of them.
 *
 * @param within a selector of the part to check: a dialog or menu over a page that was checked before
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  if (within) await expect(page.locator(within)).toBeVisible()
  await judge(page, within)
}

/** Does the same with a part that is there now. */
async function judge(page: Page, within?: string): Promise<void> {
  const state = await unjudged(page, within)
  if (!state.page) return
  let found = await violationsOf(page, state.contrast, within)
  if (found.length > 0) {
    // A moving sheet covers other things for a moment, so only lasting violations count.
    await page.waitForTimeout(1000)
    found = await violationsOf(page, state.contrast, within)
  }
  if (found.length === 0) state.keep()
  expect.soft(found, `axe on ${page.url()}`).toEqual([])
}

/**
 * Expects a contrast of 7:1 (4.5:1 for large text), which is readable in the sun. The rule for it does not report texts that
 * miss the lower bound of the rule `color-contrast`, so both rules are needed.
 */
export async function expectContrast(page: Page): Promise<void> {
  const found = await runAxe(page, { type: 'rule', values: ['color-contrast', 'color-contrast-enhanced'] })
  const faint = found.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`))
  expect.soft(faint, `contrast on ${page.url()}`).toEqual([])
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * The package's main file has twice as many characters, and each page that is looked at parses them. Characters beyond Latin-1
 * are escaped, because a single one makes the browser keep and read the whole text at double size.
 */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[^\0-\xff]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
)

/**
 * Runs axe in the page, after loading it there once. axe's own integration for Playwright adds up the results of frames in a
 * second page, which takes five times as long; our pages have no frames.
 */
async function runAxe(
  page: Page,
  runOnly: RunOptions['runOnly'],
  within?: string,
  rules: RunOptions['rules'] = {}
): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ([selector, options]) => {
      const own = window as unknown as { axe: typeof import('axe-core'); axeTurn?: Promise<unknown> }
      // axe refuses a second run meanwhile, and a dialog that just opened is checked beside the story.
      const run = (own.axeTurn ?? Promise.resolve()).then(() => own.axe.run(selector ?? document, options))
      own.axeTurn = run.catch(() => null)
      return (await run).violations
    },
    // None of our rules reads style sheets, and loading them again took a third of the time.
    [within, { runOnly, rules, resultTypes: ['violations'], preload: { assets: ['media'] } } as RunOptions] as const
  )
}

async function violationsOf(page: Page, hasContrast: boolean, within?: string): Promise<string[]> {
  const violations = await runAxe(page, standards, within, { 'color-contrast': { enabled: hasContrast } })
  const found: string[] = []
  for (const { id, help, nodes } of violations) {
    const left = id === 'target-size' ? await stillSmall(page, nodes) : nodes
    if (left.length > 0) found.push(`${id}: ${help}\n  ${left.map((node) => node.html).join('\n  ')}`)
  }
  return [...found, ...(await page.evaluate(findUnlimited, within))]
}

/** A target may be half covered by a fixed bar: its size counts once it is scrolled clear of the bar. */
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
 * Requests a code on the sign-in page and types the code that arrives. An address gets at most one code per second, which
 * people never notice: a faster story presses again, as the page asks it to.
 */
export async function enterCode(page: Page, stack: StackEnv, contact: string, mailbox = contact): Promise<void> {
  const since = Date.now()
  const code = page.getByRole('textbox', { name: 'One-time code' })
  await page.getByRole('textbox', { name: 'E-mail' }).fill(contact)
  await expect(async () => {
    // A code that arrives late is not requested again.
    if (!(await code.isVisible())) await page.getByRole('button', { name: 'Send me a code' }).click({ timeout: 5000 })
    await expect(code.or(page.getByText(/^Too many attempts/))).toBeVisible()
    await expect(code).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [1100] })
  await code.fill(await newestCode(stack, mailbox, since))
}

/** Signs in on the sign-in page as a person does: address and code from the inbox. */
export async function signIn(page: Page, stack: StackEnv, email: string): Promise<void> {
  await enterCode(page, stack, email)
  await expect(page).not.toHaveURL(/login/)
}

/** Stores a session in the browser, as signing in there would have. */
export async function enter(page: Page, person: Person): Promise<void> {
  const { data } = await person.client.auth.getSession()
  await page.evaluate((session) => localStorage.setItem('hackney.session', session), JSON.stringify(data.session))
}
