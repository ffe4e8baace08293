import { readFile } from 'node:fs/promises'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

// Spec 2.35
test('a rider finds an earlier booking, cancels one from the list, and saves the list as a file', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await person('rider14@hackney.test')
  const gone = await book(rider)
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: gone.id, reason: 'My plans changed' }))
  const { reference } = await book(rider)
  const page = await open('/bookings', { as: rider })
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })

  await test.step('bookings under way come first, with their actions', async () => {
    await expect(page.getByRole('heading', { name: 'Under way' })).toBeVisible()
    await expect(card(reference).getByRole('button', { name: 'Cancel trip' })).toBeVisible()
    await expect(card(gone.reference).getByRole('button')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'history')
  })

  await test.step('part of the reference finds a booking, in lower case too; a filter without matches says so', async () => {
    await page.getByRole('searchbox').fill(gone.reference.slice(1, 5).toLowerCase())
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(gone.reference)).toBeVisible()
    await expect(page).toHaveURL(/q=/)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
    await expect(page.getByText('No booking fits')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show all bookings' }).click()
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(card(reference)).toBeVisible()
  })

  await test.step('pattern and filter characters in a search are plain text', async () => {
    await page.getByRole('searchbox').fill('%),(id.gt.0"\\*')
    await expect(page.getByText('No booking fits')).toBeVisible()
    await page.getByRole('searchbox').fill('')
    await expect(card(reference)).toBeVisible()
  })

  await test.step('the exported list has no columns that riders may not see; a demo exports nothing', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const text = await readFile((await (await download).path()) ?? '', 'utf8')
    expect(text).toContain(reference)
    expect(text).toContain(gone.reference)
    expect(text.split('\n')[0]).not.toMatch(/share|convenience/i)
    await service(stack).from('settings').update({ allow_critical_edits_admin: false }).eq('id', 1).throwOnError()
    await page.reload()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    await expect(page.getByText(/demo/i).first()).toBeVisible()
    await service(stack).from('settings').update({ allow_critical_edits_admin: true }).eq('id', 1).throwOnError()
  })

  await test.step('cancelling shows the fee and asks for a reason, and the list is updated', async () => {
    await page.reload()
    await card(reference).getByRole('button', { name: 'Cancel trip' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Cancelling is free now.')
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('radio', { name: 'Something else' }).click()
    await dialog.getByRole('button', { name: 'Cancel trip' }).click()
    await expect(card(reference).getByText('Cancelled')).toBeVisible()
    await expect(card(reference).getByRole('button')).toHaveCount(0)
  })
})
