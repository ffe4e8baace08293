import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

/** A changed text shows on pages of signed-in people within this time (ms). */
const SOON_MS = 2000

test.afterEach(async ({ stack }) => {
  const languages = service(stack).from('languages')
  unwrap(await languages.delete().eq('lang_locale', 'fa').select())
  unwrap(await service(stack).from('languages').update({ key_value_pairs: {} }).eq('lang_locale', 'en').select())
})

/** Opens the language menu, wherever this size has it. */
async function openLanguages(page: Page) {
  const menu = page.getByRole('button', { name: /language|اللغة|menu/i }).and(page.locator(':visible'))
  await menu.first().click()
}

// Spec 1.14, 2.4, 2.41, 3.64, 5.29, 6.12, 8.45
test('an admin changes a text, and a page that a rider has open shows it exactly as written', async ({
  open,
  person,
  picture
}) => {
  const rider = await open('/profile', { as: await person('rider5@hackney.test') })
  await expect(rider.getByRole('button', { name: 'Save' })).toBeVisible()
  const admin = await open('/languagesetting', { as: await person('admin@hackney.test') })
  await expect(admin.getByRole('cell', { name: /English.*Default/ })).toBeVisible()
  await expectAccessible(admin)
  await picture(admin, 'languages')
  await admin.getByRole('link', { name: 'English' }).click()
  await admin.getByRole('searchbox', { name: 'Search keys and texts' }).fill('save')
  const save = admin.getByRole('button', { name: 'Save', exact: true })
  const field = admin.getByRole('textbox', { name: 'common.save', exact: true })

  await test.step('a text that pages cannot show is refused with the reason', async () => {
    await field.fill('Keep {{secret}}')
    await expect(admin.getByRole('alert')).toHaveText('Pages cannot fill in {{secret}}.')
    await expect(save).toBeDisabled()
    await field.fill('<b>x</b> '.repeat(1200))
    await expect(admin.getByRole('alert')).toHaveText('10800 characters; at most 2000 fit.')
    await expectAccessible(admin)
    await expectNoSidewaysScroll(admin)
  })

  await test.step('markup stays text, and appears on every open page within two seconds', async () => {
    await field.fill('<b>Keep</b> it')
    await expectAccessible(admin)
    await picture(admin, 'language-texts')
    await admin.keyboard.press('Control+s')
    await expect(rider.getByRole('button', { name: '<b>Keep</b> it' })).toBeVisible({ timeout: SOON_MS })
    await rider.reload()
    await expect(rider.getByRole('button', { name: '<b>Keep</b> it' })).toBeVisible()
  })

  await test.step('invalid JSON shows where it breaks, and is not saved', async () => {
    await admin.getByRole('tab', { name: 'JSON' }).click()
    const json = admin.getByRole('textbox', { name: 'JSON' })
    await expect(json).toHaveValue(/"common.save": "<b>Keep<\/b> it"/)
    await json.fill('{\n  "common.save": "Keep",\n}')
    await expect(admin.getByText('JSON Error: line 3, column 1')).toBeVisible()
    await picture(admin, 'language-json')
    await json.fill('{}')
    await admin.keyboard.press('Control+s')
    await expect(rider.getByRole('button', { name: 'Save' })).toBeVisible({ timeout: SOON_MS })
  })

  await test.step('simultaneous changes by two admins are merged', async () => {
    await field.fill('Mine')
    const other = await person('admin@hackney.test')
    const texts = { 'common.cancel': 'Theirs' }
    unwrap(await other.client.from('languages').update({ key_value_pairs: texts }).eq('lang_locale', 'en').select())
    await expect(admin.getByText('Somebody else saved 1 text meanwhile.')).toBeVisible()
    await picture(admin, 'language-conflict')
    await admin.getByRole('button', { name: 'Keep mine on top' }).click()
    await admin.keyboard.press('Control+s')
    await expect(rider.getByRole('button', { name: 'Mine' })).toBeVisible()
    const { data } = await other.client.from('languages').select('key_value_pairs').eq('lang_locale', 'en').single()
    expect(data?.key_value_pairs).toEqual({ 'common.save': 'Mine', 'common.cancel': 'Theirs' })
  })
})

// Spec 3.48, 4.62, 4.63, 5.30, 7.36
test('a language that an admin creates is in every menu, and sets the page’s direction', async ({
  open,
  person,
  picture
}) => {
  const admin = await open('/languagesetting', { as: await person('admin@hackney.test') })

  await test.step('the default language cannot be deleted', async () => {
    await admin.getByRole('button', { name: 'Actions for English' }).click()
    await expectAccessible(admin, '[role=menu]')
    await admin.getByRole('menuitem', { name: 'Delete' }).click()
    await expectAccessible(admin, '[role=dialog]')
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(admin.getByText('Cannot delete default language')).toBeVisible()
    await admin.getByRole('button', { name: 'Keep' }).click()
  })

  await test.step('a new language has its own name, and begins with the texts of the default', async () => {
    await admin.getByRole('button', { name: 'New language' }).click()
    await admin.getByLabel('Language tag').fill('FA')
    await admin.getByLabel('Name, as its speakers write it').focus()
    await expect(admin.getByLabel('Name, as its speakers write it')).toHaveValue('فارسی')
    await admin.getByLabel('Dates as in').fill('fa-IR')
    await expectAccessible(admin)
    await picture(admin, 'language-new')
    await admin.getByRole('button', { name: 'Create' }).click()
    await admin.getByRole('textbox', { name: 'common.save', exact: true }).fill('ذخیره')
    await admin.getByRole('searchbox', { name: 'Search keys and texts' }).fill('pages.login.title')
    await admin.getByRole('textbox', { name: 'common.pages.login.title' }).fill('ورود')
    await picture(admin, 'language-fa')
    await admin.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(admin.getByRole('button', { name: /^Missing/ })).toBeVisible()
  })

  await test.step('visitors find it in the menu of the sign-in page, and by a link', async () => {
    const visitor = await open('/login')
    await openLanguages(visitor)
    await visitor.getByRole('menuitemradio', { name: 'فارسی' }).click()
    await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(visitor).toHaveTitle(/ورود/)
    await visitor.goto('/about-us')
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'fa')
    const linked = await open('/about-us?lang=fa')
    await expect(linked.locator('html')).toHaveAttribute('dir', 'rtl')
  })

  await test.step('a rider finds it in the profile', async () => {
    const rider = await open('/profile', { as: await person('rider5@hackney.test') })
    await rider.getByRole('combobox', { name: 'Language' }).selectOption('فارسی')
    await rider.getByRole('button', { name: 'Save' }).click()
    await expect(rider.getByRole('button', { name: 'ذخیره' })).toBeVisible()
    await expect(rider.locator('html')).toHaveAttribute('dir', 'rtl')
  })
})

test('names of car types and reasons are read in each language, and riders and staff choose from their own reasons', async ({
  open,
  person,
  stack,
  picture
}) => {
  const admin = await open('/cancelreasons', { as: await person('admin@hackney.test') })
  const before = unwrap(
    await service(stack).from('languages').select('key_value_pairs').eq('lang_locale', 'de').single()
  )

  await test.step('the list of reasons says for whom each is, and where texts are translated', async () => {
    await expect(admin.getByRole('row', { name: /No car can come.*Staff/ })).toBeVisible()
    await expect(admin.getByRole('row', { name: /My plans changed.*Riders/ })).toBeVisible()
    await expectAccessible(admin)
    await picture(admin, 'cancel-reasons-audience')
    await admin.getByRole('link', { name: 'Translate' }).click()
    await admin.getByRole('link', { name: 'Deutsch' }).click()
  })

  await test.step('an admin translates the name of a car type among the firm’s own texts', async () => {
    await admin.getByRole('combobox', { name: 'Page' }).selectOption('Names, reasons and options')
    await admin.getByRole('textbox', { name: 'firm.Estate', exact: true }).fill('Grosser Kombi')
    await picture(admin, 'language-firm')
    await admin.keyboard.press('Control+s')
    await expect(admin.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  })

  await test.step('a German visitor reads the translation, an English one the name as it was written', async () => {
    const visitor = await open('/', { locale: 'de-CH' })
    await expect(visitor.getByRole('radio', { name: /^Grosser Kombi/ })).toBeVisible()
    await expect(visitor.getByText('Platz für Gepäck')).toBeVisible()
    const other = await open('/')
    await expect(other.getByRole('radio', { name: /^Estate/ })).toBeVisible()
  })

  await test.step('a German rider cancels with a translated reason, which staff read in English', async () => {
    const rider = await person('rider16@hackney.test')
    const { id } = await book(rider)
    const page = await open(`/bookings/${id}`, { as: rider, locale: 'de-CH' })
    await page.getByRole('button', { name: 'Fahrt stornieren' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radio', { name: 'Kein Auto kann kommen' })).toHaveCount(0)
    await dialog.getByRole('radio', { name: 'Meine Pläne haben sich geändert' }).click()
    await dialog.getByRole('button', { name: 'Fahrt stornieren' }).click()
    await expect(page.getByText('Meine Pläne haben sich geändert')).toBeVisible()
    const desk = await open(`/bookings?open=${id}`, { as: await person('admin@hackney.test') })
    await expect(desk.getByText('My plans changed').first()).toBeVisible()
  })
  unwrap(await service(stack).from('languages').update(before).eq('lang_locale', 'de').select())
})
