/** Two admins on one row, and rows that are deleted together or exported as a file or workbook. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { paths } from '../../src/config/paths.ts'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { sheetOf } from '../support/workbook.ts'
import { makeZone } from '../support/zones.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog')
const FIRST = 'Somebody else saved this in the meantime.'

/** Exports the page's table and returns the file. */
async function saved(page: Page, format: 'CSV' | 'Excel (XLSX)'): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click()
  const asks = page.getByRole('dialog', { name: 'Export' })
  await asks.getByRole('radio', { name: format }).click()
  const download = page.waitForEvent('download')
  await asks.getByRole('button', { name: 'Save file' }).click()
  const file = await readFile(await (await download).path())
  await asks.getByRole('button', { name: 'Close' }).first().click()
  return file
}

test('when two admins edit one zone, tariff time or reason, the second reads that the first was faster, and nothing is overwritten', async ({
  open,
  person,
  picture
}) => {
  const [admin, other] = [await person('admin@hackney.test'), await person('admin2@hackney.test')]
  const mark = randomUUID().slice(0, 6)

  await test.step('a zone', async () => {
    const id = await makeZone(admin)
    const page = await open(`${paths.zones}?zone=${id}`, { as: admin })
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Mine')
    await makeZone(other, 'Theirs')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(FIRST)).toBeVisible()
    await expect(name).toHaveValue('Mine')
    const stored = async () => unwrap(await admin.client.from('zones').select('name').eq('id', id).single()).name
    expect(await stored()).toBe('Theirs')
    await makeZone(admin)
  })

  await test.step('a tariff time: changes to different fields are merged, and the page asks about a field that both changed', async () => {
    const { id } = unwrap(
      await admin.client
        .from('tariff_windows')
        .insert({ name: `Night ${mark}`, days: [6], from_time: '20:00', to_time: '22:00', percent: 10 })
        .select()
        .single()
    )
    const stored = async () =>
      unwrap(await admin.client.from('tariff_windows').select('percent, to_time').eq('id', id).single())
    const page = await open(`${paths.tariffTimes}?window=${id}`, { as: admin })
    await page.getByRole('textbox', { name: 'Surcharge' }).fill('15')
    unwrap(await other.client.from('tariff_windows').update({ percent: 20, to_time: '23:00' }).eq('id', id).select())
    await expect(page.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('23:00')
    await page.getByRole('button', { name: 'See both' }).click()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, 'tariff-times-conflict')
    await dialog(page).getByRole('button', { name: 'Keep yours' }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(stored).toEqual({ percent: 15, to_time: '23:00:00' })
    await admin.client.from('tariff_windows').delete().eq('id', id).throwOnError()
  })

  await test.step('a reason: the other admin’s text is stored, and the typed text is offered again', async () => {
    const label = `Fog ${mark}`
    const { id } = unwrap(await admin.client.from('cancel_reasons').insert({ label }).select().single())
    const page = await open(`${paths.cancelReasons}?q=${mark}`, { as: admin })
    const cell = (text: string) => page.getByRole('gridcell', { name: text, exact: true })
    await cell(label).click()
    const box = page.getByRole('textbox', { name: 'Reason', exact: true })
    await expect(box).toBeVisible()
    unwrap(
      await other.client
        .from('cancel_reasons')
        .update({ label: `Theirs ${mark}` })
        .eq('id', id)
        .select()
    )
    await box.fill(`Mine ${mark}`)
    await page.keyboard.press('Enter')
    await expect(page.getByText(FIRST).first()).toBeVisible()
    await expect(cell(`Theirs ${mark}`)).toBeVisible()
    await cell(`Theirs ${mark}`).click()
    await expect(box).toHaveValue(`Mine ${mark}`)
    await page.keyboard.press('Enter')
    const stored = async () => unwrap(await admin.client.from('cancel_reasons').select('label').eq('id', id).single())
    await expect.poll(stored).toEqual({ label: `Mine ${mark}` })
    await admin.client.from('cancel_reasons').delete().eq('id', id).throwOnError()
  })
})

// Spec 3.46, 6.14, 7.30, 7.47
test('a workbook holds the visible table, notifications are deleted singly and together, withdrawals are rejected together, and drivers are exported', async ({
  open,
  person,
  stack
}) => {
  const [admin, driver] = [await person('admin@hackney.test'), await person('driver@hackney.test')]
  const mark = randomUUID().slice(0, 6)

  await test.step('credits as a workbook: amounts are numbers, texts are strings', async () => {
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: driver.id, amount: 12.5 }))
    const page = await open(paths.addToWallet, { as: admin })
    await expect(row(page, '12.50').first()).toBeVisible()
    const [head, ...lines] = sheetOf(await saved(page, 'Excel (XLSX)'))
    expect(head).toEqual([
      ...['Date', 'Person', 'Role', 'Amount', 'Wallet after it', 'Credited by'],
      ...['Reason', 'State', 'Reference']
    ])
    const credits = unwrap(await admin.client.rpc('list_credits', { page_size: 1000 }))
    expect(
      lines.map(([, name, , amount, balance, by, , , reference]) => ({ name, amount, balance, by, reference }))
    ).toEqual(
      credits.map(({ name, amount, balance, credited_by, tx_ref }) => ({
        name: name || null,
        amount,
        balance,
        by: credited_by || null,
        reference: tx_ref || null
      }))
    )
  })

  await test.step('notifications', async () => {
    const drafts = ['One', 'Two', 'Three'].map((word) => ({
      title: `${word} ${mark}`,
      body: '=1+1',
      usertype: 'All',
      devicetype: 'All'
    }))
    unwrap(await admin.client.from('notifications').insert(drafts).select())
    const left = async () =>
      unwrap(await admin.client.from('notifications').select('title').like('title', `% ${mark}`).order('title')).map(
        ({ title }) => title
      )
    const page = await open(`${paths.notifications}?q=${mark}`, { as: admin })
    await row(page, `One ${mark}`)
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, `One ${mark}`)).toHaveCount(0)
    await expect.poll(left).toEqual([`Three ${mark}`, `Two ${mark}`])
    for (const word of ['Two', 'Three']) await row(page, `${word} ${mark}`).getByRole('checkbox').press('Space')
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(dialog(page).getByText('2 done')).toBeVisible()
    await expect.poll(left).toEqual([])
  })

  await test.step('withdrawals are rejected together for one reason, once it is given', async () => {
    const details = { bank_name: 'Landesbank', bank_code: 'LILALI2X', bank_account: 'LI21 0881 0000 2324 013A A' }
    const wait = (bank_change_hours: number) =>
      service(stack).from('settings').update({ bank_change_hours }).eq('id', 1).throwOnError()
    await wait(0)
    await driver.client.rpc('set_bank_details', details).throwOnError()
    const asked = [
      unwrap(await driver.client.rpc('request_withdrawal', { amount: 1.11 })),
      unwrap(await driver.client.rpc('request_withdrawal', { amount: 1.12 }))
    ]
    await wait(48)
    const page = await open(`${paths.withdraws}?status=open`, { as: admin })
    for (const { amount } of asked) await row(page, String(amount)).getByRole('checkbox').press('Space')
    await page.getByRole('toolbar').getByRole('button', { name: 'Reject' }).click()
    const reject = dialog(page).getByRole('button', { name: 'Reject' })
    await expect(reject).toBeDisabled()
    await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Another name')
    await expectAccessible(page, '[role=dialog]')
    await reject.click()
    await expect(dialog(page).getByText('2 done')).toBeVisible()
    const ids = asked.map(({ id }) => id)
    const { rows } = unwrap(await admin.client.rpc('list_withdrawals', { status: 'rejected' }))
    const ours = rows.filter(({ id }) => ids.includes(id))
    expect(ours.map(({ reason, rejected_at }) => [reason, rejected_at !== null])).toEqual([
      ['Another name', true],
      ['Another name', true]
    ])
  })

  await test.step('drivers are exported in the order of the page', async () => {
    const page = await open(`${paths.drivers}?sort=name`, { as: admin })
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await expectAccessible(page)
    const lines = (await saved(page, 'CSV')).toString().trim().split('\r\n').slice(1)
    const { rows } = unwrap(
      await admin.client.rpc('list_people', { usertype: 'driver', sort: 'name', ascending: true, page_size: 1000 })
    )
    expect(lines).toHaveLength(rows.length)
    for (const [index, { first_name, last_name }] of rows.entries()) {
      expect(lines[index]).toContain([first_name, last_name].filter(Boolean).join(' '))
    }
  })
})
