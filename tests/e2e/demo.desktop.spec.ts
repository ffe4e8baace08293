import { vaduz } from '../support/places.ts'
import { book } from '../support/ride.ts'
import { openBar, test } from './demo-stack.ts'
import { expect, expectAccessible, expectDrawn, expectNoSidewaysScroll, goOnline } from './fixtures.ts'

// Spec 3.3, 6.1
test('a visitor becomes driver, dispatcher, fleet admin and rider by one press each', async ({
  open,
  picture,
  isMobile
}) => {
  const page = await open('/about-us')
  const bar = page.getByRole('region', { name: 'Demo' })
  for (const [name, address] of [
    ['Driver', /\/drive$/],
    ['Dispatch', /\/dashboard$/],
    ['Fleet', /\/bookings$/],
    ['Rider', /\/$/]
  ] as const) {
    await openBar(page)
    await bar.getByRole('button', { name }).click()
    await expect(page).toHaveURL(address)
    if (isMobile) await expect(bar).toBeHidden()
    await openBar(page)
    await expect(bar.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    const group = bar.getByRole('group', { name: 'You are' })
    await expect(group.getByRole('button', { pressed: true })).toHaveCount(1)
    await expectDrawn(page)
    await expectNoSidewaysScroll(page)
  }
  await picture(page, 'demo-rider')
  await expectAccessible(page)
})

test('the demo bar says which town this is, and how to have one’s own', async ({ open }) => {
  const page = await open('/about-us')
  await openBar(page)
  await page.getByRole('button', { name: 'Use it for your town' }).click()
  await expect(page.getByText('This is Liechtenstein.')).toBeVisible()
  await expect(page.getByText('npm run firm', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('the demo bar is opened, used and closed by keyboard', async ({ open }) => {
  const page = await open('/about-us')
  const show = page.getByRole('button', { name: /the demo bar/ })
  await expect(show).toBeVisible()
  if ((await show.getAttribute('aria-expanded')) === 'false') {
    await show.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Rider' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Demo' })).toBeHidden()
    await expect(show).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Rider' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rider', pressed: true, includeHidden: true })).toBeAttached()
})

for (const [locale, dark] of [
  ['de', false],
  ['ar', true]
] as const) {
  test(`the demo bar is translated to ${locale} and fits a ${dark ? 'dark' : 'light'} page`, async ({
    open,
    picture
  }) => {
    const page = await open('/privacy-policy', { locale, dark })
    await openBar(page)
    await picture(page, `demo-${locale}`)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
}

test('one press speeds time up on every page, and time runs at 1x while the visitor drives and has an offer', async ({
  open,
  stack,
  person
}) => {
  const page = await open('/about-us', { at: vaduz })
  await openBar(page)
  await page.getByRole('button', { name: 'Driver' }).click()
  await expect(page).toHaveURL(/\/drive$/)
  await goOnline(page)
  await expect(page.getByRole('heading', { name: 'Waiting for trips' })).toBeVisible()
  await openBar(page)
  await page.getByRole('button', { name: '16x' }).click()
  await expect(page.getByRole('button', { name: '16x' })).toHaveAttribute('aria-pressed', 'true')
  const ahead = async () => {
    const answer = await fetch(`${stack.SUPABASE_URL}/rest/v1/settings?select=id`, {
      headers: { apikey: stack.SUPABASE_PUBLISHABLE_KEY }
    })
    return (Date.parse(answer.headers.get('date') ?? '') - Date.now()) / 1000
  }
  await expect.poll(ahead).toBeGreaterThan(30)
  await book(await person('rider@hackney.test'))
  await expect(page.getByText('Held at 1x: a driver has an offer open')).toBeVisible()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Held at 1x: a driver has an offer open')).toBeHidden()
  await page.getByRole('button', { name: '1x', exact: true }).click()
})

test('on the name localhost, too, a visitor becomes a dispatcher by one press', async ({ open, stack }) => {
  const page = await open(stack.WEB_URL?.replace('127.0.0.1', 'localhost') ?? '')
  await openBar(page)
  await page.getByRole('button', { name: 'Dispatch' }).click()
  await expect(page).toHaveURL(/localhost.*\/dashboard$/)
  await expectDrawn(page)
})

test('a page from before a restart of the stack says so, and works after a reload', async ({ open }) => {
  const page = await open('/about-us')
  await page.route('**/demo/person', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-hackney-demo': 'earlier' } })
  )
  await openBar(page)
  await page.getByRole('button', { name: 'Rider' }).click()
  await expect(page.getByText('This page is from an earlier start of the demo.')).toBeVisible()
  await page.unroute('**/demo/person')
  await page.reload()
  await page.getByRole('button', { name: 'Rider' }).click()
  await expect(page.getByRole('button', { name: 'Rider', pressed: true, includeHidden: true })).toBeAttached()
})
