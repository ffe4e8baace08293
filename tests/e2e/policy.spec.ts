import { paths } from '../../src/config/paths.ts'
import { vaduz } from '../support/ride.ts'
import { expect, test } from './fixtures.ts'

/** Every route of the product, a new one too; a page of one thing is opened for a thing that is not there. */
const routes = Object.values(paths).map((path) =>
  typeof path === 'string' ? path : path('00000000-0000-0000-0000-000000000000')
)
const people = [null, 'rider9@hackney.test', 'driver9@hackney.test', 'fleet@hackney.test', 'admin@hackney.test']

for (const email of people) {
  test(`no page asks for what the content security policy refuses, opened by ${email ?? 'a visitor'}`, async ({
    open,
    person
  }) => {
    // `open` fails the test for every refusal that the browser reports, in whichever of its tabs.
    const first = await open('/privacy-policy', { at: vaduz, ...(email && { as: await person(email) }) })
    const waiting = [...routes]
    const visit = async (): Promise<void> => {
      const page = await first.context().newPage()
      for (let route = waiting.shift(); route !== undefined; route = waiting.shift()) {
        await page.goto(route)
        await expect(page.getByRole('heading').first()).toBeAttached()
        await page.waitForLoadState('networkidle')
      }
    }
    // Most of a visit is waiting for the network to fall silent.
    await Promise.all([visit(), visit(), visit()])
  })
}

test('the policy refuses what an attacker would put into a page', async ({ browser, stack }) => {
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
