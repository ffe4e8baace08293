import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { kept } from './kept.ts'

/** The people whose menus are tested; together their menus contain every menu route. */
const people = {
  'a visitor': null,
  'a rider': 'rider9@hackney.test',
  'a driver': 'driver9@hackney.test',
  'an admin': 'admin@hackney.test'
}

/** The entries of each menu by the specification, apart from signing out. */
const own: Partial<Record<string, string[]>> = {
  'a rider': ['Ride', 'Bookings', 'Profile'],
  'a driver': ['Drive', 'Bookings', 'Profile']
}

/** Opens a page from the menu, which a narrow window has behind a button. */
async function follow(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  if (await link.isVisible()) return link.click()
  await page.getByRole('button', { name: /^(Menu|Account)/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

const pagesOf = async (page: Page, isSignedIn: boolean): Promise<string[]> => {
  await page.getByRole('button', { name: /^(Menu|Account)/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveCount(isSignedIn ? 1 : 0)
  const names = await page.getByRole('menuitem').allInnerTexts()
  await page.keyboard.press('Escape')
  return names.filter((name) => !/Sign/.test(name))
}

for (const [who, email] of Object.entries(people)) {
  // Spec 2.33
  test(`every page in the menu of ${who}, opened without a connection, loads once there is one`, async ({
    open,
    person
  }) => {
    const first = await open('/no-such-page', email ? { as: await person(email) } : {})
    await first.setViewportSize({ width: 700, height: 900 })
    await expect(first.getByRole('button', { name: /^(Menu|Account)/ })).toBeVisible()
    const names = await pagesOf(first, email !== null)
    expect(names.length).toBeGreaterThan(2)
    expect(names).toEqual(expect.arrayContaining(own[who] ?? []))
    for (const name of names) {
      const page = await first.context().newPage()
      await page.setViewportSize({ width: 700, height: 900 })
      await page.goto('/no-such-page')
      await expect(page.getByRole('button', { name: /^(Menu|Account)/ })).toBeVisible()
      await page.context().setOffline(true)
      await follow(page, name)
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: /offline|connection/i })
          .first()
      ).toBeVisible()
      await page.context().setOffline(false)
      await expect(page).not.toHaveURL(/no-such-page/)
      await expect(page.getByText(/needs a connection/)).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 }).first(), `${name} of ${who}`).toBeVisible()
      await expect(page.getByText('Something went wrong here')).toHaveCount(0)
      await page.close()
    }
  })
}

// Spec 2.18
test('a page that waits for its connection says so, and loads by itself later', async ({ open, person, picture }) => {
  const page = await open('/about-us', { as: await person('rider9@hackney.test'), worker: true })
  await kept(page)
  await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible()
  await page.context().setOffline(true)
  await follow(page, 'Bookings')
  await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible()
  await picture(page, 'page-waits')
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Your bookings' })).toBeVisible()
})
