import type { Page } from '@playwright/test'
import { vaduz } from '../support/places.ts'
import { choosePlace, expect, test } from './fixtures.ts'
import { fileOf } from './parts.ts'

const dialogs = 'features/rider/booking-form/components/dialogs.tsx'

/** Records the paths of the pages that are loaded from the server from now on. */
function recordLoads(page: Page): string[] {
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return loads
}

test('after a deployment the page loads itself anew once a file is gone, and the draft of a ride stays', async ({
  open
}) => {
  const page = await open('/', { at: vaduz, isNew: true })
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  const loads = recordLoads(page)
  // The new build has the file under another name, which the new page asks for.
  await page.route(await fileOf(dialogs), (route) =>
    loads.length === 0 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue()
  )
  const isAnew = page.waitForEvent('load')
  await page.getByRole('button', { name: 'When: Now' }).click()
  await isAnew
  await expect(page.getByRole('combobox', { name: 'Pickup' })).toHaveValue(/Städtle/)
  await page.getByRole('button', { name: 'When: Now' }).click()
  await expect(page.getByRole('dialog', { name: 'When' })).toBeVisible()
  expect(loads).toEqual(['/'])
})

test('a page opened after a deployment is loaded from the new build', async ({ open }) => {
  const page = await open('/about-us', { isNew: true })
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign in' })
  await expect(signIn).toBeVisible()
  const loads = recordLoads(page)
  await page.route(await fileOf('app/routes/login/login-route.tsx'), (route) =>
    loads.length === 0 ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue()
  )
  await signIn.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(loads).toEqual(['/login'])
})

test('a file that the new build lacks, too, loads the page anew only once, and is asked for until it comes', async ({
  open
}) => {
  const page = await open('/', { at: vaduz, isNew: true })
  const when = page.getByRole('button', { name: 'When: Now' })
  await expect(when).toBeVisible()
  const loads = recordLoads(page)
  await page.route(await fileOf(dialogs), (route) => route.fulfill({ status: 404, body: 'Not found' }))
  const isAnew = page.waitForEvent('load')
  await when.click()
  await isAnew
  await when.click()
  await page.waitForResponse((response) => response.status() === 404 && response.request().method() === 'HEAD')
  await page.unrouteAll()
  await expect(page.getByRole('dialog', { name: 'When' }).getByRole('button').first()).toBeVisible()
  expect(loads).toEqual(['/'])
})
