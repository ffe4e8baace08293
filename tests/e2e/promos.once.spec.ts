/** The office's promotions and tariff times at a desk. */

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import type { Person } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { write } from './typing.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const promo = async ({ client }: Person, name: string) =>
  unwrap(await client.from('promos').select().eq('promo_name', name).single())

// Spec 1.14, 2.4, 2.44, 3.45, 6.13, 7.29, 7.45
test('an admin creates a promotion by keyboard while another admin changes it; several promotions are hidden and exported', async ({
  open,
  person,
  picture
}) => {
  const [admin, other] = [await person('admin@hackney.test'), await person('admin2@hackney.test')]
  const name = '<b>Snow</b> 20'
  const kept = { promo_discount_value: 5, promo_validity: '2100-12-31', promo_usage_limit: 10 }
  const others = ['Spring 5', 'Autumn 5'].map((promo_name) => ({ ...kept, promo_name }))
  unwrap(await admin.client.from('promos').insert(others).select())
  const page = await open(paths.promos, { as: admin })
  await test.step('a code is created by keyboard, and the example shows its effect', async () => {
    await page.getByRole('link', { name: 'New promo' }).press('Enter')
    await write(page, 'Code', name)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Twenty percent')
    await page.getByRole('radio', { name: 'Flat' }).press('ArrowRight', { delay: 100 })
    await write(page, 'Discount', '20')
    await write(page, 'Highest discount', '3,50')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Please choose a day.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Last day' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Last day' }).fill('31/1/2100')
    // A fifth of 20 exceeds the maximum.
    await expect(page.getByText('CHF 16.50').first()).toBeVisible()
    await expectAccessible(page)
    const stored = page.waitForResponse((response) => /rest\/v1\/promos/.test(response.url()))
    await page.keyboard.press('ControlOrMeta+s')
    await stored
    // Types the limit before the new promotion's page has loaded, which must not lose it.
    await page.getByLabel('Usage limit').fill('7')
    await expect(page).not.toHaveURL(/new/)
    expect(await promo(admin, name)).toMatchObject({
      promo_discount_type: 'percentage',
      promo_discount_value: 20,
      max_promo_discount_value: 3.5,
      promo_validity: '2100-01-31',
      promo_usage_limit: 100
    })
  })

  await test.step('another admin’s changes are merged, and the page asks about a field that both changed', async () => {
    await expect(page.getByLabel('Usage limit')).toHaveValue('7')
    const { id } = await promo(admin, name)
    const theirs = { promo_usage_limit: 5, promo_description: 'By Silvia' }
    unwrap(await other.client.from('promos').update(theirs).eq('id', id).select())
    await expect(page.getByLabel('Description')).toHaveValue('By Silvia')
    await page.getByRole('button', { name: 'See both' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep yours' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => promo(admin, name)).toMatchObject({ promo_usage_limit: 7, promo_description: 'By Silvia' })
    await page.getByLabel('Code').fill('SPRING 5')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('This exists already.')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('filtered promotions are hidden together, and their export matches the database', async () => {
    await page.getByRole('link', { name: 'All promos' }).click()
    await row(page, name).getByRole('checkbox').press('Space')
    await row(page, 'Spring 5').getByRole('checkbox').press('Space')
    await page.getByRole('button', { name: 'Hide from riders' }).click()
    await expectAccessible(page, '[role=dialog]')
    await page.getByRole('dialog').getByRole('button', { name: 'Hide from riders' }).click()
    await expect(page.getByRole('dialog')).toContainText('2')
    for (const hidden of ['Spring 5', name])
      await expect.poll(async () => (await promo(admin, hidden)).listed).toBe(false)
    await page.keyboard.press('Escape')
    await picture(page, 'promos')
    for (const name of ['Columns', 'Filter']) {
      await page.getByRole('button', { name, exact: true }).click()
      await expectAccessible(page, '[data-radix-popper-content-wrapper]')
      await page.keyboard.press('Escape')
    }
    await row(page, 'Autumn 5')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await expectAccessible(page, '[role=menu]')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expectAccessible(page, '[role=dialog]')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, 'Autumn 5')).toHaveCount(0)
    expect(unwrap(await admin.client.from('promos').select().eq('promo_name', 'Autumn 5'))).toEqual([])
    await page.goto(`${paths.promos}?listed=no&sort=name`)
    await expect(row(page, 'Spring 5')).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Save file' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n').slice(1)
    const rows = unwrap(
      await admin.client.rpc('list_promos', { is_listed: false, sort: 'name', ascending: true, page_size: 1000 })
    )
    expect(lines).toHaveLength(rows.length)
    for (const [index, line] of lines.entries()) {
      expect(line).toContain(`${rows[index]?.promo_name}`)
      expect(line).toContain(`${rows[index]?.promo_validity}`)
    }
  })

  await test.step('on a phone the cards and the form fit, and leaving an unfinished change asks first', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(paths.promos)
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
    await expect(card).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'promos-phone')
    await card.getByRole('link').click()
    await page.getByLabel('Usage limit').fill('9')
    await expect(page.getByText('1 change')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'promo-phone')
    await page.getByRole('link', { name: 'All promos' }).click()
    await expectAccessible(page, '[role=dialog]')
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await expect(card).toBeVisible()
  })
  const made = [name, ...others.map(({ promo_name }) => promo_name)]
  unwrap(await admin.client.from('promos').delete().in('promo_name', made).select())
})

test('an admin draws hours with a surcharge by keyboard, sees them in the week, and deletes them', async ({
  open,
  person,
  picture
}) => {
  const admin = await person('admin@hackney.test')
  const page = await open(paths.tariffTimes, { as: admin })
  const stored = async () => unwrap(await admin.client.from('tariff_windows').select().eq('name', 'Friday rush'))
  await page.getByRole('button', { name: 'New time on Monday at 08:00' }).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'PageDown', 'ArrowDown', 'ArrowDown']) {
    await page.keyboard.press(key)
  }
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await write(page, 'Name', 'Friday rush')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('textbox', { name: 'Surcharge' })).toBeFocused()
  await page.keyboard.type('12.5')
  // The week shows the new time before it is saved.
  const block = page.getByRole('button', { name: 'Friday rush, +12.5%, Friday 16:00–19:00' })
  await expect(block).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'tariff-times')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(new RegExp(`${paths.tariffTimes}$`))
  expect(await stored()).toMatchObject([
    { days: [5], from_time: '16:00:00', to_time: '19:00:00', percent: 12.5, amount: null, car_type_id: null }
  ])
  // A change at another desk appears without a reload.
  const other = await person('admin2@hackney.test')
  unwrap(await other.client.from('tariff_windows').update({ percent: 15 }).eq('name', 'Friday rush').select())
  const changed = page.getByRole('button', { name: 'Friday rush, +15%, Friday 16:00–19:00' })
  await changed.press('Enter')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await picture(page, 'tariff-times-phone')
  await page.getByRole('button', { name: 'Delete' }).press('Enter')
  await expectAccessible(page, '[role=dialog]')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(changed).toHaveCount(0)
  expect(await stored()).toEqual([])
})
