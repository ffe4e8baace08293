import { paths } from '../../src/config/paths.ts'
import { storiesOn } from '../e2e/demo-stack.ts'
import { expect } from '../e2e/fixtures.ts'
import { keepPicture, screenFolder } from './film.ts'

const test = storiesOn({ history: true })

const { about, booking, contact, carType, drive, home, language, login, privacy, promo, shared, ...lists } = paths
const pages = { ...lists, newCarType: carType('new'), newPromo: promo('new') }

const looks = [
  { name: 'light', dark: false, locale: 'en-GB' },
  { name: 'dark', dark: true, locale: 'de-CH' },
  { name: 'ar', dark: false, locale: 'ar' }
]

for (const width of [1440, 390]) {
  for (const { name: look, ...manner } of looks) {
    test(`the pages of staff, ${width} pixels wide, ${look}`, async ({ open, person }) => {
      const page = await open(paths.profile, { as: await person('admin@hackney.test'), ...manner })
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await page.waitForLoadState('networkidle')
        await expect(page.locator('[data-skeleton], .animate-pulse')).toHaveCount(0)
        await keepPicture(page, `${name}-${width}-${look}`, { folder: screenFolder, quality: 60 })
      }
    })
  }
}
