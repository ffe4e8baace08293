import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import postgres from 'postgres'
import { pdfPages } from '../support/pdf.ts'
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const balanceOf = async (admin: Person, id: string) =>
  unwrap(await admin.client.from('profiles').select('wallet_balance').eq('id', id).single()).wallet_balance

/** Two months of a driver's earnings, to the cent, as rides would have left them. */
async function haveEarned({ SUPABASE_DB_URL }: StackEnv, driverId: string): Promise<void> {
  const sql = postgres(SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  for (const [month, share] of [
    ['2026-08-01', 1234.56],
    ['2026-09-01', 0.1]
  ] as const) {
    await sql`insert into public.earnings_months (month, driver_id, rides, trip_cost, ride_cost, driver_share, convenience_fees, discount_amount, cancellations,
      cancellation_fee, free_ride_discounts, cancellation_share) values (${month}, ${driverId}, 3, 2000, 2000, ${share}, 9, 0, 0, 0, 0, 0)`
  }
  await sql.end()
}

/** The text of the printed table of the page. */
async function printed(page: Page): Promise<string> {
  // The browser's print dialog would wait for a person.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('radio', { name: 'PDF' }).click()
  await dialog.getByRole('button', { name: 'Print or save as PDF' }).click()
  await expect(dialog.getByText('in the print window')).toBeVisible()
  const pages = pdfPages(await page.pdf({ preferCSSPageSize: true }))
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  return pages.join('')
}

/** The lines of the page's exported table, without the header. */
async function exported(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save file' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n').slice(1)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  return lines
}

/** Expects that each line of a file has the values of a database row, in the same order. */
function expectRows(lines: string[], rows: readonly (readonly (string | number | null)[])[]) {
  expect(lines).toHaveLength(rows.length)
  for (const [index, cells] of rows.entries()) {
    for (const cell of cells) expect(lines[index], lines[index]).toContain(String(cell ?? ''))
  }
}

/** Opens a row's menu and chooses an item. */
async function choose(page: Page, amount: string, item: string) {
  await row(page, amount)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

// Spec 1.14, 1.15, 2.3, 2.4, 2.41, 2.42, 2.45, 3.47, 4.60, 4.61, 5.26, 5.27, 5.32, 6.10, 6.11, 7.30, 7.31, 7.33, 7.48, 8.26, 8.27, 8.39
test('an admin completes withdrawals, credits a wallet, and finds both in the books and in the log', async ({
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
  const read = async ({ id }: { id: string }) => {
    const { rows } = unwrap(await admin.client.rpc('list_withdrawals', { withdrawal_id: id }))
    return rows[0]
  }

  const page = await open('/withdraws?status=open', { as: admin })
  await test.step('bank details are shown on request, and the database logs the access', async () => {
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

  await test.step('a withdrawal is completed once, and leaves the waiting list by itself', async () => {
    await choose(page, '11.11', 'Complete')
    await expectAccessible(page, '[role=dialog]')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, complete it' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(row(page, '11.11').getByText('Done')).toBeVisible()
    const process_date = (await read(paid))?.process_date
    expect(process_date).not.toBeNull()
    unwrap(await admin.client.rpc('complete_withdrawal', { id: paid.id }))
    expect((await read(paid))?.process_date).toBe(process_date)
  })

  await test.step('another withdrawal is rejected with a reason, and the money goes back', async () => {
    const before = await balanceOf(admin, driver.id)
    await choose(page, '22.22', 'Reject')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Reject it' })).toBeDisabled()
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The account has another name')
    await dialog.getByRole('button', { name: 'Reject it' }).click()
    await expect(row(page, '22.22').getByText('Rejected')).toBeVisible()
    expect(await balanceOf(admin, driver.id)).toBeCloseTo(before + 22.22, 2)
    expect((await read(refused))?.reason).toBe('The account has another name')
  })

  await test.step('several withdrawals are completed at once, each with its result; the export matches the database', async () => {
    const bulk = [await ask(3.31), await ask(3.32)]
    await page.goto('/withdraws?status=open')
    for (const { amount } of bulk) await row(page, String(amount)).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Complete' })
    await dialog.getByRole('button', { name: 'Complete' }).click()
    await expect(dialog.getByText('2 done')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    for (const one of bulk) expect((await read(one))?.processed).toBe(true)

    await page.goto('/withdraws?status=processed')
    await expect(row(page, '3.31')).toBeVisible()
    const lines = await exported(page)
    const { rows } = unwrap(await admin.client.rpc('list_withdrawals', { status: 'processed', page_size: 1000 }))
    expect(lines).toHaveLength(rows.length)
    for (const [index, { name, amount }] of rows.entries()) {
      expect(lines[index]).toContain(name)
      expect(lines[index]).toContain(amount.toFixed(2).replace(/\.?0+$/, ''))
    }
  })

  await test.step('a wallet is credited once, and the new balance is shown before', async () => {
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
    // A credit without a reason is not sent.
    await expect(form.getByText('Done.')).toHaveCount(0)
    await form.getByRole('textbox', { name: 'Reason, for the books' }).fill('Lost umbrella')
    await form.getByRole('button', { name: /^Add CHF/ }).click()
    await expect(form.getByText('Done.')).toBeVisible()
    await expect(form.getByText(`The wallet now has ${after}.`)).toBeVisible()
    expect(await balanceOf(admin, rider.id)).toBeCloseTo(before + 12.5, 2)
    await expect(row(page, '12.50').filter({ hasText: 'AdminCredit' }).first()).toBeVisible()
    await picture(page, 'addtowallet')
    const credits = unwrap(await admin.client.rpc('list_credits', { page_size: 1000 }))
    expectRows(
      await exported(page),
      credits.map(({ name, amount, balance, tx_ref }) => [name, amount, balance, tx_ref])
    )
    await test.step('a credit to a wallet is taken back once, with a reason', async () => {
      await row(page, '12.50')
        .filter({ hasText: 'Lost umbrella' })
        .first()
        .getByRole('button', { name: /^Actions for/ })
        .click()
      await page.getByRole('menuitem', { name: 'Take back' }).click()
      const dialog = page.getByRole('dialog', { name: /^Take back: Credit/ })
      await expect(dialog.getByRole('button', { name: 'Take back' })).toBeDisabled()
      await dialog.getByRole('textbox').fill('Wrong person')
      await expectAccessible(page, '[role=dialog]')
      await dialog.getByRole('button', { name: 'Take back' }).click()
      await expect(row(page, 'Taken back').filter({ hasText: 'Lost umbrella' }).first()).toBeVisible()
      expect(await balanceOf(admin, rider.id)).toBeCloseTo(before, 2)
    })
  })

  await test.step('the log shows before and after, and the books balance', async () => {
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
    const entries = unwrap(await admin.client.rpc('list_audit', { of_action: 'add_to_wallet', page_size: 1000 }))
    expectRows(
      await exported(page),
      entries.map(({ actor_name, subject }) => [actor_name, subject])
    )
    await page.goto('/trialbalance')
    await expect(page.getByText('Balanced', { exact: true })).toBeVisible()
    await expect(row(page, 'Driver wallets')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'trialbalance')
    const saved = await exported(page)
    // The page's period ends with its month, and a story that turned the clock may have left later entries.
    const accounts = unwrap(await admin.client.rpc('trial_balance', { to_day: '2100-01-01' })).map(
      ({ account, opening, debit, credit, closing }) => `,${[account, opening, debit, credit, closing].join()}`
    )
    expect(saved.map((line) => line.slice(line.indexOf(',')))).toEqual(expect.arrayContaining(accounts))
    expect(saved).toHaveLength(accounts.length)
  })

  // Spec 6.16
  await test.step('the printed books and drivers’ earnings have every row, the sums, company, period and the admin’s name', async () => {
    const figure = (amount: number) =>
      amount.toLocaleString('en-GB', { minimumFractionDigits: 2 }).replace('-', '\u2212')
    const books = unwrap(await admin.client.rpc('trial_balance'))
    const balance = await printed(page)
    for (const { account, opening, debit, credit, closing } of books) {
      expect(balance).toContain(account + [opening, debit, credit, closing].map(figure).join(''))
    }
    const sum = books.reduce((all, { debit }) => all + Math.round(debit * 10_000), 0) / 10_000
    expect(balance).toContain(`Sum${figure(0)}${figure(sum)}${figure(sum)}${figure(0)}`)
    for (const words of [
      'Hackney Vaduz',
      'Period',
      'CurrencyCHF',
      `${new Date().getFullYear()} at`,
      'Martina Frick',
      '1 / '
    ])
      expect(balance).toContain(words)

    await haveEarned(stack, driver.id)
    await page.goto('/driverearning')
    await expect(row(page, 'September 2026').first()).toBeVisible()
    const lines = unwrap(await admin.client.rpc('driver_earnings'))
    const earnings = await printed(page)
    for (const { driver_name, driver_vehicle_no, total_rides, driver_share } of lines) {
      expect(earnings).toContain(`${driver_name}${driver_vehicle_no}${total_rides}${figure(driver_share)}`)
    }
    for (const { month, total_rides, driver_share } of unwrap(await admin.client.rpc('driver_earnings_sums'))) {
      const name = new Date(month).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
      expect(earnings).toContain(`Sum ${name}${total_rides}${figure(driver_share)}`)
    }
    await picture(page, 'driverearning')
    expectRows(
      await exported(page),
      lines.map(({ driver_name, total_rides, driver_share }) => [driver_name, total_rides, driver_share])
    )
    await page.goto('/earningreports')
    const months = unwrap(await admin.client.rpc('earnings_report'))
    // The chart has a table behind it.
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(months.length + 1)
    expectRows(
      await exported(page),
      months.map(({ total_rides, trip_cost, gross, profit }) => [total_rides, trip_cost, gross, profit])
    )
  })

  // Spec 2.46
  await test.step('a figure of the dashboard leads to as many rows as it counts', async () => {
    const { id } = await book(rider)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
    await page.goto('/dashboard?range=30')
    const days = unwrap(await admin.client.rpc('dashboard_days'))
    const counted = days.find(({ day }) => day === null)?.cancelled ?? 0
    expect(counted).toBeGreaterThan(0)
    const tile = page.getByRole('link', { name: /^Cancellation rate: / })
    await expect(tile).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'dashboard-figures')
    await tile.click()
    await expect(page).toHaveURL(/\/bookings\?created=[\d.-]+&status=CANCELLED/)
    await expect(page.getByRole('row')).toHaveCount(Math.min(counted, 50) + 1)
  })

  // Spec 5.31, 6.14
  await test.step('a notification shows its number of recipients and is sent once; without recipients the form says so', async () => {
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
    await expectAccessible(page, '[role=dialog]')
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
    await expect(row(page, title)).toBeVisible()
    const [sent] = unwrap(await admin.client.from('notifications').select().eq('title', title))
    expect(sent?.recipients).toBeGreaterThan(0)
    const all = unwrap(await admin.client.from('notifications').select().order('created_at', { ascending: false }))
    expectRows(
      await exported(page),
      all.map(({ title: words, body, recipients }) => [words, body, recipients])
    )
    await service(stack).from('push_tokens').delete().eq('platform', 'ANDROID').throwOnError()
    await form.getByRole('radio', { name: 'Drivers' }).click()
    await form.getByRole('radio', { name: 'Android' }).click()
    await expect(form.getByText('No match: no device of this kind is registered.')).toBeVisible()
    await picture(page, 'notifications')
  })
  await service(stack).from('settings').update({ bank_change_hours: 48 }).eq('id', 1).throwOnError()
})
