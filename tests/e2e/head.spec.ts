import { expect, test } from './fixtures.ts'

test('each page has its title, and links its languages where search engines may read it', async ({ open, person }) => {
  const page = await open('/about-us', { as: await person('rider9@hackney.test') })
  await expect(page).toHaveTitle('About us · Hackney')
  const links = page.locator('link[rel=canonical], link[rel=alternate][hreflang]')
  await expect(links).toHaveCount(5)
  expect(await links.first().getAttribute('href')).toBe(page.url())
  await page.getByRole('link', { name: 'Bookings' }).first().click()
  await expect(page).toHaveTitle('Bookings · Hackney')
  await expect(links).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('a link to a page in one language opens it in that language until another is chosen', async ({ open }) => {
  const page = await open('/about-us?lang=de')
  await expect(page).toHaveTitle('Über uns · Hackney')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', page.url())
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: /Sprache/ }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page).toHaveTitle('About us · Hackney')
  expect(page.url()).not.toContain('lang=')
})
