import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const balanceOf = async (admin: Person, id: string) =>
  unwrap(await admin.client.from('profiles').select('wallet_balance').eq('id', id).single()).wallet_balance

/** Opens a row's menu and chooses. */
async function choose(page: Page, amount: string, item: string) {
  await row(page, amount)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an admin pays withdrawals out, credits a wallet, and finds it in the books and in the log', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const driver = await person('driver@hackney.test')
  const rider = await person('rider@hackney.test')
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: driver.id, amount: 200 }))
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 40 }))
  await service(stack).from('settings').update({ bank_change_hours: 0 }).eq('id', 1).throwOnError()
  const details = { bank_name: 'Landesbank', bank_code: 'LILALI2X', bank_account: 'LI21 0881 0000 2324 013A A' }
  await driver.client.rpc('set_bank_details', details).throwOnError()
  const ask = async (amount: number) => unwrap(await driver.client.rpc('request_withdrawal', { amount }))
  const paid = await ask(11.11)
  const refused = await ask(22.22)
  const read = async ({ id }: { id: string }) =>
    unwrap(await admin.client.from('withdraw_requests').select().eq('id', id).single())

  const page = await open('/withdraws?status=open', { as: admin })
  await test.step('bank details are shown on demand, and the database notes it', async () => {
    await expect(row(page, '11.11')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'withdraws')
    await choose(page, '11.11', 'Bank details')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(details.bank_account)).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Show bank details' }).click()
    await expect(dialog.getByText(details.bank_account)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const { what } = unwrap(
      await admin.client
        .from('access_log')
        .select('what')
        .eq('subject_id', driver.id)
        .eq('what', 'bank_details')
        .limit(1)
        .single()
    )
    expect(what).toBe('bank_details')
  })

  await test.step('a withdrawal is completed once, and leaves those that wait by itself', async () => {
    await choose(page, '11.11', 'Complete')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, complete it' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, '11.11').getByText('Done')).toBeVisible()
    const { process_date } = await read(paid)
    expect(process_date).not.toBeNull()
    unwrap(await admin.client.rpc('complete_withdrawal', { id: paid.id }))
    expect((await read(paid)).process_date).toBe(process_date)
  })

  await test.step('another is rejected with a reason, and the money goes back', async () => {
    const before = await balanceOf(admin, driver.id)
    await choose(page, '22.22', 'Reject')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Reject it' })).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The account has another name')
    await dialog.getByRole('button', { name: 'Reject it' }).click()
    await expect(row(page, '22.22').getByText('Rejected')).toBeVisible()
    expect(await balanceOf(admin, driver.id)).toBeCloseTo(before + 22.22, 2)
    expect((await read(refused)).reason).toBe('The account has another name')
  })

  await test.step('many are completed at once, each with its result; the export is what the database has', async () => {
    const bulk = [await ask(3.31), await ask(3.32)]
    await page.goto('/withdraws?status=open')
    for (const { amount } of bulk) await row(page, String(amount)).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Complete' })
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await expect(dialog.getByText('2 done')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    for (const one of bulk) expect((await read(one)).processed).toBe(true)

    await page.goto('/withdraws?status=processed')
    await expect(row(page, '3.31')).toBeVisible()
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Save file' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n').slice(1)
    const rows = unwrap(await admin.client.rpc('list_withdrawals', { status: 'processed', page_size: 1000 }))
    expect(lines).toHaveLength(rows.length)
    for (const [index, { name, amount }] of rows.entries()) {
      expect(lines[index]).toContain(name)
      expect(lines[index]).toContain(amount.toFixed(2).replace(/\.?0+$/, ''))
    }
  })

  await test.step('a wallet is credited once; the balance after it is shown before', async () => {
    await page.goto('/addtowallet')
    const form = page.getByRole('region', { name: 'New credit' })
    await form.getByRole('button', { name: 'Add to wallet' }).click()
    await expect(form.getByText('Choose a person and an amount above 0.').first()).toBeVisible()
    const before = await balanceOf(admin, rider.id)
    await form.getByRole('combobox', { name: 'Person' }).fill('büchel')
    await page.getByRole('option', { name: /Anna Büchel/ }).click()
    await form.getByRole('textbox', { name: 'Amount' }).fill('12.50')
    const after = `CHF\u00a0${(before + 12.5).toFixed(2)}`
    await expect(form.getByText(after)).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: /^Add CHF/ }).click()
    await expect(form.getByText('Done.')).toBeVisible()
    await expect(form.getByText(`In the wallet are now ${after}.`)).toBeVisible()
    expect(await balanceOf(admin, rider.id)).toBeCloseTo(before + 12.5, 2)
    await expect(row(page, '12.50').filter({ hasText: 'AdminCredit' }).first()).toBeVisible()
    await picture(page, 'addtowallet')
  })

  await test.step('the log shows before and after, the books agree', async () => {
    await page.goto('/auditlog?action=reject_withdrawal')
    await row(page, 'Withdrawal rejected')
      .first()
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Compare before and after' }).click()
    await expect(page.getByRole('dialog').getByText('The account has another name')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'auditlog')
    await page.goto('/auditlog?action=add_to_wallet')
    await expect(row(page, 'Wallet credited').first()).toBeVisible()
    await page.goto('/trialbalance')
    await expect(page.getByText('Balanced', { exact: true })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'Driver wallets' })).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'trialbalance')
  })

  await test.step('a notification says how many get it, and goes out once; where nobody would, it says so', async () => {
    await rider.client.rpc('register_push_token', { token: `iphone-${randomUUID()}`, platform: 'IOS' }).throwOnError()
    await page.goto('/notifications')
    const form = page.getByRole('region', { name: 'New notification' })
    await form.getByRole('radio', { name: 'Riders' }).click()
    await form.getByRole('radio', { name: 'iOS' }).click()
    await expect(form.getByText(/^\d+ devices? gets? it\.$/)).toBeVisible()
    const title = `Roadworks ${randomUUID().slice(0, 4)}`
    await form.getByRole('textbox', { name: 'Title' }).fill(title)
    await form.getByRole('textbox', { name: 'Text' }).fill('Tonight the Rhine bridge is closed.')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await expect(row(page, title)).toBeVisible()
    const [sent] = unwrap(await admin.client.from('notifications').select().eq('title', title))
    expect(sent?.recipients).toBeGreaterThan(0)
    await service(stack).from('push_tokens').delete().eq('platform', 'ANDROID').throwOnError()
    await form.getByRole('radio', { name: 'Drivers' }).click()
    await form.getByRole('radio', { name: 'Android' }).click()
    await expect(form.getByText('Nobody matches: no device of this kind is registered.')).toBeVisible()
    await picture(page, 'notifications')
  })

  await test.step('on a phone every screen fits', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/withdraws', '/addtowallet', '/trialbalance', '/auditlog', '/notifications']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await picture(page, `phone-${path.slice(1)}`)
    }
  })
  await service(stack).from('settings').update({ bank_change_hours: 48 }).eq('id', 1).throwOnError()
})
