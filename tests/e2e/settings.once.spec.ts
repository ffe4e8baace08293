/** The office's settings: the effects of a change are shown before it is saved, and open pages follow it. */
import { paths } from '../../src/config/paths.ts'
import type { Person } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { tabTo, writeHere } from './typing.ts'

const stored = async ({ client }: Person) => unwrap(await client.from('settings').select().eq('id', 1).single())
const update = async ({ client }: Person, patch: Record<string, string | number | boolean>) =>
  unwrap(await client.rpc('update_settings', { patch }))

/** One transparent pixel, and an SVG that could run scripts. */
const mark = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64'
)
const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

// Spec 2.4, 2.42, 2.43, 3.57, 3.58, 3.59, 5.24, 6.12, 7.34, 7.42, 8.24
test('an admin changes settings by keyboard, sees the effects first, and merges with another admin; a rider’s open page follows', async ({
  open,
  person,
  picture
}) => {
  const [admin, other] = [await person('admin@hackney.test'), await person('admin2@hackney.test')]
  const rider = await person('rider4@hackney.test')
  await book(rider)
  const before = await stored(admin)
  const trips = await open(paths.bookings, { as: rider })
  await expect(trips.getByText(/^CHF\s\d/).first()).toBeVisible()
  const page = await open(paths.settings, { as: admin })
  const summary = page.getByRole('list', { name: 'What saving changes' })
  const bonus = page.getByRole('textbox', { name: 'Referral bonus' })

  await test.step('a search by keys leads to a setting, and an invalid value shows an error there', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type('referral bonus')
    await expect(page.getByRole('switch', { name: 'Start code' })).toBeHidden()
    await tabTo(page, bonus)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Please enter a referral bonus of zero or more.')).toBeVisible()
    await expect(bonus).toBeFocused()
    await expect(bonus).toBeInViewport()
    await writeHere(page, '7.50')
    await page.getByRole('button', { name: 'Clear the search' }).press('Enter')
  })

  await test.step('a switch shows its effects before it is saved', async () => {
    await page.getByRole('switch', { name: 'Symbol after the amount' }).press('Space')
    await page.getByRole('switch', { name: 'Find drivers by itself' }).press('Space')
    await expect(summary.getByRole('listitem')).toHaveCount(3)
    await expect(summary).toContainText('All prices are written with the symbol behind the amount.')
    await expect(summary).toContainText(
      /Drivers are no longer asked automatically.*\d+ bookings? search(es)? for a driver now\./
    )
    await expectAccessible(page)
    await picture(page, 'settings-summary')
    await page.getByRole('switch', { name: 'Find drivers by itself' }).press('Space')
    await expect(summary.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('another admin’s changes appear, and the page asks about a setting that both changed', async () => {
    await update(other, { bonus: 3, free_wait: before.free_wait + 1 })
    await expect(page.getByText(/saved .*Referral bonus: 3\.00.CHF there, 7\.50.CHF here/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Free waiting' })).toHaveValue(String(before.free_wait + 1))
    await picture(page, 'settings-conflict')
    await page.getByRole('button', { name: 'Keep 7.50' }).press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(summary).toHaveCount(0)
    expect(await stored(admin)).toMatchObject({ bonus: 7.5, swipe_symbol: true, free_wait: before.free_wait + 1 })
  })

  await test.step('the rider’s page, open all the time, shows prices in the new format', async () => {
    await expect(trips.getByText(/^\d[\d.,]*\sCHF$/).first()).toBeVisible()
  })

  await test.step('texts for visitors are edited beside a preview, and an open page shows them', async () => {
    await trips.goto(paths.contact)
    await page.goto(paths.appInfo)
    await page.getByRole('textbox', { name: 'Website', exact: true }).fill('javascript:alert(1)')
    const name = '<b>Hackney</b> ‏Vaduz'
    await page.getByRole('textbox', { name: 'Company', exact: true }).fill(name)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText('Write an address such as https://example.com')).toBeVisible()
    await page.getByRole('textbox', { name: 'Website', exact: true }).fill('https://hackney.test')
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(name)
    await page.getByRole('button', { name: 'Logo: Choose a picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Logo' })
    await dialog.getByLabel('File').setInputFiles({ name: 'mark.svg', mimeType: 'image/svg+xml', buffer: drawing })
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(dialog.getByText('This type of file is not accepted.')).toBeVisible()
    await dialog.getByLabel('File').setInputFiles({ name: 'mark.png', mimeType: 'image/png', buffer: mark })
    await dialog.getByRole('button', { name: 'Upload' }).click()
    await expect(page.getByRole('button', { name: 'Logo: Choose another' })).toBeFocused()
    await expectAccessible(page)
    await picture(page, 'appinfo')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(trips.getByText(name, { exact: true }).first()).toBeVisible()
    await expect(trips.getByRole('link', { name: 'https://hackney.test' })).toBeVisible()
    for (const shown of [trips.getByRole('banner'), page.getByRole('navigation').first()]) {
      const image = shown.locator('img[src*="/company/logo-"]')
      await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)
    }
  })

  await test.step('on a phone both pages fit, also from right to left', async () => {
    const phone = await open(paths.settings, { as: admin, locale: 'ar' })
    await phone.setViewportSize({ width: 390, height: 844 })
    for (const path of [paths.settings, paths.appInfo]) {
      await phone.goto(path)
      await expect(phone.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(phone)
      await picture(phone, `phone-ar-${path.slice(1)}`)
    }
  })
  const { bonus: stake, swipe_symbol, free_wait, company_name, company_website } = before
  await update(admin, { bonus: stake, swipe_symbol, free_wait, company_name, company_website, logo: '' })
})

test('a limit that needs two people is lowered only after a day or by a second person, who sees who asked', async ({
  open,
  person,
  picture
}) => {
  const [admin, other] = [await person('admin@hackney.test'), await person('admin2@hackney.test')]
  await update(admin, { credit_limit: 200 })
  const page = await open(paths.settings, { as: admin })
  const limit = page.getByRole('textbox', { name: 'Credits and refunds per day' })

  await test.step('the one who lowers it reads that it waits, and that it was not changed', async () => {
    await limit.fill('900')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByText(/900.* relaxed this safeguard, so it waits/)).toBeVisible()
    await expect(limit).toHaveValue('200.00')
    await expect(page.getByRole('button', { name: 'Apply now' })).toBeHidden()
    await expectAccessible(page)
    await limit.scrollIntoViewIfNeeded()
    await picture(page, 'settings-guard')
    expect(await stored(admin)).toMatchObject({ credit_limit: 200 })
  })

  await test.step('a second owner applies it', async () => {
    const desk = await open(paths.settings, { as: other })
    await desk.getByRole('button', { name: 'Apply now' }).click()
    await expect(desk.getByText('The safeguard has been changed.')).toBeVisible()
    await expect(desk.getByText(/so it waits/)).toBeHidden()
    expect(await stored(other)).toMatchObject({ credit_limit: 900 })
  })

  await test.step('a lowering can be stopped', async () => {
    await limit.fill('')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('button', { name: 'Stop it' }).click()
    await expect(page.getByText('Stopped. The safeguard stays as it was.')).toBeVisible()
    expect(await stored(admin)).toMatchObject({ credit_limit: 900 })
  })
})
