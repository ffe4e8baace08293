/** A session on a bad network: what a phone does when its access token cannot be refreshed. */
import type { Page } from '@playwright/test'
import { service, signIn } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, goOnline, test } from './fixtures.ts'

const tokenPath = /\/auth\/v1\/token\?grant_type=refresh_token/
/** The session client tries again at the latest a minute and a half after a failure (ms). */
const NEXT_TRY_MS = 100_000

/** Lets the page's access token expire, as after a quarter of an hour in a pocket. */
const expire = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('hackney.session') ?? '')
    const expires_at = Math.floor(Date.now() / 1000) - 60
    localStorage.setItem('hackney.session', JSON.stringify({ ...session, expires_at }))
  })

const answers = {
  'the limit of Auth': {
    status: 429,
    headers: { 'x-supabase-api-version': '2024-01-01' },
    json: { code: 'over_request_rate_limit', message: 'Request rate limit reached' }
  },
  'a proxy that forbids': { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' },
  'a proxy that is too slow': { status: 408, body: '' },
  'a proxy with a small limit': { status: 413, json: { message: 'Request Entity Too Large' } },
  'a captive portal': { status: 200, contentType: 'text/html', body: '<h1>Sign in to the network</h1>' }
}

test('a person stays signed in when a refresh of the session is not answered by Auth, and goes on by itself', async ({
  open,
  stack,
  picture
}) => {
  const rider = await signIn(stack, 'rider8@hackney.test')
  const page = await open('/bookings', { as: rider })
  const title = page.getByRole('heading', { level: 1, name: 'Bookings' })
  await expect(title).toBeVisible()
  let answer = answers['the limit of Auth'] as object
  await page.route(tokenPath, (route) => route.fulfill({ headers: { 'access-control-allow-origin': '*' }, ...answer }))
  const strange: string[] = []
  page.on('request', (request) => {
    const isTheirs = /\/rest\/v1\/(profiles|bookings|rpc)/.test(request.url())
    const { authorization } = request.headers()
    if (isTheirs && !/rpc\/(active_texts|now)/.test(request.url()) && !authorization) strange.push(request.url())
  })
  for (const [name, given] of Object.entries(answers)) {
    await test.step(name, async () => {
      answer = given
      await expire(page)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: 'Still connecting' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('hackney.session'))).not.toBeNull()
    })
  }
  await expectAccessible(page)
  await picture(page, 'session-still-connecting')
  expect(strange, 'requests of a visitor').toEqual([])
  await page.unroute(tokenPath)
  await expect(title).toBeVisible({ timeout: NEXT_TRY_MS })
})

test('a driver whose session refresh never gets an answer is told that positions do not arrive, and is seen again later', async ({
  open,
  stack,
  picture
}) => {
  const driver = await signIn(stack, 'driver@hackney.test')
  const page = await open('/drive', { as: driver, at: vaduz })
  await goOnline(page)
  const waiting = page.getByRole('heading', { level: 1, name: 'Waiting for trips' })
  await expect(waiting).toBeVisible()
  const seenAt = async () => {
    const row = await service(stack).from('driver_positions').select('updated_at').eq('driver_id', driver.id).single()
    return Date.parse(unwrap(row).updated_at)
  }
  await expect.poll(seenAt).toBeGreaterThan(0)
  await page.route(tokenPath, () => new Promise(() => {}))
  await expire(page)
  const since = await seenAt()
  await expect(page.getByRole('alert').filter({ hasText: 'Your position does not reach us' })).toBeVisible({
    timeout: 60_000
  })
  await expect(page.getByRole('heading', { level: 1, name: 'No trips reach you' })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'driver-unheard')
  await page.unroute(tokenPath)
  await expect(waiting).toBeVisible({ timeout: NEXT_TRY_MS })
  expect(await seenAt()).toBeGreaterThan(since)
})
