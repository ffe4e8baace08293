/**
 * Opens every page of the portal that the app declares (src/app/pages), so a new page is looked at without a line here. What
 * people do there is in the other stories.
 */
import { readSite } from '../../stack/web/site/pages.ts'
import { isFull } from '../support/full.ts'
import { unwrap } from '../support/responses.ts'
import { addressOf } from './addresses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, goTo, test } from './fixtures.ts'

const manners = isFull
  ? ['en', 'de', 'ar'].flatMap((language) => [false, true].map((dark) => ({ language, dark })))
  : [{ language: 'en', dark: false }]

for (const { language, dark } of manners) {
  for (const [role, email] of [
    ['admin', 'admin@hackney.test'],
    ['fleetadmin', 'fleet@hackney.test']
  ] as const) {
    // Spec 2.3, 2.4
    test(`every page of the ${role}'s portal fits a phone, shows its name once and is accessible${isFull ? ` in ${language}, ${dark ? 'dark' : 'light'}` : ''}`, async ({
      open,
      person
    }) => {
      test.setTimeout(480_000)
      const as = await person(email)
      unwrap(await as.client.rpc('update_profile', { lang_locale: language }))
      const page = await open('/profile', { as, dark })
      await page.setViewportSize({ width: 390, height: 844 })
      const pages = (readSite('dist')?.declared ?? []).filter(
        ({ layout, viewers }) => layout === 'portal' && viewers.includes(role)
      )
      expect(pages.length).toBeGreaterThan(role === 'admin' ? 30 : 5)
      for (const { path } of pages) {
        const address = await addressOf(page, path)
        await test.step(address, async () => {
          if (new URL(page.url()).pathname !== address) await goTo(page, address)
          await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
          const heading = page.getByRole('heading', { level: 1 })
          await expect(heading).toBeVisible()
          const form = page.getByRole('region', { name: /^New (credit|notification)$/ })
          if (await form.isVisible())
            expect((await heading.boundingBox())?.y, path).toBeLessThan((await form.boundingBox())?.y ?? 0)
          const current = page.locator('nav ol [aria-current=page]')
          await expect.soft(heading, path).toContainText(await current.innerText())
          expect.soft((await current.boundingBox())?.width, path).toBeLessThan(2)
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
        })
      }
      unwrap(await as.client.rpc('update_profile', { lang_locale: 'en' }))
    })
  }
}
