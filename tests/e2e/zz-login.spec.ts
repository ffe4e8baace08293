import { test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

test('login', async ({ open, picture }) => {
  for (const path of ['/login', '/signup', '/', '/about-us', '/contact-us']) {
    const page = await open(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectEveryManner(page, `v${path.replace('/', '-')}`, { target: 24, keep: picture })
    await page.close()
  }
})
