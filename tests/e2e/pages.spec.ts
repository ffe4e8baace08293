import { vaduz } from '../support/ride.ts'
import {
  expect,
  expectAccessible,
  expectDrawn,
  expectNoSidewaysScroll,
  expectStreets,
  signIn,
  test
} from './fixtures.ts'

const pages = {
  home: '/',
  login: '/login',
  about: '/about-us',
  contact: '/contact-us',
  privacy: '/privacy-policy',
  nowhere: '/no-such-page'
}

for (const [name, path] of Object.entries(pages)) {
  for (const dark of [false, true]) {
    test(`${name} is readable and accessible, ${dark ? 'dark' : 'light'}`, async ({ open, picture }) => {
      const page = await open(path, { dark, at: vaduz })
      await expectDrawn(page)
      if (name === 'home') await expectStreets(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await picture(page, `page-${name}-${dark ? 'dark' : 'light'}`)
    })
  }

  test(`${name} speaks Arabic to an Arabic browser, from the right`, async ({ open, picture }) => {
    const page = await open(path, { locale: 'ar', at: vaduz, dark: true })
    await expectDrawn(page)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, `page-${name}-ar`)
  })

  test(`${name} speaks German to a German browser`, async ({ open, picture }) => {
    const page = await open(path, { locale: 'de-CH', at: vaduz })
    await expectDrawn(page)
    await expect(page.locator('html')).toHaveAttribute('lang', /^de/)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, `page-${name}-de`)
  })
}

test('a visitor is asked to sign in where a page needs it', async ({ open }) => {
  for (const path of ['/bookings', '/drive', '/profile']) {
    const page = await open(path)
    await expect(page).toHaveURL(/\/login/)
  }
})

test('a rider’s own pages are accessible', async ({ open, stack, picture }) => {
  const page = await open('/login')
  await signIn(page, stack, 'rider7@hackney.test')
  for (const path of ['/bookings', '/profile']) {
    await page.goto(path)
    await expectDrawn(page)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, `rider${path.replace('/', '-')}`)
  }
  await page.goto('/drive')
  await expect(page).not.toHaveURL(/\/drive$/)
})

test('a wrong code is refused in words', async ({ open }) => {
  const page = await open('/login')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('rider8@hackney.test')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByRole('textbox', { name: 'One-time code' }).fill('000000')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})
