/**
 * Devices of a worker: private windows with one page each. A story leaves its devices to the next stories, because a window that
 * is already open loads the app in half the processor time of a new one. Nothing else of a story stays: what it stored, routed,
 * listened to and emulated is taken back, and a device on which it did something that cannot be taken back is thrown away.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

/** A device that a story has. */
export interface Device {
  context: BrowserContext
  page: Page
}

interface Kept extends Device {
  key: string
  web: string
  viewport: ReturnType<Page['viewportSize']>
  devtools: CDPSession
  /** Whether a story did something to it that stays. */
  isMarked: boolean
}

/** A document of the app's address that runs nothing, where a device waits for its next story. */
const parkingPath = '/robots.txt'
/** Number of devices that wait. The longest story has five. */
const MOST = 6

/** What cannot be taken back, of a window, a page and a clock. */
const marks = {
  context: [
    'addCookies',
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'newCDPSession',
    'routeWebSocket',
    'setDefaultNavigationTimeout',
    'setDefaultTimeout',
    'setExtraHTTPHeaders'
  ],
  page: [
    'addInitScript',
    'addLocatorHandler',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setDefaultNavigationTimeout',
    'setDefaultTimeout',
    'setExtraHTTPHeaders'
  ],
  clock: ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime']
} as const

/** Events of a page that stories listen to. Playwright itself listens to others, so not all listeners are removed. */
const events = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker'
] as const

/** Calls `mark` whenever one of the methods is called. */
function watch<Target extends object>(target: Target, methods: readonly (keyof Target)[], mark: () => void): void {
  for (const name of methods) {
    const method = target[name] as (...args: unknown[]) => unknown
    target[name] = ((...args: unknown[]) => {
      mark()
      return method.apply(target, args)
    }) as never
  }
}

/** Leaves the app, and forgets where the page was. */
async function park({ page, web, devtools }: Kept): Promise<void> {
  await page.goto(web + parkingPath, { timeout: 10_000 })
  await devtools.send('Page.resetNavigationHistory')
}

export class Devices {
  /** The devices that wait, the one that waits longest first. */
  #waiting: Kept[] = []
  #taken = new Map<BrowserContext, Kept>()

  readonly #browser: Browser

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /**
   * A device that waits, or a new one. Its page is at the app's address, without the app.
   *
   * @param web the address of the app
   * @param options of a new window; only a device with the same options is taken again, at whatever position it was
   * @param kind what else makes devices of the same kind
   * @param prepare prepares a new device, for as long as it exists
   */
  async take(
    web: string,
    options: BrowserContextOptions,
    kind: unknown,
    prepare: (device: Device) => Promise<void>
  ): Promise<Device> {
    const { geolocation, ...others } = options
    const key = JSON.stringify([web, geolocation !== undefined, others, kind])
    const at = this.#waiting.findLastIndex((one) => one.key === key)
    const [known] = at === -1 ? [] : this.#waiting.splice(at, 1)
    if (known) {
      if (geolocation) await known.context.setGeolocation(geolocation)
      if (options.permissions) await known.context.grantPermissions(options.permissions)
      this.#taken.set(known.context, known)
      return known
    }
    const context = await this.#browser.newContext(options)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const device: Kept = { context, page, key, web, devtools, viewport: page.viewportSize(), isMarked: false }
    await prepare(device)
    await park(device)
    const mark = () => {
      device.isMarked = true
    }
    watch(context, marks.context, mark)
    watch(page, marks.page, mark)
    watch(context.clock, marks.clock, mark)
    context.once('close', mark)
    page.once('close', mark).once('crash', mark)
    this.#taken.set(context, device)
    return device
  }

  /** Takes a window back at the end of its story: it waits for another one, or is closed. */
  async giveBack(context: BrowserContext): Promise<void> {
    const device = this.#taken.get(context)
    this.#taken.delete(context)
    const isClean = device && !device.isMarked && (await this.#clean(device).catch(() => false))
    if (!device || !isClean || device.isMarked) return context.close()
    this.#waiting.push(device)
    if (this.#waiting.length > MOST) await this.#waiting.shift()?.context.close()
  }

  async #clean(device: Kept): Promise<boolean> {
    const { context, page, web, viewport, devtools } = device
    for (const event of events) page.removeAllListeners(event as never)
    for (const other of context.pages()) if (other !== page) await other.close()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await park(device)
    // What the page stored when it was left is removed, too.
    await page.evaluate(() => sessionStorage.clear())
    await devtools.send('Storage.clearDataForOrigin', { origin: new URL(web).origin, storageTypes: 'all' })
    await context.clearCookies()
    await context.clearPermissions()
    if (JSON.stringify(page.viewportSize()) !== JSON.stringify(viewport) && viewport)
      await page.setViewportSize(viewport)
    return true
  }
}
