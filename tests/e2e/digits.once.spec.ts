/** Every field of every page takes digits of other scripts, also those that a later page will add. */
import type { Page } from '@playwright/test'
import { readSite } from '../../stack/web/site/pages.ts'
import { addressOf } from './addresses.ts'
import { expect, goTo, test } from './fixtures.ts'

/**
 * Types Arabic digits into each field of one line, and returns the fields that did not read them. What a page makes of the text is
 * left open: a code field takes digits only, a field for a person searches.
 */
function fieldsThatFail(): string[] {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const without = 'checkbox radio file range hidden button submit image reset color date time datetime-local month week'
  return [...document.querySelectorAll('input')].flatMap((field) => {
    if (without.split(' ').includes(field.type) || field.disabled || field.readOnly) return []
    const before = field.value
    const name = `${location.pathname} ${field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name}`
    set?.call(field, '٤٢')
    const typed = field.value
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    const read = field.value
    set?.call(field, before)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    if (typed === '') return [`${name}: the browser dropped the digits`]
    return /[^\p{ASCII}]/u.test(read) || !read.includes('42') ? [`${name}: ${read}`] : []
  })
}

/** Pages that begin with a field, as a proof that fields were found. */
const leastFields = 25

async function look(page: Page): Promise<{ wrong: string[]; count: number }> {
  await expect(page.getByRole('heading', { level: 1 }).first(), page.url()).toBeVisible()
  const count = await page.locator('input:not([type=checkbox], [type=radio], [type=file], [type=hidden])').count()
  return { wrong: await page.evaluate(fieldsThatFail), count }
}

test('in Arabic every field of every page reads Arabic digits', async ({ open, person }) => {
  test.setTimeout(480_000)
  const declared = readSite('dist')?.declared ?? []
  const wrong: string[] = []
  let count = 0
  for (const [role, email] of [
    ['visitor', null],
    ['rider', 'rider33@hackney.test'],
    ['driver', 'driver33@hackney.test'],
    ['admin', 'admin@hackney.test']
  ] as const) {
    const pages = declared.filter(
      ({ path, viewers, layout }) =>
        viewers.includes(role) && layout !== 'frame' && (layout === 'portal' || !path.includes(':'))
    )
    expect(pages.length, role).toBeGreaterThan(2)
    const page = await open('/contact', { locale: 'ar', ...(email && { as: await person(email) }) })
    for (const { path } of pages) {
      await test.step(`${role} ${path}`, async () => {
        await goTo(page, await addressOf(page, path), null)
        const found = await look(page)
        wrong.push(...found.wrong)
        count += found.count
      })
    }
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(leastFields)
})
