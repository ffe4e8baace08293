/** Files that the product checks: what a driver's phone says of one that is being checked, and of one that cannot be read. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { pixel } from '../support/picture.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

const html = Buffer.from('<!doctype html><script>alert(1)</script>')

/** While `isHeld`, the page is told that every file is still being checked. */
async function holdChecks(page: Page) {
  const held = { isHeld: true }
  await page.route('**/rpc/check_file', async (route) => {
    if (held.isHeld) await route.fulfill({ json: 'checking' })
    else await route.continue()
  })
  // The real check is quick.
  await page.route('**/rest/v1/driver_documents?**', async (route) => {
    if (!held.isHeld) return route.continue()
    const response = await route.fetch()
    const rows = (await response.json()) as { unreadable: boolean }[]
    await route.fulfill({
      response,
      json: rows.map((row) => (row.unreadable ? { ...row, status: 'pending', unreadable: false } : row))
    })
  })
  return held
}

// Spec 7.59
test('a driver sees that a paper is being checked, and what to do when its file cannot be read', async ({
  open,
  person,
  picture
}) => {
  const driver = await person('driver7@hackney.test')
  const page = await open('/drive/car', { as: driver })
  const insurance = page.getByRole('article', { name: 'Insurance' })
  const held = await holdChecks(page)

  await test.step('while the file is being checked the card says so', async () => {
    await insurance.getByRole('button', { name: /^Hand/ }).click()
    const form = page.getByRole('dialog', { name: 'Insurance' })
    await form.getByLabel('File').setInputFiles({ name: 'insurance.pdf', mimeType: 'application/pdf', buffer: html })
    await form.getByRole('textbox', { name: 'Number on it' }).fill('P 12-345')
    await form.getByRole('textbox', { name: 'Valid until' }).fill('31/12/2090')
    await form.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(form).toBeHidden()
    await expect(insurance.getByText('File is being checked')).toBeVisible()
    await expect(insurance.getByText(/make sure|making sure/)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expectEveryManner(page, 'driver-file-checking', { keep: picture })
  })
  await test.step('a file that cannot be read is removed, and the card says what to do', async () => {
    held.isHeld = false
    await expect(insurance.getByText('The last file could not be read and was removed.')).toBeVisible()
    await expect(insurance.getByText('File is being checked')).toBeHidden()
    await expect(insurance.getByText('Missing')).toBeVisible()
    await expectAccessible(page)
    await expectEveryManner(page, 'driver-file-refused', { keep: picture })
  })
  await test.step('the duty screen says it, too, and leads to the papers', async () => {
    await page.goto('/drive')
    const note = page.getByRole('region', { name: 'Not readable: Insurance' })
    await expect(note).toContainText('Please upload it again')
    await note.getByRole('link', { name: 'Car and papers' }).click()
    await expect(insurance).toBeVisible()
  })
  await test.step('a file that can be read waits for the office', async () => {
    await insurance.getByRole('button', { name: /^Hand/ }).click()
    const form = page.getByRole('dialog', { name: 'Insurance' })
    await form.getByLabel('File').setInputFiles({ name: 'insurance.png', mimeType: 'image/png', buffer: pixel })
    await form.getByRole('textbox', { name: 'Number on it' }).fill('P 12-345')
    await form.getByRole('textbox', { name: 'Valid until' }).fill('31/12/2090')
    await form.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(insurance.getByText('Being checked', { exact: true })).toBeVisible()
    await expect(insurance.getByText('could not be read')).toBeHidden()
  })
})

test('a person sees that the own photo is being checked, and when it could not be read', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider8@hackney.test')
  const page = await open('/profile', { as: rider })
  const held = await holdChecks(page)
  await page
    .getByLabel(/^(Add a|Change) photo$/)
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: pixel })
  await expect(page.getByText('Your photo is being checked. Until then only you see it.')).toBeVisible()
  await expectAccessible(page)
  await expectEveryManner(page, 'profile-photo-checking', { within: 'main', keep: picture })
  held.isHeld = false
  await expect(page.getByText('Your photo is being checked.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible()

  // The page itself sends only pictures; another program of the same person may send anything.
  const path = `${rider.id}/profileImage`
  const { error } = await rider.client.storage
    .from('users')
    .upload(path, html, { contentType: 'image/png', upsert: true })
  expect(error).toBeNull()
  unwrap(await rider.client.rpc('set_profile_image', { path }))
  await page.reload()
  await expect(page.getByRole('alert').getByText('Your last photo could not be read and was removed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
  await expectEveryManner(page, 'profile-photo-refused', { within: 'main', keep: picture })
})

test('a paper that is being checked is not shown to the office, which is told so', async ({
  open,
  person,
  picture
}) => {
  const driver = await person('driver8@hackney.test')
  const admin = await person('admin@hackney.test')
  const path = `${driver.id}/license-${randomUUID()}`
  const { error } = await driver.client.storage.from('users').upload(path, pixel, { contentType: 'image/png' })
  expect(error).toBeNull()
  unwrap(await driver.client.rpc('submit_document', { kind: 'license', path, expires_on: '2100-01-31' }))
  const page = await open(`/drivers/${driver.id}`, { as: admin })
  await page.route('**/rpc/open_document', (route) =>
    route.fulfill({ status: 409, json: { code: 'PT409', message: 'file_being_checked', details: null, hint: null } })
  )
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await expect(page.getByText('This file is still being checked.')).toBeVisible()
  await expectAccessible(page)
  await picture(page, 'document-checking')
  await page.unroute('**/rpc/open_document')
  await expect(page.getByRole('img', { name: 'Picture: Licence' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /[?&]download=license$/)
})
