import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const hotel = '47.1391,9.5215,Hotel Löwen'

/** A hotel's site. Two names of this machine are two origins. */
let hotelSite: Server
let body = ''
const siteAt = (name: string) => `http://${name}:${(hotelSite.address() as AddressInfo).port}/`

test.beforeAll(async () => {
  hotelSite = createServer((_, response) => {
    const html = `<!doctype html><html lang="en"><title>Hotel</title><main><h1>Our hotel</h1>${body}</main>`
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await once(hotelSite.listen(0, '127.0.0.1'), 'listening')
})
test.afterAll(() => {
  hotelSite.closeAllConnections()
  hotelSite.close()
})

/** Allows these sites, as the office does, and waits for the web server to know. */
async function setSites(stack: StackEnv, sites: string[]) {
  unwrap(await service(stack).from('settings').update({ embed_origins: sites }).eq('id', 1).select())
  const policy = async () => (await fetch(`${stack.WEB_URL}/embed`)).headers.get('content-security-policy') ?? ''
  await expect.poll(policy).toMatch(new RegExp(`frame-ancestors ${["'self'", ...sites].join(' ')}$`))
}

test.afterEach(({ stack }) => setSites(stack, []))

const tag = (stack: StackEnv, data: string) => `<script async src="${stack.WEB_URL}/embed.js" ${data}></script>`

/** Chooses a drop in a hotel's frame. */
async function chooseDrop(frame: FrameLocator) {
  await frame.getByRole('combobox', { name: 'Drop' }).fill('Schaan')
  await frame.getByRole('option').first().click()
}

test('a hotel’s guest sees prices in the hotel’s page, and books on the operator’s site', async ({
  open,
  stack,
  picture
}) => {
  const allowed = siteAt('localhost')
  await setSites(stack, [new URL(allowed).origin])
  body = tag(stack, `data-pickup="${hotel}" data-lang="en"`) + tag(stack, 'data-lang="ar" data-theme="dark"')
  const page = await open(allowed)
  const frames = page.locator('iframe')
  await expect(frames).toHaveCount(2)
  expect(await page.evaluate(() => Object.keys(window).filter((name) => /hackney|embed/i.test(name)))).toEqual([])
  const frame = frames.first().contentFrame()
  await expect(frame.getByText('Hotel Löwen')).toBeVisible()
  await expect(frame.getByRole('combobox', { name: 'Pickup' })).toHaveCount(0)
  await chooseDrop(frame)
  const book = frame.getByRole('link', { name: /^Book .*CHF/ })
  await expect(book).toBeVisible()
  // The frame is as high as its content, so nothing in it scrolls.
  await expect
    .poll(() => frame.locator('html').evaluate((html) => html.scrollHeight - window.innerHeight))
    .toBeLessThanOrEqual(0)
  await expect(frames.last().contentFrame().locator('html.dark[lang=ar][dir=rtl]')).toHaveCount(1)
  await expect(frame.getByRole('banner')).toHaveCount(0)
  await picture(page, 'embed-hotel')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), book.click()])
  await expect(tab.getByRole('combobox', { name: 'Pickup' })).toHaveValue(/Hotel Löwen/)
  await expect(tab.getByRole('combobox', { name: 'Drop' })).toHaveValue(/Schaan/)
  await expect(tab.getByRole('button', { name: /^Book .*CHF/ })).toBeVisible()
  expect(new URL(tab.url()).pathname + new URL(tab.url()).hash, 'the address is clean again').toBe('/')
  expect(await tab.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
})

test('a site that is not allowed shows no frame, whatever address it tries', async ({ browser, stack }) => {
  await setSites(stack, [new URL(siteAt('localhost')).origin])
  body = `${tag(stack, `data-pickup="${hotel}"`)}<iframe src="${stack.WEB_URL}/bookings"></iframe>`
  const page: Page = await browser.newPage()
  for (const [name, shows] of [
    ['127.0.0.1', 0],
    ['localhost', 1]
  ] as const) {
    await page.goto(siteAt(name))
    await expect(page.locator('iframe')).toHaveCount(2)
    await page.waitForLoadState('load')
    const drawn = page.frameLocator('iframe').first().getByRole('combobox', { name: 'Drop' })
    if (shows) await expect(drawn).toBeVisible()
    await expect(drawn).toHaveCount(shows)
    // No site may frame the other pages.
    await expect(page.frameLocator('iframe').last().getByRole('heading')).toHaveCount(0)
  }
  await page.close()
})

test('the frame is accessible, fits a narrow width, and works by itself and without browser storage', async ({
  open,
  stack
}) => {
  await setSites(stack, [])
  const page = await open(`/embed?lang=en#pickup=${encodeURIComponent(hotel)}&drop=47.1667,9.5100,Schaan`)
  await expect(page.getByRole('link', { name: /^Book .*CHF/ })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('blocked', 'SecurityError')
      }
    })
  })
  await page.goto('/embed?lang=de&pickup=1,1&drop=NaN,9')
  await expect(page.getByRole('alert')).toHaveCount(2)
  await page.getByRole('radio', { name: 'Später' }).click()
  await expect(page.getByRole('combobox', { name: 'Tag' })).toBeVisible()
  await expectAccessible(page)
})

test('an admin composes the frame, sees it live, and allows a site', async ({ open, person, stack, picture }) => {
  await setSites(stack, [])
  const page = await open('/widget', { as: await person('admin@hackney.test') })
  await expect(page.getByText('No site may show the frame yet.')).toBeVisible()
  const preview = page.frameLocator('iframe')
  await page.getByRole('combobox', { name: 'Pickup of the guests' }).fill('Vaduz')
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(preview.getByText(/Vaduz/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect(preview.locator('html.dark[lang=de]')).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'For the site: one line' })).toHaveValue(
    /embed\.js" data-pickup="[^"]*Vaduz[^"]*" data-lang="de" data-theme="dark"><\/script>$/
  )
  await expectAccessible(page)
  await picture(page, 'widget')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Change' }).click()
  const site = page.getByRole('textbox', { name: 'Sites that may show the booking frame' })
  await site.fill('*.hotel.example')
  await site.press('Enter')
  await expect(page.getByText('Enter the address of a site such as')).toBeVisible()
  await site.fill('hotel.example/rooms')
  await site.press('Enter')
  await expect(page.getByRole('list', { name: 'Sites that may' }).getByText('https://hotel.example')).toBeVisible()
  // A site that was typed but not added is saved too.
  await site.fill('bar.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await service(stack).from('settings').select('embed_origins').single()).data?.embed_origins)
    .toEqual(['https://hotel.example', 'https://bar.example'])
  await expect(page.getByRole('list', { name: 'Sites that may' }).getByText('https://bar.example')).toBeVisible()
  await expect(site).toHaveValue('')
})
