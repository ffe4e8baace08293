import type { Browser, Page } from '@playwright/test'
import { isFull } from '../support/full.ts'
import { figureOf, scoreOf, visit } from '../support/lighthouse.ts'
import type { Person } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import { drawnMap, expect, expectDrawn, NOWHERE, test } from './fixtures.ts'

// Pictures are compared pixel by pixel.
test.use({ map: true, deviceScaleFactor: 1 })

const program = '**/assets/start-*.js'

/** A browser in which the program never loads, so that it shows only the page's HTML. */
async function openPainted(
  browser: Browser,
  url: string,
  locale: string,
  colorScheme: 'light' | 'dark' = 'light'
): Promise<Page> {
  const page = await browser.newPage({ javaScriptEnabled: false, locale, colorScheme })
  await page.goto(url)
  return page
}

const backToBookings = { 'en-GB': 'Bookings', ar: 'الحجوزات' } as const

for (const [locale, scheme] of [
  ['en-GB', 'light'],
  ['ar', 'dark']
] as const) {
  test(`a trip's map, panel and way back are painted without any script for a ${scheme} browser in ${locale}`, async ({
    browser,
    stack,
    isMobile
  }) => {
    const page = await openPainted(browser, `${stack.WEB_URL}/bookings/any`, locale, scheme)
    const back = page.getByRole('link', { name: backToBookings[locale] }).and(page.locator(':visible'))
    // On a desktop the header links back.
    if (isMobile) await expect(back).toHaveCount(1)
    else await expect(page.getByRole('banner').and(page.locator(':visible'))).toHaveCount(1)
    await expect(page.getByRole('region', { name: /^(Trip|الرحلة)$/ }).and(page.locator(':visible'))).toHaveCount(1)
    const still = page.locator('.map-still').and(page.locator(':visible'))
    const picture = await still.evaluate((element) => getComputedStyle(element, '::before').backgroundImage)
    expect(picture).toContain(`still-${scheme}.svg`)
    await page.close()
  })
}

/** The lightness of the page's background, from 0 to 1. */
async function groundOf(page: Page): Promise<number> {
  return page.locator('body').evaluate((body) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return Number.NaN
    context.fillStyle = getComputedStyle(body).backgroundColor
    context.fillRect(0, 0, 1, 1)
    return (context.getImageData(0, 0, 1, 1).data[0] ?? 0) / 255
  })
}

const painted = [
  ['en-GB', 'Sign in', 'Pickup', 'E-mail'],
  ['de-CH', 'Anmelden', 'Abholort', 'E-Mail'],
  ['ar', 'دخول', 'نقطة الانطلاق', 'البريد الإلكتروني']
] as const

for (const [locale, signIn, pickup, email] of painted) {
  test(`header, form and headline are painted without any script for a browser in ${locale}`, async ({
    browser,
    stack
  }) => {
    const start = await openPainted(browser, `${stack.WEB_URL}/`, locale)
    await expect(start.getByRole('link', { name: signIn }).and(start.locator(':visible'))).toHaveCount(1)
    await expect(start.getByRole('combobox', { name: pickup }).and(start.locator(':visible'))).toHaveCount(1)
    // On the narrowest phone, too, the name of the site is beside its logo and not in a hidden second line.
    await start.setViewportSize({ width: 320, height: 640 })
    const name = start.getByRole('banner').getByText('Hackney', { exact: true }).and(start.locator(':visible')).first()
    const home = start.getByRole('banner').getByRole('link').and(start.locator(':visible')).first()
    const [text, link] = [await name.boundingBox(), await home.boundingBox()]
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual((link?.y ?? 0) + (link?.height ?? 0))
    await start.close()
    const login = await openPainted(browser, `${stack.WEB_URL}/login`, locale)
    await expect(login.getByRole('heading', { level: 1, name: signIn })).toBeVisible()
    await expect(login.getByRole('textbox', { name: email })).toBeVisible()
    await login.close()
  })
}

test('the page painted without scripts follows the system’s colour scheme', async ({ browser, stack }) => {
  const grounds = ['light', 'dark'].map(async (scheme) => {
    const page = await openPainted(browser, `${stack.WEB_URL}/`, 'en-GB', scheme as 'light' | 'dark')
    const ground = await groundOf(page)
    await page.close()
    return ground
  })
  const [light, dark] = await Promise.all(grounds)
  expect(light).toBeGreaterThan(0.9)
  expect(dark).toBeLessThan(0.3)
})

/** By how many pixels, across and down, one picture of a map has to be moved to match another best. */
const shiftBetween = (page: Page, ...pictures: [Buffer, Buffer]) =>
  page.evaluate(
    async (sources) => {
      const [first, second] = await Promise.all(
        sources.map(async (source) => {
          const image = Object.assign(new Image(), { src: `data:image/png;base64,${source}` })
          await image.decode()
          const { width, height } = image
          const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
          context?.drawImage(image, 0, 0)
          return { width, height, data: context?.getImageData(0, 0, width, height).data ?? [] }
        })
      )
      if (!first || !second) return null
      const most = 6
      let best = { x: 0, y: 0, away: Number.POSITIVE_INFINITY }
      for (let x = -most; x <= most; x++) {
        for (let y = -most; y <= most; y++) {
          let away = 0
          for (let row = most; row < first.height - most; row++) {
            for (let column = most; column < first.width - most; column++) {
              const at = 4 * (row * first.width + column)
              away += Math.abs((first.data[at] ?? 0) - (second.data[at + 4 * (y * first.width + x)] ?? 0))
            }
          }
          if (away < best.away) best = { x, y, away }
        }
      }
      return { x: best.x, y: best.y }
    },
    pictures.map((picture) => picture.toString('base64'))
  )

test('a still picture shows the region in the same place until the map is drawn', async ({ open, isMobile }) => {
  const page = await open(NOWHERE)
  const clip = isMobile ? { x: 20, y: 90, width: 350, height: 300 } : { x: 700, y: 150, width: 500, height: 500 }
  await page.route(program, () => {})
  await page.goto('/')
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/region/still-light.svg`).length)
  const painted = await page.screenshot({ clip, scale: 'css' })
  await page.unroute(program)
  const canvases = '**/assets/maplibre-canvas*.js'
  await page.route(canvases, () => {})
  await page.goto('/')
  await expect(page.getByText('The map is loading')).toHaveCount(1)
  const taken = await page.screenshot({ clip, scale: 'css' })
  await page.unroute(canvases)
  await page.goto('/')
  await drawnMap(page)
  await expect(page.locator('.map-still')).toHaveCount(0)
  const live = await page.screenshot({ clip, scale: 'css' })
  expect(await shiftBetween(page, painted, taken)).toEqual({ x: 0, y: 0 })
  expect(await shiftBetween(page, painted, live)).toEqual({ x: 0, y: 0 })
})

test('the program takes over the painted page without a layout shift', async ({ browser, stack, open }) => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Pickup' }).and(page.locator(':visible'))
  const before = await openPainted(browser, `${stack.WEB_URL}/`, 'en-GB')
  const place = await field(before).boundingBox()
  await before.close()
  const page = await open('/about-us')
  await watchShifts(page)
  for (const path of ['/', '/login', '/about-us']) {
    await page.goto(path)
    await expectDrawn(page)
    await page.waitForLoadState('networkidle')
    expect(await sumOfShifts(page), `the sum of layout shifts on ${path}`).toBeLessThanOrEqual(0.02)
    if (path === '/') expect(await field(page).boundingBox()).toEqual(place)
  }
})

/** What the profiler of React sees of a component. */
interface Fiber {
  type: unknown
  flags: number
  child: Fiber | null
  sibling: Fiber | null
  alternate: Fiber | null
}

type Renders = { mounted: number; again: number }

/** Counts the components that a page mounts, and those that it renders again, as React's own profiler does. */
const countRenders = (page: Page) =>
  page.addInitScript(() => {
    const renders = { mounted: 0, again: 0 }
    const childrenOf = function* (fiber: Fiber) {
      for (let child = fiber.child; child; child = child.sibling) yield child
    }
    const mount = (fiber: Fiber) => {
      renders.mounted += typeof fiber.type === 'function' ? 1 : 0
      for (const child of childrenOf(fiber)) mount(child)
    }
    const update = (fiber: Fiber, before: Fiber) => {
      const hasRendered = (fiber.flags & 1) === 1
      renders.again += hasRendered && typeof fiber.type === 'function' ? 1 : 0
      if (fiber.child === before.child) return
      for (const child of childrenOf(fiber)) child.alternate ? update(child, child.alternate) : mount(child)
    }
    const onCommitFiberRoot = (_: number, { current }: { current: Fiber }) =>
      current.alternate ? update(current, current.alternate) : mount(current)
    const nothing = () => {}
    const hook = { supportsFiber: true, inject: () => 1, checkDCE: nothing, onCommitFiberUnmount: nothing }
    const hooks = { ...hook, onPostCommitFiberRoot: nothing, onCommitFiberRoot }
    Object.assign(window, { renders, __REACT_DEVTOOLS_GLOBAL_HOOK__: hooks })
  })

test('a page that has taken over renders less again than it has rendered', async ({ open }) => {
  const page = await open('/licences')
  await countRenders(page)
  for (const path of ['/', '/login', '/about-us']) {
    await page.goto(path)
    const renders = () => page.evaluate(() => (window as unknown as { renders: Renders }).renders)
    await expect.poll(async () => (await renders()).mounted, `components of ${path}`).toBeGreaterThan(30)
    await page.waitForLoadState('networkidle')
    const { mounted, again } = await renders()
    expect(again, `components of ${path} that rendered again`).toBeLessThan(mounted)
  }
})

/** Records the layout shifts of a page from its first paint on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
const sumOfShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0))

test('a trip is painted at once, requests person and booking in parallel, and appears without a layout shift', async ({
  open,
  person
}) => {
  const rider = await person('rider9@hackney.test')
  const { id } = await book(rider)
  const page = await open('/about-us', { as: rider })
  await watchShifts(page)
  const release = await hold(page)
  await page.goto(`/bookings/${id}`, { waitUntil: 'commit' })
  const sheet = page.getByRole('region', { name: 'Trip', exact: true }).and(page.locator(':visible'))
  await expect(sheet).toHaveCount(1)
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/region/still-light.svg`).length)
  const painted = await sheet.boundingBox()

  // Answers neither request before both have been made.
  const asked = new Set<string>()
  let both = () => {}
  const areAsked = new Promise<void>((resolve) => {
    both = resolve
  })
  await page.route(/\/rest\/v1\/(profiles|bookings)\?/, async (route) => {
    asked.add(new URL(route.request().url()).pathname)
    if (asked.size === 2) both()
    await areAsked
    await route.continue()
  })
  release()
  await expect(page.getByRole('heading', { level: 1, name: 'Looking for a driver' })).toBeVisible()
  expect([...asked].sort()).toEqual(['/rest/v1/bookings', '/rest/v1/profiles'])
  await drawnMap(page)
  expect(await sumOfShifts(page), 'the sum of layout shifts').toBeLessThanOrEqual(0.02)
  const live = await sheet.boundingBox()
  expect(Math.abs((live?.y ?? 0) - (painted?.y ?? 0)), 'pixels that the sheet moves').toBeLessThan(24)
  await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
})

test('a visitor who opens a trip is sent to sign in before the program loads, and sees nothing of the trip', async ({
  open
}) => {
  const page = await open(NOWHERE)
  await page.addInitScript(() => {
    new MutationObserver(() => {
      // The style sheet, which loads before the first paint, hides pages with this class.
      const isHidden = document.documentElement.classList.contains('unpainted')
      if (document.querySelector('.bottom-sheet') && !isHidden) localStorage.setItem('seen', location.pathname)
    }).observe(document, { childList: true, subtree: true })
  })
  await hold(page)
  await page.goto('/bookings/any?x=1', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/login\?next=%2Fbookings%2Fany%3Fx%3D1$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('seen'))).toBeNull()
})

test('a language that was chosen on this device is painted, even if the browser prefers another', async ({ open }) => {
  const page = await open('/about-us')
  await page.evaluate(() => localStorage.setItem('hackney.locale', 'de'))
  // The program never arrives.
  await page.route(program, () => {})
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
})

/** Delays the program of a page until it is released. */
async function hold(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(program, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('text typed before the program loads stays, and so does the focus', async ({ open }) => {
  const page = await open(NOWHERE)
  const release = await hold(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await field.fill('rider@hackney.test')
  const first = await field.elementHandle()
  release()
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(field).toHaveValue('rider@hackney.test')
  await expect(field).toBeFocused()
})

test('presses before the program loads take effect once it has: on a form, a menu and a choice', async ({ open }) => {
  const page = await open(NOWHERE)
  let release = await hold(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'E-mail' }).fill('rider@hackney.test')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  release()
  await expect(page.getByRole('textbox', { name: 'One-time code' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  await page.unroute(program)
  release = await hold(page)
  await page.goto('/about-us', { waitUntil: 'commit' })
  // The language menu on a desktop, the full menu on a phone.
  const menu = page.getByRole('banner').locator('button[aria-haspopup=menu]:visible')
  await expect(menu).toHaveCount(1)
  await menu.click()
  release()
  await expect(page.getByRole('menu')).toBeVisible()

  await page.unroute(program)
  release = await hold(page)
  await page.goto('/', { waitUntil: 'commit' })
  // The style sheet shows one of two sizes.
  const when = page.getByRole('button', { name: 'When: Now' }).and(page.locator(':visible'))
  await expect(when).toHaveCount(1)
  await when.click()
  release()
  await expect(page.getByRole('dialog', { name: 'When' })).toBeVisible()
})

// Not the durations, which `npm run bench -- page` measures.
const onlyAudits = ['cumulative-layout-shift', 'network-requests']

test('Lighthouse reports no problems apart from durations, and little to download', async ({
  stack,
  person,
  isMobile
}) => {
  test.skip(!isMobile, 'Lighthouse is a phone of its own')
  const rider = await person('rider10@hackney.test')
  const { id } = await book(rider)
  const token = unwrap(await rider.client.rpc('share_trip', { booking_id: id }))
  const pages: { path: string; most: number; files: number; as?: Person; isPrivate?: true }[] = [
    { path: '/', most: 295_000, files: 45 },
    // Only in the full run: these pages are built like the start page.
    ...(isFull
      ? [
          { path: '/login', most: 270_000, files: 31 },
          { path: '/about-us', most: 255_000, files: 27 }
        ]
      : []),
    // Includes the dialogs that a press may open, which have to work in a tunnel.
    { path: `/bookings/${id}`, most: 385_000, files: 80, as: rider, isPrivate: true },
    { path: `/t/${token}`, most: 127_000, files: 10, isPrivate: true }
  ]
  for (const { path, most, files, as, isPrivate } of pages) {
    // Search engines may not index a trip.
    const onlyCategories = ['accessibility', 'best-practices', ...(isPrivate ? [] : ['seo'])]
    const only = { onlyCategories, onlyAudits }
    const { lhr: result } = await visit(`${stack.WEB_URL}${path}`, { webGl: false, as, only })
    for (const category of onlyCategories) expect(scoreOf(result, category), `${category} of ${path}`).toBe(100)
    expect(figureOf(result, 'cumulative-layout-shift'), `layout shift of ${path}`).toBeLessThanOrEqual(0.02)
    const { items = [] } = (result.audits['network-requests']?.details ?? {}) as {
      items?: { url: string; transferSize?: number }[]
    }
    // A lazy chunk appears twice: preloaded, and imported from that.
    const scripts = items.filter(({ url }) => url.endsWith('.js'))
    const names = new Set(scripts.map(({ url }) => url))
    expect(names.size).toBeGreaterThan(3)
    expect(names.size, `files of program for ${path}`).toBeLessThanOrEqual(files)
    const bytes = scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
    expect(bytes, `bytes of program for ${path}`).toBeLessThan(most)
  }
  // Cancels the booking: otherwise it would be offered to the driver of the next story.
  await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
})
