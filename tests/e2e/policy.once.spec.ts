import type { Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { vaduz } from '../support/places.ts'
import { expect, goTo, test } from './fixtures.ts'

const ofOne = '00000000-0000-0000-0000-000000000000'

/** Every route of the product, including new ones; a page of one record opens with an unknown id. */
const routes = Object.values(paths).map((path) => (typeof path === 'string' ? path : path(ofOne)))

/** Pages of riders, drivers and visitors: staff are sent to their own pages instead. */
const notOfStaff: string[] = [paths.login, paths.signUp, paths.drive, paths.wallet, paths.notices, paths.places]

const ofRiders = [paths.bookings, paths.booking(ofOne), paths.wallet, paths.notices, paths.profile]

/** The people, and the pages that each opens. An admin opens the portal's pages, which are the same for everyone who may open them. */
const visits: [string | null, string[]][] = [
  [null, routes],
  ['rider9@hackney.test', [paths.home, paths.places, paths.receipt(ofOne), ...ofRiders]],
  ['driver9@hackney.test', [paths.drive, ...ofRiders]],
  ['fleet@hackney.test', [paths.dashboard, paths.bookings, paths.driverEarnings, paths.profile]],
  ['admin@hackney.test', routes]
]

/** Goes from page to page, waits at each for its final address and its last request, and returns the final paths. */
async function visit(page: Page, paths: string[], restOf: (path: string) => string | null): Promise<string[]> {
  const rests: string[] = []
  for (const path of paths) {
    await goTo(page, path, restOf(path))
    await expect(page.getByRole('heading').first()).toBeAttached()
    rests.push(new URL(page.url()).pathname)
  }
  return rests
}

for (const [email, own] of visits) {
  test(`no page violates the content security policy when opened by ${email ?? 'a visitor'}`, async ({
    open,
    person
  }) => {
    // `open` fails the test for every violation that the browser reports.
    const page = await open(paths.privacy, { at: vaduz, ...(email && { as: await person(email) }) })
    const isStaffs = own === routes
    const rests = await visit(page, own, (path) =>
      email ? (isStaffs && notOfStaff.includes(path) ? paths.dashboard : path) : null
    )
    if (!email) expect(new Set(rests)).toContain(paths.login)
  })
}

test('no page that is painted before the program violates the policy', async ({ open }) => {
  const page = await open(paths.home, { at: vaduz })
  for (const route of [paths.login, paths.about, paths.booking('any')]) {
    await page.goto(route)
    await expect(page.getByRole('heading').first()).toBeAttached()
  }
})

test('the policy blocks scripts, pictures, frames and requests that an attacker adds to a page', async ({
  browser,
  stack
}) => {
  const page = await browser.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    const [, directive] = /directive: "([\w-]+)/.exec(message.text()) ?? []
    if (directive) refused.push(directive)
  })
  const response = await page.goto(`${stack.WEB_URL}/about-us`)
  const headers = response?.headers() ?? {}
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['permissions-policy']).toContain('geolocation=(self)')
  await page.evaluate(() => {
    const add = (tag: string, fields: object) =>
      document.body.append(Object.assign(document.createElement(tag), fields))
    add('script', { textContent: 'window.ran = true' })
    add('script', { src: 'https://evil.test/x.js' })
    add('img', { src: 'https://evil.test/x.png' })
    add('iframe', { src: 'https://evil.test/' })
    add('object', { data: 'https://evil.test/' })
    document.body.insertAdjacentHTML('beforeend', '<img src="/x" onerror="window.ran = true">')
    fetch('https://evil.test/').catch(() => undefined)
  })
  const expected = ['connect-src', 'img-src', 'script-src', 'default-src']
  for (const directive of expected) await expect.poll(() => refused).toContain(directive)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await page.close()
})
