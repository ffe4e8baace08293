import type { ServerResponse } from 'node:http'
import type { CDPSession, Page } from '@playwright/test'
import { unwrap } from '../support/responses.ts'
import { book, bookAccepted } from '../support/ride.ts'
import { copyOfSite } from '../support/site-copy.ts'
import { enter, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { kept } from './kept.ts'

const askForNewBuild = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))

const inspect = (page: Page): Promise<CDPSession> => page.context().newCDPSession(page)

interface Manifest {
  name: string
  id: string
  scope: string
  start_url: string
  lang: string
  dir: string
  display: string
  icons: { src: string; sizes: string; purpose: string }[]
  shortcuts: { name: string; url: string }[]
}

async function manifestOf(page: Page): Promise<Manifest> {
  const { data, errors } = await (await inspect(page)).send('Page.getAppManifest')
  expect(errors).toEqual([])
  return JSON.parse(data ?? '{}')
}

test('the site can be installed, with the operator’s name, in the language of the page', async ({
  open,
  stack,
  picture
}) => {
  const page = await open('/', { worker: true, locale: 'ar', profile: true })
  await kept(page)
  // The page builds its own manifest once it has the settings.
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', /^blob:/)
  // Chromium's shell without a window judges nothing here; what installing needs is read from the manifest below.
  const errors = await (await inspect(page)).send('Page.getInstallabilityErrors')
  expect(errors.installabilityErrors.map(({ errorId }) => errorId)).toEqual([])
  const own = await manifestOf(page)
  expect(own).toMatchObject({ name: 'Hackney', lang: 'ar', dir: 'rtl', display: 'standalone' })
  expect(own.shortcuts.map(({ name }) => name)).toEqual(['احجز رحلة', 'حجوزاتي', 'القيادة'])
  const built: Manifest = await (await page.request.get('/manifest-ar.webmanifest')).json()
  expect(own.id).toBe(`${stack.WEB_URL}${built.id}`)
  expect(own.start_url.startsWith(own.scope), `${own.start_url} is within ${own.scope}`).toBe(true)
  for (const { src, sizes } of own.icons.filter(({ src }) => src.endsWith('.png'))) {
    const picture = await (await page.request.get(src)).body()
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes)
  }
  expect(own.icons.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual(
    expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 512x512'])
  )

  // Only a phone has a visitor's menu; wider pages show its entries in the header.
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('button', { name: 'القائمة' })
  const entry = page.getByRole('menuitem', { name: 'تثبيت التطبيق' })
  await menu.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(entry).toHaveCount(0)
  await page.keyboard.press('Escape')
  // A headless browser never offers installation by itself.
  await page.evaluate(() => {
    const prompt = async () => {
      document.title = 'asked'
    }
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }))
  })
  await menu.click()
  await expect(entry).toBeVisible()
  await expectAccessible(page, '[role=menu]')
  await picture(page, 'install-ar')
  await entry.click()
  await expect(page).toHaveTitle('asked')
  await menu.click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(entry).toHaveCount(0)
})

/** Expires the access token that this browser keeps, as happens after a quarter of an hour. */
const expire = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('hackney.session') ?? '')
    localStorage.setItem('hackney.session', JSON.stringify({ ...session, expires_at: 1000 }))
  })

const storedTrip = (page: Page) => page.evaluate(() => localStorage.getItem('hackney.own.trip'))

test('without a network a rider can open the trip again and read its last status and the code, but no price', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider11@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  const code = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
  const page = await open(`/bookings/${id}`, { as: rider, worker: true })
  const told = page.getByRole('region', { name: 'Start code' })
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  await expect(told).toContainText(`${code.slice(0, 2)} ${code.slice(2)}`)
  await kept(page)
  await expect.poll(() => storedTrip(page), { timeout: 90_000 }).toContain(code)

  await test.step('the trip shows the time of its last update', async () => {
    await page.context().setOffline(true)
    await page.reload()
    await expect(title('Lukas is on the way')).toBeVisible()
    await expect(page.getByText(/^As of .*\d\d:\d\d$/)).toBeVisible()
    await expect(told).toContainText(`${code.slice(0, 2)} ${code.slice(2)}`)
    await expect(page.getByRole('region', { name: 'Your driver' })).toContainText('FL 28 114')
    await expect(page.getByText(/CHF/)).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'kept-trip')
  })

  await test.step('the trip opens from the start page and from the list of bookings, also after the session expired', async () => {
    await expire(page)
    for (const path of ['/', '/bookings', '/?lang=en']) {
      await page.goto(path)
      await expect(page, path).toHaveURL(`/bookings/${id}`)
      await expect(told).toContainText(`${code.slice(0, 2)} ${code.slice(2)}`)
    }
    await expect(page.getByText(/CHF/)).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('once the network is back, the page continues by itself', async () => {
    await page.context().setOffline(false)
    await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible()
    await expect(page.getByText(/^As of/)).toHaveCount(0)
  })

  await test.step('signing out deletes the kept trip', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
    expect(await storedTrip(page)).toBeNull()
    await page.context().setOffline(true)
    await page.goto(`/bookings/${id}`)
    await expect(title('This page needs a connection')).toBeVisible()
    await expect(page.getByText(code)).toHaveCount(0)
  })
  // The page has ended the session of this rider.
  const again = await person('rider11@hackney.test')
  unwrap(await again.client.rpc('cancel_booking', { booking_id: id, reason: 'done' }))
})

test('without a network the start page shows no price, and links to the last trip, which is over', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider14@hackney.test')
  const { id } = await book(rider)
  await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
  const page = await open(`/bookings/${id}`, { as: rider, worker: true })
  const title = page.getByRole('heading', { level: 1, name: /cancelled/i })
  await expect(title).toBeVisible()
  await kept(page)
  await expect.poll(() => storedTrip(page), { timeout: 90_000 }).toContain(id)
  await page.context().setOffline(true)
  await page.goto('/')
  const banner = page.getByRole('status').filter({ hasText: 'You are offline' })
  await expect(banner).toContainText('Fares show once you are connected.')
  await expect(page.getByText(/CHF/)).toHaveCount(0)
  await expectAccessible(page)
  await picture(page, 'start-offline')
  await banner.getByRole('link', { name: 'Your last trip' }).click()
  await expect(title).toBeVisible()
})

/** Lets the next pages run as in an installed app, which a browser without a window cannot be. */
const asInstalled = (page: Page) =>
  page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    const isMode = (query: string) => query === '(display-mode: standalone)'
    window.matchMedia = (query) => (isMode(query) ? Object.assign(real('all'), {}) : real(query))
  })

test('the installed app starts with the trip under way, and otherwise with the first page of the role', async ({
  open,
  person
}) => {
  const rider = await person('rider15@hackney.test')
  const driver = await person('driver@hackney.test')
  const { id } = await bookAccepted(rider, driver)
  for (const [who, first] of [
    [rider, /^\/$/],
    [driver, /^\/drive$/]
  ] as const) {
    const page = await open(`/bookings/${id}`, { as: who, isNew: true })
    await asInstalled(page)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /own\.(trip|drive-trips)$/.test(key))))
      .toHaveLength(1)
    await page.goto('/')
    await expect(page).toHaveURL(`/bookings/${id}`)
    await page.goto('/#book')
    await expect(page.locator('h1').first()).toBeVisible()
    expect(new URL(page.url()).pathname, 'a shortcut opens its own page').toBe('/')
    await page.evaluate(() => localStorage.removeItem('hackney.own.trip'))
    await page.evaluate(() => localStorage.removeItem('hackney.own.drive-trips'))
    await page.goto('/')
    await expect.poll(() => new URL(page.url()).pathname).toMatch(first)
    await page.close()
  }
  await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
  await driver.client.rpc('set_driver_active', { active: false })
})

// Spec 7.40
test('trip data that one person kept for offline use is deleted when another person signs in on the device', async ({
  open,
  person
}) => {
  // A different rider than in the previous story, whose rider has signed out.
  const first = await person('rider13@hackney.test')
  const { id } = await book(first)
  const page = await open(`/bookings/${id}`, { as: first })
  await expect(page.getByRole('heading', { level: 1, name: 'Looking for a driver' })).toBeVisible()
  await expect.poll(() => storedTrip(page), { timeout: 90_000 }).toContain(id)
  await page.evaluate(() => localStorage.removeItem('hackney.session'))
  await enter(page, await person('rider12@hackney.test'))
  await page.goto('/about-us')
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  await expect.poll(() => storedTrip(page)).toBeNull()
  await first.client.rpc('cancel_booking', { booking_id: id, reason: 'done' })
})

test('what answers in place of our server never reaches the installed app', async ({ open, stack, picture }) => {
  const site = await copyOfSite(stack)
  const page = await open('/about-us', { web: site.url, worker: true })
  await kept(page)
  const own = page.getByRole('heading', { level: 1, name: /^About/ })
  const html = '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>'
  const pages: Record<string, (response: ServerResponse) => unknown> = {
    'a proxy during a deployment': (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(html),
    'a limit of requests': (response) => response.writeHead(429).end('slow down'),
    'another site at this address': (response) => response.writeHead(404, { 'content-type': 'text/html' }).end(html),
    'a hotel’s sign-in page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html),
    'a redirect to a sign-in page': (response) => response.writeHead(302, { location: 'https://wifi.example/' }).end(),
    'an empty answer': (response) => response.writeHead(204).end()
  }
  for (const [what, answer] of Object.entries(pages)) {
    await test.step(what, async () => {
      // A redirect to another site is also refused by the policy of the page, which a story may not violate.
      const isRedirect = what.startsWith('a redirect')
      site.between((path, response) => {
        if (isRedirect && path !== '/about-us' && path !== '/env.js') return false
        answer(response)
        return true
      })
      await page.goto('/about-us')
      await expect(own).toBeVisible()
      expect(page.url()).toBe(`${site.url}/about-us`)
    })
  }
  await picture(page, 'kept-behind-a-proxy')

  await test.step('a file that fails twice is asked for until it comes', async () => {
    const failures = new Map<string, number>()
    site.between((path, response) => {
      const failed = failures.get(path) ?? 0
      if (!path.startsWith('/assets/') || failed === 2) return false
      failures.set(path, failed + 1)
      response.writeHead(502, { 'content-type': 'text/html' }).end(html)
      return true
    })
    await page.evaluate(() => caches.delete('hackney-used'))
    await page.goto('/privacy-policy')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('nginx')).toHaveCount(0)
  })

  await test.step('the server’s own page comes again once it answers, with any status', async () => {
    site.between(null)
    await page.goto('/no-such-page')
    await expect(page.locator('html')).not.toHaveAttribute('data-kept', 'true')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
  await page.context().close()
  await site.stop()
})

test('a newer build is announced and loaded by a press; a build without a service worker removes the old one', async ({
  open,
  stack,
  picture
}) => {
  const site = await copyOfSite(stack)
  const page = await open('/about-us', { web: site.url, worker: true })
  await kept(page)
  const entry = () => page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')
  const before = await entry()
  const cached = () => page.evaluate(async (url) => Boolean(await caches.match(url)), before)
  expect(await cached()).toBe(true)
  site.replaceBuild()
  await askForNewBuild(page)

  const note = page.getByRole('region', { name: 'New version' })
  await expect(note).toContainText('A new version is here')
  await expectAccessible(page)
  await picture(page, 'new-version')
  expect(await cached(), 'the cache still has the script of this page').toBe(true)
  expect(await entry()).toBe(before)
  await note.getByRole('button', { name: 'Load again' }).click()
  // The press reloads the page, which now runs the new build's script.
  await expect(page.locator('script[type=module]').first()).toHaveAttribute('src', /index-Replaced\.js$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(cached, 'the cache still has the script of the earlier build').toBe(false)
  await expect(note).toHaveCount(0)

  const names = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(
    names.filter((name) => !/^\/(assets\/.*|app\.html|env\.js)$/.test(name)),
    'what is kept beside the program'
  ).toEqual([])

  await site.takeWorkerAway()
  await askForNewBuild(page)
  const left = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length)
  await expect.poll(left, 'the number of service workers and caches').toBe(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.context().close()
  await site.stop()
})
