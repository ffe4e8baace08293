/** A demo, page by page: each explains the demo before or when somebody tries a change, and keeps its data. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { makeZone } from '../support/zones.ts'
import { setDemo } from './dispatcher.ts'
import { expect, test } from './fixtures.ts'

const DEMO = 'This is a demo. Nothing can be changed here.'

const note = (page: Page) => page.getByRole('main').getByText(DEMO).first()
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Opens a page through the navigation drawer, which keeps the program loaded. */
async function go(page: Page, path: string): Promise<void> {
  await page.locator(`nav a[href="${path}"]`).first().click()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

/** Chooses an action in a row's menu, confirms it, and expects the explanation of the demo. */
async function refuse(page: Page, text: string, item: string, yes: string, reason?: string): Promise<void> {
  await row(page, text)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  if (reason) await dialog(page).getByRole('textbox').fill(reason)
  const button = dialog(page).getByRole('button', { name: yes, exact: true })
  if (await button.isEnabled()) await button.click()
  await expect(dialog(page)).toContainText(DEMO)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
}

/** Expects the export dialog to explain why there is no file. */
async function expectNoFile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(dialog(page)).toContainText(DEMO)
  await expect(dialog(page).getByRole('button', { name: 'Save file' })).toBeDisabled()
  await page.keyboard.press('Escape')
}

// Spec 6.30, 6.32, 6.35, 6.36, 8.21
test('in a demo each page of the office says that it is a demo, changes nothing and exports no file', async ({
  open,
  person,
  picture,
  stack
}) => {
  const [admin, driver] = [await person('admin@hackney.test'), await person('driver@hackney.test')]
  const db = service(stack)
  const mark = randomUUID().slice(0, 6)
  // Data that the demo has to keep.
  const promo = unwrap(
    await admin.client
      .from('promos')
      .insert({
        promo_name: `KEEP${mark}`,
        promo_discount_value: 5,
        promo_validity: '2100-12-31',
        promo_usage_limit: 10
      })
      .select()
      .single()
  )
  const hours = unwrap(
    await admin.client
      .from('tariff_windows')
      .insert({ name: `Keep ${mark}`, days: [1], from_time: '08:00', to_time: '10:00', percent: 10 })
      .select()
      .single()
  )
  const notice = unwrap(
    await admin.client
      .from('notifications')
      .insert({ title: `Keep ${mark}`, body: 'Not sent', usertype: 'All', devicetype: 'All' })
      .select()
      .single()
  )
  const zone = await makeZone(admin)
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: driver.id, amount: 50 }))
  await db.from('settings').update({ bank_change_hours: 0 }).eq('id', 1).throwOnError()
  const bank = { bank_name: 'Landesbank', bank_code: 'LILALI2X', bank_account: 'LI21 0881 0000 2324 013A A' }
  await driver.client.rpc('set_bank_details', bank).throwOnError()
  const payout = unwrap(await driver.client.rpc('request_withdrawal', { amount: 7.77 }))
  const settings = async () => unwrap(await db.from('settings').select('bonus, company_name').eq('id', 1).single())
  const before = await settings()
  const reasons = async () =>
    unwrap(await db.from('cancel_reasons').select('label').order('value')).map(({ label }) => label)
  const reasonsBefore = await reasons()
  const wallet = async () =>
    unwrap(await db.from('profiles').select('wallet_balance').eq('id', driver.id).single()).wallet_balance
  const walletBefore = await wallet()

  await setDemo(stack, true)
  try {
    const page = await open('/settings', { as: admin })

    await test.step('the settings page explains the demo, and saves nothing', async () => {
      await expect(note(page)).toBeVisible()
      await expect(page.getByText('Still possible')).toBeVisible()
      // Only the server switches demo mode.
      await expect(page.getByRole('switch', { name: 'Demo mode' })).toHaveCount(0)
      await page.getByRole('textbox', { name: 'Referral bonus' }).fill('77')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByRole('alert').filter({ hasText: DEMO }).first()).toBeVisible()
      await picture(page, 'demo-settings')
      await page.getByRole('button', { name: 'Discard' }).click()
    })

    await test.step('the app info page also explains the demo, and saves nothing', async () => {
      await go(page, '/appinfo')
      await expect(note(page)).toBeVisible()
      await page.getByRole('textbox', { name: 'Company', exact: true }).fill('Others')
      await page.keyboard.press('ControlOrMeta+s')
      await expect(page.getByRole('alert').filter({ hasText: DEMO }).first()).toBeVisible()
      await page.getByRole('button', { name: 'Discard' }).click()
      expect(await settings()).toEqual(before)
    })

    await test.step('promotions and languages stay, whatever a row’s menu offers', async () => {
      await go(page, '/promos')
      await refuse(page, promo.promo_name, 'Delete', 'Delete')
      await go(page, '/languagesetting')
      await expect(note(page)).toBeVisible()
      await row(page, 'العربية')
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
      await page.keyboard.press('Escape')
    })

    await test.step('zones and tariff times are shown, and can be neither saved nor deleted', async () => {
      await go(page, '/zones')
      await page
        .getByRole('list', { name: 'Zones by name' })
        .getByRole('button', { name: /Malbun/ })
        .click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Moved')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(note(page)).toBeVisible()
      await page.getByRole('button', { name: 'All zones' }).click()
      await dialog(page).getByRole('button', { name: 'Leave' }).click()
      await page.getByRole('link', { name: 'Times', exact: true }).click()
      await page.getByRole('button', { name: new RegExp(`^Keep ${mark}, \\+10%`) }).click()
      await expect(note(page)).toBeVisible()
      await page.getByRole('button', { name: 'Delete' }).click()
      await expect(dialog(page)).toContainText(DEMO)
      await expect(dialog(page).getByRole('button', { name: 'Delete' })).toBeDisabled()
      await page.keyboard.press('Escape')
    })

    await test.step('cancellation reasons are read-only', async () => {
      await go(page, '/cancelreasons')
      await expect(note(page)).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'New reason' })).toHaveCount(0)
      await expect(page.locator('[data-handle]')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
    })

    await test.step('no wallet is credited, and no withdrawal completed or rejected', async () => {
      await go(page, '/addtowallet')
      const form = page.getByRole('region', { name: 'New credit' })
      await form.getByRole('combobox', { name: 'Person' }).fill('marxer')
      await page.getByRole('option', { name: /Lukas Marxer/ }).click()
      await form.getByRole('textbox', { name: 'Amount' }).fill('5')
      await form.getByRole('textbox', { name: 'Reason, for the books' }).fill('Sorry')
      await form.getByRole('button', { name: /^Add CHF/ }).click()
      await expect(form.getByText(DEMO)).toBeVisible()
      await go(page, '/withdraws')
      await refuse(page, '7.77', 'Complete', 'Yes, complete it')
      await refuse(page, '7.77', 'Reject', 'Reject it', 'A demo')
    })

    await test.step('a notification can be written but not sent', async () => {
      await go(page, '/notifications')
      await refuse(page, notice.title, 'Send', 'Send')
    })

    await test.step('reports and the log export no file', async () => {
      for (const path of ['/earningreports', '/driverearning', '/auditlog']) {
        await go(page, path)
        await expectNoFile(page)
      }
    })

    await test.step('all data is unchanged', async () => {
      const kept = await Promise.all([
        db.from('promos').select('id').eq('id', promo.id).single(),
        db.from('tariff_windows').select('id').eq('id', hours.id).single(),
        db.from('languages').select('id').eq('lang_locale', 'ar').single(),
        db.from('zones').select('id').eq('id', zone).eq('name', 'Malbun').single(),
        db.from('notifications').select('id').eq('id', notice.id).is('sent_at', null).single(),
        db
          .from('withdraw_requests')
          .select('id')
          .eq('id', payout.id)
          .is('process_date', null)
          .is('rejected_at', null)
          .single()
      ])
      for (const answer of kept) unwrap(answer)
      expect([await settings(), await reasons(), await wallet()]).toEqual([before, reasonsBefore, walletBefore])
    })
  } finally {
    await setDemo(stack, false)
    await db.from('settings').update({ bank_change_hours: 48 }).eq('id', 1).throwOnError()
  }
  unwrap(await admin.client.rpc('reject_withdrawal', { id: payout.id, reason: 'Played' }))
  for (const [table, id] of [
    ['promos', promo.id],
    ['tariff_windows', hours.id],
    ['notifications', notice.id]
  ] as const) {
    await db.from(table).delete().eq('id', id).throwOnError()
  }
})
