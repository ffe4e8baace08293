import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { unwrap } from '../support/ride.ts'
import { expect, test } from './fixtures.ts'

/** Sooner than this a changed text shows on the pages of people who are signed in (ms). */
const SOON_MS = 2000

test.afterEach(async ({ stack }) => {
  const languages = service(stack).from('languages')
  unwrap(await languages.delete().eq('lang_locale', 'fa').select())
  unwrap(await service(stack).from('languages').update({ key_value_pairs: {} }).neq('lang_locale', '').select())
})

/** Opens the menu of languages, wherever this size has it. */
async function openLanguages(page: Page) {
  const menu = page.getByRole('button', { name: /language|اللغة|menu/i }).and(page.locator(':visible'))
  await menu.first().click()
}

test('a text that an admin changes shows on a page that a rider has open, as it was written', async ({
  open,
  person
}) => {
  const page = await open('/profile', { as: await person('rider5@hackney.test') })
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  const admin = await person('admin@hackney.test')
  const say = (texts: Record<string, string>) =>
    admin.client.from('languages').update({ key_value_pairs: texts }).eq('lang_locale', 'en').select().single()
  unwrap(await say({ 'common.save': '<b>Keep</b> it', 'profile.language': '{{secret}}' }))
  await expect(page.getByRole('button', { name: '<b>Keep</b> it' })).toBeVisible({ timeout: SOON_MS })
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '<b>Keep</b> it' })).toBeVisible()
  unwrap(await say({}))
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible({ timeout: SOON_MS })
})

test('a language that the operator made stands in every menu, and turns the page around', async ({
  open,
  person,
  stack
}) => {
  const persian = { lang_name: 'فارسی', lang_locale: 'fa', date_locale: 'fa-IR' }
  const texts = { 'common.save': 'ذخیره', 'common.pages.login.title': 'ورود' }
  unwrap(
    await service(stack)
      .from('languages')
      .insert({ ...persian, key_value_pairs: texts })
      .select()
  )
  const visitor = await open('/login')
  await openLanguages(visitor)
  await visitor.getByRole('menuitemradio', { name: 'فارسی' }).click()
  await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'fa')
  await expect(visitor).toHaveTitle(/ورود/)
  await visitor.goto('/about-us')
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'fa')
  const linked = await open('/about-us?lang=fa')
  await expect(linked.locator('html')).toHaveAttribute('dir', 'rtl')
  const rider = await open('/profile', { as: await person('rider5@hackney.test') })
  await rider.getByRole('combobox', { name: 'Language' }).selectOption('فارسی')
  await rider.getByRole('button', { name: 'Save' }).click()
  await expect(rider.getByRole('button', { name: 'ذخیره' })).toBeVisible()
  await expect(rider.locator('html')).toHaveAttribute('dir', 'rtl')
})
