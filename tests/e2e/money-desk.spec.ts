import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import postgres from 'postgres'
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { toast } from './dispatcher.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

const IBAN = 'LI21 0881 0000 2324 013A A'

const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text })
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const figure = (amount: number) =>
  amount.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).replace('-', '\u2212')
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'Europe/Vaduz' })

/** Money in drivers' wallets, bank details, and an account of the company. */
async function arrange(stack: StackEnv, admin: Person, drivers: readonly Person[]): Promise<void> {
  const company = { company_bank_account: IBAN, company_bank_code: 'LILALI2X', bank_change_hours: 0 }
  await service(stack).from('settings').update(company).eq('id', 1).throwOnError()
  for (const driver of drivers) {
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: driver.id, amount: 100 }))
    const details = { bank_name: 'Landesbank', bank_code: 'LILALI2X', bank_account: IBAN }
    await driver.client.rpc('set_bank_details', details).throwOnError()
  }
}

/** Takes a wallet to so much below zero, as a lost chargeback does. */
async function owe({ SUPABASE_DB_URL }: StackEnv, person: Person, debt: number): Promise<void> {
  const sql = postgres(SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  await sql`select app.post_ledger('chargeback_lost', ${`debt:${person.id}:${Date.now()}`}, null, jsonb_build_array(
    app.entry('wallet:' || p.id, -p.wallet_balance - ${debt}::numeric), app.entry('adjustments', p.wallet_balance + ${debt}::numeric)))
    from public.profiles p where p.id = ${person.id}`
  await sql.end()
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')

/** A statement of the bank with one batch out, and one line that nobody knows. */
function statement(paid: readonly { id: string; amount: number }[], reference: string): string {
  const money = (amount: number) => `<Amt Ccy="CHF">${amount.toFixed(2)}</Amt>`
  const sum = paid.reduce((all, { amount }) => all + amount, 0)
  const parts = paid.map(
    ({ id, amount }) =>
      `<TxDtls><Refs><EndToEndId>${id.replaceAll('-', '')}</EndToEndId></Refs>${money(amount)}</TxDtls>`
  )
  const entry = (amount: number, name: string, details: string) =>
    `<Ntry>${money(amount)}<CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${today()}</Dt></BookgDt><AcctSvcrRef>${name}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`
  const balance = (kind: string, amount: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${money(amount)}<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${today()}</Dt></Dt></Bal>`
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>${reference}</Id><Acct><Id><IBAN>${IBAN.replaceAll(' ', '')}</IBAN></Id></Acct>${balance('OPBD', 9000)}${entry(sum, reference, parts.join(''))}${entry(7.5, `${reference}-fee`, '<TxDtls><AddtlTxInf>Account fee</AddtlTxInf></TxDtls>')}${balance('CLBD', 9000 - sum - 7.5)}</Stmt></BkToCstmrStmt></Document>`
}

const choose = (page: Page | Locator, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test('a month is opening, in, out and closing, and each figure opens to rows that sum to it', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const driver = await person('driver@hackney.test')
  await arrange(stack, admin, [driver])
  const amount = 40.25
  const request = unwrap(await driver.client.rpc('request_withdrawal', { amount }))
  unwrap(await admin.client.rpc('complete_withdrawal', { id: request.id }))
  const desk = unwrap(await admin.client.rpc('money_desk'))
  const of = (account: string) => desk.find((one) => one.account === account && one.kind === null)

  const page = await open('/money', { as: admin })
  const movements = card(page, 'Movements by account')
  await test.step('every account of the ledger has its figures, and the books balance', async () => {
    for (const { account, closing } of desk.filter(({ kind }) => kind === null)) {
      if (account.startsWith('wallet.driver')) {
        await expect(row(page, 'Driver wallets').getByRole('link').last()).toHaveText(figure(closing))
      }
    }
    await expect(movements.getByText('Balanced', { exact: true })).toBeVisible()
    const hold = desk.filter(({ part, kind }) => part === 'hold' && kind === null)
    const sum = hold.reduce((all, { closing }) => all + closing, 0)
    await expect(page.getByRole('link', { name: `Closing, now: ${figure(sum)}` })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'money-desk')
  })

  await test.step('an account opens to what moved it, a figure to its entries', async () => {
    await movements.getByRole('button', { name: 'Withdrawals on their way' }).click()
    await expect(row(page, 'Withdrawal asked for')).toBeVisible()
    await movements.getByRole('link', { name: /^Withdrawals on their way, In:/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Entries' })).toBeVisible()
    const asked = of('payouts_pending')?.came_in ?? 0
    await expect(page.getByRole('status').filter({ hasText: 'Sum' })).toContainText(`CHF\u00a0${figure(asked)}`)
    const { searchParams } = new URL(page.url())
    const [from_day = '', to_day = ''] = (searchParams.get('days') ?? '').split('..')
    const rows = unwrap(
      await admin.client.rpc('ledger_rows', {
        from_day,
        to_day,
        of_account: 'payouts_pending',
        direction: 'in',
        page_size: 1000
      })
    )
    expect(rows.reduce((sum, entry) => sum + Math.round((entry.amount ?? 0) * 100), 0)).toBe(Math.round(asked * 100))
    await expect(page.getByRole('grid').getByRole('row')).toHaveCount(rows.length + 1)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Money desk' }).click()
  })

  await test.step('the month before has nothing of this one; files have the same figures', async () => {
    await expect(movements).toBeVisible()
    await page.keyboard.press('[')
    await expect(page.getByRole('button', { name: 'Month after' })).toBeEnabled()
    await page.keyboard.press(']')
    await expect(page.getByRole('button', { name: 'Month after' })).toBeDisabled()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expectAccessible(page, '[role=menu]')
    await page.getByRole('menuitem', { name: /Bookkeeping journal/ }).click()
    const download = page.waitForEvent('download')
    await dialog(page, /Bookkeeping journal/)
      .getByRole('button', { name: 'Save file' })
      .click()
    const lines = (await textOf(await download)).trim().split('\r\n')
    const head = (lines[0] ?? '').replace('\uFEFF', '').split(',')
    const cents = (name: string) =>
      lines.slice(1).reduce((sum, line) => sum + Math.round(Number(line.split(',')[head.indexOf(name)] ?? 0) * 100), 0)
    expect(cents('debit')).toBe(cents('credit'))
    const entries = desk
      .filter(({ kind }) => kind === null)
      .reduce((sum, one) => sum + one.entries_in + one.entries_out, 0)
    expect(lines).toHaveLength(entries + 1)
    await expectAccessible(page, '[role=dialog]')
  })
})

test('the weekly run becomes a payment file, and the bank’s statement completes it', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const drivers = [await person('driver@hackney.test'), await person('driver2@hackney.test')]
  await arrange(stack, admin, drivers)
  const page = await open('/money', { as: admin })
  const payouts = card(page, 'Payout run')

  await test.step('a charge is added and posted by the run', async () => {
    await page.goto('/money?show=charges')
    await page.getByRole('combobox', { name: 'Driver' }).fill('driver2@')
    await page.getByRole('option', { name: /Nadia Hasler/ }).click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.50')
    await page.getByRole('radio', { name: 'Once' }).click()
    await page.getByRole('button', { name: 'Add charge' }).click()
    await expect(row(page, '12.50').filter({ hasText: 'Running' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/money')
    await payouts.getByRole('button', { name: 'Start payout run' }).click()
    await dialog(page, /payout run/)
      .getByRole('button', { name: 'Start payout run' })
      .click()
    await expect(payouts.getByRole('button', { name: /^Pay / })).toBeVisible()
  })

  const waiting = unwrap(await admin.client.rpc('list_withdrawals', { status: 'open', page_size: 1000 }))
  const paid = waiting.filter(({ bank_account }) => bank_account !== '')
  const cents = paid.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  await test.step('the file has every payment of the database once, with their sum', async () => {
    await picture(page, 'money-payouts')
    await payouts.getByRole('button', { name: /^Pay / }).click()
    await expectAccessible(page, '[role=dialog]')
    const download = page.waitForEvent('download')
    await dialog(page, 'File for the bank').getByRole('button', { name: 'Save file' }).click()
    const xml = await textOf(await download)
    expect(xml).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    expect(xml).toContain(`<CtrlSum>${(cents / 100).toFixed(2)}</CtrlSum>`)
    expect(xml).toContain(`<NbOfTxs>${paid.length}</NbOfTxs>`)
    const ids = [...xml.matchAll(/<EndToEndId>([^<]*)</g)].map(([, id]) => id)
    expect(ids.sort()).toEqual(paid.map(({ id }) => id.replaceAll('-', '')).sort())
    await dialog(page, 'File for the bank').getByRole('button', { name: 'Close' }).first().click()
    await expect(payouts.getByText(/in a file and waits?|are in a file/)).toBeVisible()
    await expect(payouts.getByRole('button', { name: /^Pay / })).toHaveCount(0)
  })

  await test.step('hostile and foreign files are refused in words', async () => {
    await card(page, 'Reconciliation').getByRole('button', { name: 'Import' }).click()
    const box = dialog(page, 'Import a statement or report')
    await choose(box, 'evil.xml', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>')
    await expect(box.getByText(/declares a document type/)).toBeVisible()
    await choose(box, 'x.csv', 'Name,Colour\nA,red\n')
    await expect(box.getByText('Say which columns hold the day and the amount.')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
  })

  await test.step('the statement completes them; the line that nobody knows is assigned', async () => {
    const box = dialog(page, 'Import a statement or report')
    await choose(box, 'statement.xml', statement(paid, 'LLB-1'))
    await expect(box.getByText(IBAN.replaceAll(' ', ''))).toBeVisible()
    await expect(box.getByRole('button', { name: 'Import' })).toBeEnabled()
    await box.getByRole('button', { name: 'Import' }).click()
    await expect(box.getByText(new RegExp(`${paid.length} withdrawals? completed`))).toBeVisible()
    await expect(box.getByText('1 line was not recognised.')).toBeVisible()
    const left = unwrap(await admin.client.rpc('list_withdrawals', { status: 'open', page_size: 1000 }))
    expect(left.filter(({ bank_account }) => bank_account !== '')).toEqual([])
    await box.getByRole('link', { name: 'Open bank lines' }).click()
    await row(page, '7.50')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name: 'Assign' }).click()
    const assign = dialog(page, 'What was this line?')
    await assign.getByRole('combobox', { name: 'It is' }).selectOption({ label: 'Fees of the bank' })
    await expectAccessible(page, '[role=dialog]')
    await assign.getByRole('button', { name: 'Assign' }).click()
    await toast(page, 'The line is assigned.')
    const lines = unwrap(await admin.client.rpc('list_bank_lines', { is_open: true }))
    expect(lines).toEqual([])
  })

  await test.step('the same file again changes nothing', async () => {
    const before = unwrap(await admin.client.rpc('money_status'))
    await page.goto('/money')
    await card(page, 'Reconciliation').getByRole('button', { name: 'Import' }).click()
    const box = dialog(page, 'Import a statement or report')
    await choose(box, 'statement.xml', statement(paid, 'LLB-1'))
    await box.getByRole('button', { name: 'Import' }).click()
    await expect(box.getByText(/lines were here before/)).toBeVisible()
    expect(unwrap(await admin.client.rpc('money_status'))).toEqual(before)
  })
})

test('days are closed in order and checked, and a debt is given up by two admins', async ({
  open,
  person,
  stack,
  clock
}) => {
  test.skip(clock === null, 'Turns the clock')
  const admin = await person('admin@hackney.test')
  const second = await person('admin2@hackney.test')
  const rider = await person('rider9@hackney.test')
  // Money moved the day before yesterday.
  await clock?.turnBy(-2 * 86_400)
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 1 }))
  await clock?.turnBy(2 * 86_400)
  const { next_day } = unwrap(await admin.client.rpc('money_status'))
  expect(next_day).not.toBeNull()
  const page = await open('/money', { as: admin })

  await test.step('a day is closed once, and stays as it was', async () => {
    await page.getByRole('button', { name: /^Close / }).click()
    const box = dialog(page, /Close the books/)
    await expectAccessible(page, '[role=dialog]')
    await box.getByRole('button', { name: /^Close up to/ }).click()
    await expect(page.getByText(/^closed up to/)).toBeVisible()
    const { closed_until } = unwrap(await admin.client.rpc('money_status'))
    expect(closed_until).not.toBeNull()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Check closed days' }).click()
    await expect(dialog(page, /closed days/).getByText(/all as (it was|they were) closed/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Lock a period' }).click()
    await expect(dialog(page, /Lock these days/).getByText(/cannot be undone/)).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await page.keyboard.press('Escape')
  })

  await test.step('one admin asks, another approves, and the loss is booked once', async () => {
    const debt = 33.3
    await owe(stack, rider, debt)
    await service(stack).from('settings').update({ credit_limit: 1 }).eq('id', 1).throwOnError()
    try {
      await page.goto('/money?show=writeoffs')
      await page.getByRole('radio', { name: 'A person' }).click()
      await page.getByRole('combobox', { name: 'A person' }).fill('rider9@')
      await page.getByRole('option', { name: /Hanna Quaderer/ }).click()
      await page.getByRole('textbox', { name: 'Reason' }).fill('Cannot be found')
      await page.getByRole('button', { name: 'Write it off' }).click()
      await expect(page.getByText(/given up by two people/)).toBeVisible()
      await page.getByRole('textbox', { name: 'Reason' }).last().fill('Cannot be found')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Ask for approval' }).click()
      const other = await open('/money', { as: second })
      const region = other.getByRole('region', { name: 'Waiting for a second person' })
      await region.getByRole('button', { name: 'Approve' }).click()
      await dialog(other, 'Approve this?').getByRole('button', { name: 'Approve' }).click()
      await expect(row(page, figure(debt))).toBeVisible()
      const { wallet_balance } = unwrap(
        await service(stack).from('profiles').select('wallet_balance').eq('id', rider.id).single()
      )
      expect(wallet_balance).toBe(0)
      await expect(row(other, 'Write-offs').first()).toBeVisible()
    } finally {
      await service(stack).from('settings').update({ credit_limit: null }).eq('id', 1).throwOnError()
    }
  })
})

test('a demo shows the desk and lets no file in or out; on a phone accounts are lines', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const driver = await person('driver@hackney.test')
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: driver.id, amount: 5 }))
  await service(stack).from('settings').update({ allow_critical_edits_admin: false }).eq('id', 1).throwOnError()
  try {
    const page = await open('/money', { as: admin })
    await expect(card(page, 'Movements by account').getByText('Balanced', { exact: true })).toBeVisible()
    for (const name of ['Movements', 'Month statement', 'Bookkeeping journal', 'Invoices', 'Driver income']) {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
      const box = dialog(page, new RegExp(`^${name}`))
      await expect(box.getByText('This is a demo. Nothing can be changed here.')).toBeVisible()
      await expect(box.getByRole('button', { name: /Save file|Print/ })).toBeDisabled()
      await page.keyboard.press('Escape')
    }
    await card(page, 'Reconciliation').getByRole('button', { name: 'Import' }).click()
    await choose(
      page,
      'statement.xml',
      statement([], 'DEMO').replace('<Amt Ccy="CHF">0.00</Amt>', '<Amt Ccy="CHF">1.00</Amt>')
    )
    await expect(dialog(page, /Import/).getByRole('button', { name: 'Import' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expect(row(page, 'Driver wallets').getByRole('link').last()).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'money-desk-phone')
  } finally {
    await service(stack).from('settings').update({ allow_critical_edits_admin: true }).eq('id', 1).throwOnError()
  }
})
