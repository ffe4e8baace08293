import type { Page } from '@playwright/test'
import { goTo } from './fixtures.ts'

/** Returns the address of a page. A page about one row is that of the first row that its list links to, or that of a new one. */
export async function addressOf(page: Page, path: string): Promise<string> {
  const [list = '', id] = path.split('/:')
  if (!id) return path
  if (new URL(page.url()).pathname !== list) await goTo(page, list, null)
  const rows = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`)
  return (
    (await rows
      .first()
      .getAttribute('href', { timeout: 1000 })
      .catch(() => null)) ?? `${list}/new`
  )
}
