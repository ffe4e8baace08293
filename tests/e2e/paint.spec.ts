import type { Browser, Page } from '@playwright/test'
import { figureOf, scoreOf, visit } from '../support/lighthouse.ts'
import { expect, expectDrawn, test } from './fixtures.ts'

const program = '**/assets/start-*.js'

/** A browser that gets no program: what it shows is what the HTML brings. */
async function openPainted(browser: Browser, url: string, locale: string): Promise<Page> {
  const page = await browser.newPage({ javaScriptEnabled: false, locale })
  await page.goto(url)
  return page
}

const painted = [
  ['en-GB', 'Sign in', 'Pickup', 'E-mail'],
  ['de-CH', 'Anmelden', 'Abholort', 'E-Mail'],
  ['ar', 'تسجيل الدخول', 'نقطة الانطلاق', 'البريد الإلكتروني']
] as const

for (const [locale, signIn, pickup, email] of painted) {
  test(`header, form and headline are painted without any script for a browser in ${locale}`, async ({
    browser,
    stack
  }) => {
    const start = await openPainted(browser, `${stack.WEB_URL}/`, locale)
    await expect(start.getByRole('link', { name: signIn }).and(start.locator(':visible'))).toHaveCount(1)
    await expect(start.getByRole('combobox', { name: pickup }).and(start.locator(':visible'))).toHaveCount(1)
    await start.close()
    const login = await openPainted(browser, `${stack.WEB_URL}/login`, locale)
    await expect(login.getByRole('heading', { level: 1, name: signIn })).toBeVisible()
    await expect(login.getByRole('textbox', { name: email })).toBeVisible()
    await login.close()
  })
}

test('the page takes over from what is painted without a jump', async ({ browser, stack, open }) => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Pickup' }).and(page.locator(':visible'))
  const before = await openPainted(browser, `${stack.WEB_URL}/`, 'en-GB')
  const place = await field(before).boundingBox()
  await before.close()
  const page = await open('/about-us')
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of ['/', '/login', '/about-us']) {
    await page.goto(path)
    await expectDrawn(page)
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(
      shifts.reduce((sum, shift) => sum + shift, 0),
      `the sum of layout shifts on ${path}`
    ).toBeLessThanOrEqual(0.02)
    if (path === '/') expect(await field(page).boundingBox()).toEqual(place)
  }
})

test('a language that was chosen here is painted, though the browser asks for another', async ({ open }) => {
  const page = await open('/about-us')
  await page.evaluate(() => localStorage.setItem('hackney.locale', 'de'))
  // The program is still on its way.
  await page.route(program, () => {})
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
})

/** Keeps the program from a page until it is released. */
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

test('what is typed before the program is there stays, and so does the focus', async ({ open }) => {
  const page = await open('/about-us')
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

test('what is pressed before the program is there counts once it is: a form, a menu, a choice', async ({ open }) => {
  const page = await open('/about-us')
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
  // Languages on a desktop, everything on a phone.
  const menu = page.getByRole('banner').locator('button[aria-haspopup=menu]:visible')
  await expect(menu).toHaveCount(1)
  await menu.click()
  release()
  await expect(page.getByRole('menu')).toBeVisible()

  await page.unroute(program)
  release = await hold(page)
  await page.goto('/', { waitUntil: 'commit' })
  // Of the two sizes, the style sheet shows one.
  const when = page.getByRole('button', { name: 'When: Now' }).and(page.locator(':visible'))
  await expect(when).toHaveCount(1)
  await when.click()
  release()
  await expect(page.getByRole('dialog', { name: 'When' })).toBeVisible()
})

test('Lighthouse finds nothing to mend but time, and little to download', async ({ stack, isMobile }) => {
  test.skip(!isMobile, 'Lighthouse is a phone of its own')
  for (const [path, most] of [
    ['/', 310_000],
    ['/login', 250_000],
    ['/about-us', 240_000]
  ] as const) {
    const result = await visit(`${stack.WEB_URL}${path}`, { webGl: false })
    for (const category of ['accessibility', 'best-practices', 'seo'])
      expect(scoreOf(result, category), `${category} of ${path}`).toBe(100)
    expect(figureOf(result, 'cumulative-layout-shift'), `layout shift of ${path}`).toBeLessThanOrEqual(0.02)
    const { items = [] } = (result.audits['network-requests']?.details ?? {}) as {
      items?: { resourceType?: string; transferSize?: number }[]
    }
    const scripts = items.filter(({ resourceType }) => resourceType === 'Script')
    expect(scripts.length).toBeGreaterThan(3)
    const bytes = scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
    expect(bytes, `bytes of program for ${path}`).toBeLessThan(most)
  }
})
