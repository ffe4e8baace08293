/** The office's catalogue, car types and cancellation reasons, on a desktop and a phone. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { type Person, service } from '../support/people.ts'
import { asPhotographed, partsOf } from '../support/photograph.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { tabTo, write } from './typing.ts'

const phone = { width: 390, height: 844 }

const carType = async ({ client }: Person, name: string) =>
  unwrap(await client.from('car_types').select().eq('name', name).single())

// Spec 1.14, 2.4, 2.39, 3.43, 6.12, 7.27
test('an admin creates a car type by keyboard, sees an example price, and deletes it', async ({
  open,
  person,
  picture
}) => {
  const admin = await person('admin@hackney.test')
  const page = await open(paths.carTypes, { as: admin })
  await expect(page.getByRole('link', { name: /Courier/ })).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'cartypes')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Save file' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n').slice(1)
  const stored = unwrap(await admin.client.from('car_types').select('name').order('sort_order').order('name'))
  expect(lines.map((line) => line.split(',')[0])).toEqual(stored.map(({ name }) => name))
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('courie')
  await expect(page.getByRole('link', { name: /^Cab/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /Courier/ })).toBeVisible()
  await page.getByRole('searchbox').fill('Cab, "(')
  await expect(page.getByRole('link', { name: /Courier/ })).toHaveCount(0)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('link', { name: 'New car type' }).focus()
  await page.keyboard.press('Enter')
  const name = '<b>Night</b> cab'
  await write(page, 'Name', name)
  await write(page, 'Base fare', '3,50')
  await write(page, 'Per kilometre', '1.6')
  await write(page, 'Per hour under way', '18')
  await write(page, 'Minimum fare', '7.5.0')
  await tabTo(page, page.getByRole('button', { name: 'Add parcel type', exact: true }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Description, row 1' })).toBeFocused()
  await page.keyboard.type('Letter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1.20')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Enter a figure such as 7.50.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Minimum fare' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('8')
  // The preview's fare for 5 km and 12 minutes: 3.50 + 5 km x 1.60 + 12 min x 18/h + 1.20.
  await expect(page.getByText('CHF 16.30').first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).not.toHaveURL(/new/)
  expect(await carType(admin, name)).toMatchObject({
    base_fare: 3.5,
    min_fare: 8,
    parcel_types: [{ description: 'Letter', amount: 1.2 }]
  })
  await page.getByRole('button', { name: 'Delete car type' }).press('Enter')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete car type' })
  // The page first counts what refers to the car type.
  await expect(confirm).toBeEnabled()
  await confirm.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${paths.carTypes}$`))
  await expect(page.getByText(name)).toHaveCount(0)
})

test('when two admins edit one car type, changes to different fields are merged and the page asks about a field that both changed', async ({
  open,
  person,
  picture
}) => {
  const [admin, other] = [await person('admin@hackney.test'), await person('admin2@hackney.test')]
  const before = await carType(admin, 'Courier')
  const page = await open(paths.carType(before.id), { as: admin })
  await page.getByLabel('Per kilometre').fill('1.80')
  await page.getByLabel('Minimum fare').fill('6')
  await expect(page.getByText('was 1.60')).toBeVisible()
  unwrap(
    await other.client.from('car_types').update({ min_fare: 5, extra_info: 'By bike' }).eq('id', before.id).select()
  )
  await expect(page.getByText(/saved .*Minimum fare: 5.00 there, 6 here/)).toBeVisible()
  await expect(page.getByLabel('Line under the name')).toHaveValue('By bike')
  await expectAccessible(page)
  await picture(page, 'cartype-conflict')
  await page.getByRole('button', { name: 'See both' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Keep yours' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('1 change')).toHaveCount(0)
  await expect
    .poll(() => carType(admin, 'Courier'))
    .toMatchObject({ rate_per_unit_distance: 1.8, min_fare: 6, extra_info: 'By bike' })
  const { rate_per_unit_distance, min_fare, extra_info } = before
  unwrap(
    await admin.client
      .from('car_types')
      .update({ rate_per_unit_distance, min_fare, extra_info })
      .eq('id', before.id)
      .select()
  )
})

// Spec 2.39, 5.28, 7.28, 8.23, 9.32
test('a car type gets its own picture, uploaded in parts and without camera metadata; a car type with drivers cannot be deleted', async ({
  open,
  person
}) => {
  const admin = await person('admin@hackney.test')
  const { id, image } = await carType(admin, 'Courier')
  const page = await open(paths.carType(id), { as: admin })
  await page.getByRole('button', { name: 'Change image' }).click()
  const dialog = page.getByRole('dialog', { name: 'Image' })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('Choose a picture first.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await dialog
    .getByLabel('File')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%') })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText(/This type of file is not accepted/)).toBeVisible()
  await dialog.getByLabel('File').setInputFiles({ name: 'car.jpg', mimeType: 'image/jpeg', buffer: await noise(page) })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('main .animate-spin')).toBeVisible()
  const stored = (await carType(admin, 'Courier')).image
  expect(stored).toMatch(new RegExp(`^${id}-[0-9a-f-]{36}#`))
  await expect(page.locator(`img[src*="${id}"]`).first()).toBeVisible()
  const { data: file } = await admin.client.storage.from('cartypes').download(stored.split('#')[0] ?? '')
  const bytes = Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer())
  expect(bytes.length).toBeGreaterThan(262_144)
  // The photo was taken sideways: the picture is upright, and its orientation and place tags are gone.
  const { width, height, markers } = partsOf(bytes)
  expect([width, height]).toEqual([700, 1000])
  expect(markers).not.toContain(0xe1)
  expect(bytes.includes('Exif')).toBe(false)
  await page.getByRole('button', { name: 'Delete car type' }).click()
  await expect(page.getByText(/cannot be deleted.*drivers/)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Delete car type' })).toBeDisabled()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('link', { name: 'All car types' }).click()
  await page.getByRole('checkbox', { name: 'Select Courier' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete car type' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete car type' }).click()
  await expect(page.getByRole('list', { name: '1 failed' })).toContainText('Courier')
  unwrap(await admin.client.from('car_types').update({ image }).eq('id', id).select())
})

/** A noisy photo, 1000 by 700 pixels, large enough to be uploaded in parts, with camera metadata. */
async function noise(page: Page): Promise<Buffer> {
  const drawn = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1000, height: 700 })
    const context = canvas.getContext('2d')
    const pixels = context?.createImageData(1000, 700)
    if (!context || !pixels) return []
    for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 255
    context.putImageData(pixels, 0, 0)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())]
  })
  const picture = asPhotographed(Buffer.from(drawn))
  expect(partsOf(picture)).toMatchObject({ width: 1000, height: 700, markers: expect.arrayContaining([0xe1]) })
  return picture
}

test('a demo says that nothing can be changed before anything is sent', async ({ open, person, stack }) => {
  const admin = await person('admin@hackney.test')
  const { id } = await carType(admin, 'Cab')
  const demo = (on: boolean) =>
    service(stack).from('settings').update({ allow_critical_edits_admin: !on }).eq('id', 1).throwOnError()
  await demo(true)
  try {
    const page = await open(paths.carType(id), { as: admin })
    await expect(page.getByText('This is a demo. Nothing can be changed here.')).toBeVisible()
    await page.getByLabel('Base fare').fill('99')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'This is a demo' })).toBeVisible()
    expect((await carType(admin, 'Cab')).base_fare).not.toBe(99)
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: 'All car types' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select Cab' })).toBeVisible()
    await expect(page.getByRole('main').getByText('This is a demo.')).toBeVisible()
    await expect(page.locator('[data-handle]')).toHaveCount(0)
  } finally {
    await demo(false)
  }
})

test('on a phone an unfinished car type is kept when the page is left, and offered again', async ({
  open,
  person,
  picture
}) => {
  const admin = await person('admin@hackney.test')
  const { id } = await carType(admin, 'Courier')
  const page = await open(paths.carType(id), { as: admin })
  await page.setViewportSize(phone)
  await page.getByLabel('Base fare').fill('4.20')
  await expect(page.getByText('1 change')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await picture(page, 'cartype-phone')
  await page.getByRole('link', { name: 'All car types' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Courier' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.goto(paths.carType(id))
  await page.getByRole('button', { name: 'Continue with them' }).click()
  await expect(page.getByLabel('Base fare')).toHaveValue('4.20')
  await page.getByRole('button', { name: 'Discard' }).click()
})

// Spec 2.4, 2.41, 3.49, 6.12, 7.32
test('cancellation reasons come in pages of ten; they are added, changed, moved and deleted', async ({
  open,
  person,
  picture
}) => {
  const admin = await person('admin@hackney.test')
  const labels = async () =>
    unwrap(await admin.client.from('cancel_reasons').select('label').order('value')).map(({ label }) => label)
  const before = unwrap(await admin.client.from('cancel_reasons').select('id'))
  const page = await open(paths.cancelReasons, { as: admin })
  const field = page.getByRole('textbox', { name: 'New reason' })
  await field.press('Enter')
  await expect(page.getByText('Please enter a reason.')).toBeVisible()
  for (const label of ['Snow', 'Too much luggage', 'Ice', 'Fog', 'Rain', 'Wind']) {
    await field.fill(label)
    await field.press('Enter')
    await expect(field).toHaveValue('')
  }
  await page.getByRole('button', { name: 'Previous page' }).click()
  const rows = page.getByRole('grid').locator('tbody tr')
  await expect(rows).toHaveCount(10)
  await expectAccessible(page)
  await picture(page, 'cancelreasons')
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
  await cell('Snow').click()
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Much snow')
  await page.keyboard.press('Enter')
  await expect(cell('Much snow')).toBeVisible()
  await expect.poll(labels).toContain('Much snow')
  const at = (await labels()).indexOf('Much snow')
  await cell('Much snow').press('Alt+ArrowUp')
  await expect(page.getByText(`Much snow is now in place ${at} of`)).toBeAttached()
  await expect.poll(async () => (await labels()).indexOf('Much snow')).toBe(at - 1)
  const toast = page.getByRole('listitem').filter({ hasText: 'The new order is saved.' })
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await labels()).indexOf('Much snow')).toBe(at)
  const handle = rows.nth(at).locator('[data-handle]')
  await handle.dragTo(rows.first().locator('[data-handle]'), { targetPosition: { x: 10, y: 4 } })
  await expect.poll(async () => (await labels()).indexOf('Much snow')).toBe(0)
  await page.getByRole('button', { name: 'Actions for Much snow' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(cell('Much snow')).toHaveCount(0)
  await expect.poll(labels).not.toContain('Much snow')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
  for (const label of ['Ice', 'Fog']) await page.getByRole('checkbox', { name: `Select ${label}` }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByText('2 done')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('Wind')).toBeVisible()
  const kept = before.map(({ id }) => id)
  unwrap(
    await admin.client
      .from('cancel_reasons')
      .delete()
      .not('id', 'in', `(${kept.join(',')})`)
      .select()
  )
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })).toHaveCount(kept.length)
})
