import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import postgres from 'postgres'
import { act, allowTestPayments, begin } from '../support/payments.ts'
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, goOnline, start } from '../support/ride.ts'
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

/** Credits the drivers' wallets, and sets bank details for them and for the company. */
async function arrange(stack: StackEnv, admin: Person, drivers: readonly Person[]): Promise<void> {
  const company = { company_bank_account: IBAN, company_bank_code: 'LILALI2X', bank_change_hours: 0 }
  await service(stack).from('settings').update(company).eq('id', 1).throwOnError()
  for (const driver of drivers) {
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: driver.id, amount: 100 }))
    const details = { bank_name: 'Landesbank', bank_code: 'LILALI2X', bank_account: IBAN }
    await driver.client.rpc('set_bank_details', details).throwOnError()
  }
}

/** Takes a wallet below zero by this amount, as a lost chargeback does. */
async function owe({ SUPABASE_DB_URL }: StackEnv, person: Person, debt: number): Promise<void> {
  const sql = postgres(SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  await sql`select app.post_ledger('chargeback_lost', ${`debt:${person.id}:${Date.now()}`}, null, jsonb_build_array(
    app.entry('wallet:' || p.id, -p.wallet_balance - ${debt}::numeric), app.entry('adjustments', p.wallet_balance + ${debt}::numeric)))
    from public.profiles p where p.id = ${person.id}`
  await sql.end()
}

/** Creates a stuck refund of a top-up: the provider has not sent it for three days, and the last try fails. */
async function stuck({ SUPABASE_DB_URL }: StackEnv, payment: string): Promise<void> {
  const sql = postgres(SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  await sql.begin(async (sql) => {
    const [refund] = await sql`insert into public.refunds (customer_id, payment_id, amount, reason, status)
      select p.customer_id, p.id, p.amount, 'topup_returned', 'due' from public.payments p where p.id = ${payment} returning id`
    await sql`select app.post_ledger('topup_returned', ${`stuck:${payment}`}, null, jsonb_build_array(
      app.entry('wallet:' || p.customer_id, -p.amount), app.entry('refunds_due:' || p.provider, p.amount)))
      from public.payments p where p.id = ${payment}`
    await sql`update app.payment_jobs set attempts = 20, created_at = now() - interval '3 days' where refund_id = ${refund?.id}`
    await sql`select public.finish_payment_job(j.id, 'again', 'HTTP 503: out of service') from app.payment_jobs j
      where j.refund_id = ${refund?.id}`
  })
  await sql.end()
}

/** The first day of the previous month. */
const monthBefore = (): string => {
  const [year = 0, month = 1] = today().split('-').map(Number)
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10)
}

/** Posts tax to its account, as a ride at this time would. */
async function taxed({ SUPABASE_DB_URL }: StackEnv, amount: number): Promise<void> {
  const sql = postgres(SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
  await sql`select app.post_ledger('testing', ${`tax:${Date.now()}`}, null,
    jsonb_build_array(app.entry('tax', ${amount}::numeric), app.entry('adjustments', ${-amount}::numeric)))`
  await sql.end()
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')

/** A bank statement with one outgoing batch, and one line that matches nothing. */
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

test('a month shows opening, in, out and closing balances, and each figure opens the rows that add up to it', async ({
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

  await test.step('an account opens its movements, and a figure opens its entries', async () => {
    await movements.getByRole('button', { name: 'Withdrawals on their way' }).click()
    await expect(row(page, 'Withdrawal asked for')).toBeVisible()
    await movements.getByRole('link', { name: /^Withdrawals on their way, In:/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Entries' })).toBeVisible()
    const asked = of('payouts_pending')?.inflow ?? 0
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

  await test.step('the previous month has no movements of this one, and exported files have the same figures', async () => {
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

test('the weekly run becomes a payment file, and the bank’s statement completes its payments', async ({
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

  await test.step('a charge is added, and the run posts it', async () => {
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

  // This driver's account has a typing error, which every bank would refuse. It was stored before check digits were checked.
  const slipped = await person('driver5@hackney.test')
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: slipped.id, amount: 7 }))
  const details = { bank_name: 'Landesbank', bank_code: 'LILALI2X', bank_account: 'LI12 0881 0000 2324 013A A' }
  await service(stack)
    .from('bank_details')
    .upsert({ user_id: slipped.id, ...details })
    .throwOnError()
  const { id: faulty } = unwrap(await slipped.client.rpc('request_withdrawal', { amount: 7 }))
  const { rows: waiting } = unwrap(await admin.client.rpc('list_withdrawals', { status: 'open', page_size: 1000 }))
  const paid = waiting.filter(({ id, bank_account }) => bank_account !== '' && id !== faulty)
  const cents = paid.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  await test.step('the file has every payment of the database once, and their sum', async () => {
    await page.reload()
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
    const { rows: sent } = unwrap(await admin.client.rpc('list_withdrawals', { status: 'open', page_size: 1000 }))
    expect(sent.filter(({ sent_at }) => sent_at === null).map(({ id }) => id)).toContain(faulty)
    expect(
      sent
        .filter(({ sent_at }) => sent_at !== null)
        .map(({ id }) => id)
        .sort()
    ).toEqual(paid.map(({ id }) => id).sort())
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

  await test.step('the statement completes the payments, and an admin assigns the unmatched line', async () => {
    const box = dialog(page, 'Import a statement or report')
    await choose(box, 'statement.xml', statement(paid, 'LLB-1'))
    await expect(box.getByText(IBAN.replaceAll(' ', ''))).toBeVisible()
    await expect(box.getByRole('button', { name: 'Import' })).toBeEnabled()
    await box.getByRole('button', { name: 'Import' }).click()
    await expect(box.getByText(new RegExp(`${paid.length} withdrawals? completed`))).toBeVisible()
    await expect(box.getByText('1 line was not recognised.')).toBeVisible()
    const { rows: left } = unwrap(await admin.client.rpc('list_withdrawals', { status: 'open', page_size: 1000 }))
    expect(left.filter(({ bank_account }) => bank_account !== '').map(({ id }) => id)).toEqual([faulty])
    unwrap(await admin.client.rpc('reject_withdrawal', { id: faulty, reason: 'The account number is wrong' }))
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
    const { rows: lines } = unwrap(await admin.client.rpc('list_bank_lines', { is_open: true }))
    expect(lines).toEqual([])
  })

  await test.step('the same file a second time changes nothing', async () => {
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

test('days are closed in order and checked, and two admins write a debt off', async ({
  open,
  person,
  stack,
  turnableClock
}) => {
  const admin = await person('admin@hackney.test')
  const second = await person('admin2@hackney.test')
  const rider = await person('rider9@hackney.test')
  // Turns the clock back and posts a credit and tax at the end of the previous month.
  const ago = (Number(today().slice(-2)) + 1) * 86_400
  await turnableClock.turnBy(-ago)
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 1 }))
  await taxed(stack, 12.4)
  await turnableClock.turnBy(ago)
  const { next_day } = unwrap(await admin.client.rpc('money_status'))
  expect(next_day).not.toBeNull()
  const page = await open('/money', { as: admin })

  await test.step('a day is closed once, and its figures stay the same', async () => {
    await page.getByRole('button', { name: /^Close / }).click()
    const box = dialog(page, /Close the books/)
    await expectAccessible(page, '[role=dialog]')
    await box.getByRole('button', { name: /^Close up to/ }).click()
    await expect(page.getByText(/^closed up to/)).toBeVisible()
    const { closed_until } = unwrap(await admin.client.rpc('money_status'))
    expect(closed_until).not.toBeNull()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Check closed days' }).click()
    await expect(dialog(page, /closed days/).getByText(/unchanged since (it was|they were) closed/)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a locked period accepts no more entries, and the tax of a month is remitted once', async () => {
    const closed = unwrap(await admin.client.rpc('money_status')).closed_until ?? ''
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Lock a period' }).click()
    const lock = dialog(page, /Lock these days/)
    await expect(lock.getByText(/cannot be undone/)).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await lock.getByRole('textbox', { name: 'Lock up to' }).fill(closed)
    await lock.getByRole('button', { name: /^Lock up to/ }).click()
    await expect(page.getByText(/locked up to/)).toBeVisible()
    expect(unwrap(await admin.client.rpc('money_status')).locked_until).toBe(closed)
    const { error } = await admin.client.rpc('write_off', { user_id: rider.id, reason: 'Old', on_day: closed })
    expect(error?.message).toBe('nothing_owed')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Pay tax on' }).click()
    const tax = dialog(page, /tax on$/)
    await expectAccessible(page, '[role=dialog]')
    await tax.getByRole('button', { name: /^Book tax/ }).click()
    await expect(tax).toHaveCount(0)
    const rows = unwrap(await admin.client.from('tax_remittances').select('month,amount'))
    expect(rows).toEqual([{ month: monthBefore(), amount: 12.4 }])
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Pay tax on' }).click()
    await expect(dialog(page, /tax on$/).getByText(/12\.40/)).toBeVisible()
    await expect(dialog(page, /tax on$/).getByRole('button', { name: /^Book tax/ })).toBeDisabled()
    await page.keyboard.press('Escape')
  })

  await test.step('one admin asks for a write-off, another approves it, and the loss is booked once', async () => {
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
      await expect(page.getByText(/needs two people/)).toBeVisible()
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

/** The fields that EN 16931 and the OECD's schema make mandatory, each by its path; `@` is an attribute. */
const MANDATORY = {
  invoice: [
    ...['CustomizationID', 'ID', 'IssueDate', 'InvoiceTypeCode', 'DocumentCurrencyCode'],
    ...[
      'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName',
      'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID'
    ],
    ...[
      'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode',
      'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName'
    ],
    ...[
      'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode',
      'TaxTotal/TaxAmount',
      'TaxTotal/TaxAmount/@currencyID',
      'TaxTotal/TaxSubtotal/TaxableAmount'
    ],
    ...[
      'TaxTotal/TaxSubtotal/TaxCategory/ID',
      'TaxTotal/TaxSubtotal/TaxCategory/TaxScheme/ID',
      'LegalMonetaryTotal/LineExtensionAmount'
    ],
    ...[
      'LegalMonetaryTotal/TaxExclusiveAmount',
      'LegalMonetaryTotal/TaxInclusiveAmount',
      'LegalMonetaryTotal/PayableAmount',
      'InvoiceLine/ID'
    ],
    ...[
      'InvoiceLine/InvoicedQuantity/@unitCode',
      'InvoiceLine/LineExtensionAmount',
      'InvoiceLine/Item/Name',
      'InvoiceLine/Item/ClassifiedTaxCategory/ID'
    ],
    'InvoiceLine/Price/PriceAmount'
  ],
  income: [
    ...[
      'MessageSpec/TransmittingCountry',
      'MessageSpec/ReceivingCountry',
      'MessageSpec/MessageType',
      'MessageSpec/MessageRefId'
    ],
    ...[
      'MessageSpec/MessageTypeIndic',
      'MessageSpec/ReportingPeriod',
      'MessageSpec/Timestamp',
      'DPIBody/PlatformOperator/TIN/@issuedBy'
    ],
    ...[
      'DPIBody/PlatformOperator/Name',
      'DPIBody/PlatformOperator/Address/CountryCode',
      'DPIBody/PlatformOperator/DocSpec/DocRefId'
    ],
    ...[
      'TIN',
      'Name/FirstName',
      'Name/LastName',
      'Address/AddressFix/City',
      'BirthInfo/BirthDate',
      'ResCountryCode'
    ].map((field) => `DPIBody/ReportableSeller/Identity/IndividualSeller/Standard/IndSellerID/${field}`),
    ...[1, 2, 3, 4].flatMap((quarter) =>
      ['Consideration/Cons', 'NumberOfActivities/Numb', 'Fees/Fees', 'Taxes/Tax'].map(
        (field) => `DPIBody/ReportableSeller/RelevantActivities/PersonalServices/${field}Q${quarter}`
      )
    ),
    'DPIBody/ReportableSeller/DocSpec/DocTypeIndic'
  ]
}

/** The values at paths of an XML document, as a browser parses it. */
const valuesOf = (page: Page, text: string, paths: readonly string[]): Promise<Record<string, string>> =>
  page.evaluate(
    ({ text, paths }) => {
      const xml = new DOMParser().parseFromString(text, 'application/xml')
      const at = (path: string) =>
        path.split('/').map((part) => (part.startsWith('@') ? part : `*[local-name()='${part}']`))
      return Object.fromEntries(
        paths.map((path) => [path, xml.evaluate(`string(/*/${at(path).join('/')})`, xml).stringValue.trim()])
      )
    },
    { text, paths }
  )

// Spec 1.15
test('a month’s invoices are valid UBL and a year’s incomes valid DPI, with every mandatory field', async ({
  open,
  person,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const driver = await person('driver@hackney.test')
  const rider = await person('rider21@hackney.test')
  const company = {
    company_name: 'Hackney Vaduz AG',
    company_address: 'Städtle 1, 9490 Vaduz',
    company_tax_number: 'LI 58123',
    country: 'LI'
  }
  await service(stack).from('settings').update(company).eq('id', 1).throwOnError()
  const details = {
    tax_number: '123 456',
    tax_country: 'LI',
    birth_date: '1990-01-31',
    street: 'Gasse 1',
    postal_code: '9490',
    city: 'Vaduz'
  }
  await driver.client.rpc('set_tax_details', { details }).throwOnError()
  await goOnline(driver)
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  await driver.client.rpc('set_driver_active', { active: false })
  const receipts = async () => unwrap(await admin.client.rpc('booking_receipts', { booking_id: id })).rows
  await expect.poll(receipts).toHaveLength(1)
  const booking = unwrap(await admin.client.from('bookings').select().eq('id', id).single())

  const page = await open('/money', { as: admin })
  const save = async (name: RegExp, choose?: (box: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name }).click()
    const box = dialog(page, name)
    await choose?.(box)
    const download = page.waitForEvent('download')
    await box.getByRole('button', { name: 'Save file' }).click()
    const bytes = await readFile(await (await download).path())
    await box.getByRole('button', { name: 'Close' }).first().click()
    return bytes
  }

  await test.step('every invoice of the month is a document with all mandatory fields, and its lines add up', async () => {
    const files = unzipSync(await save(/^Invoices/))
    const texts = Object.values(files).map((bytes) => strFromU8(bytes))
    const mine = texts.find((text) => text.includes(`Ride ${booking.reference}`)) ?? ''
    const values = await valuesOf(page, mine, MANDATORY.invoice)
    expect(Object.entries(values).filter(([, value]) => value === '')).toEqual([])
    expect(values).toMatchObject({
      CustomizationID: 'urn:cen.eu:en16931:2017',
      InvoiceTypeCode: '380',
      DocumentCurrencyCode: 'CHF',
      IssueDate: today(),
      'LegalMonetaryTotal/TaxInclusiveAmount': booking.customer_paid.toFixed(2),
      'LegalMonetaryTotal/PayableAmount': '0.00',
      'InvoiceLine/Item/Name': `Ride ${booking.reference}`
    })
    const [net, tax, total] = ['TaxExclusiveAmount', 'TaxAmount', 'TaxInclusiveAmount'].map((name) =>
      Math.round(Number(values[name === 'TaxAmount' ? 'TaxTotal/TaxAmount' : `LegalMonetaryTotal/${name}`]) * 100)
    )
    expect((net ?? 0) + (tax ?? 0)).toBe(total)
  })

  await test.step('a driver’s income is reported by quarter, in whole units, and matches the ledger', async () => {
    const year = Number(today().slice(0, 4))
    const text = (
      await save(/^Driver income/, async (box) => {
        await box.getByRole('radio', { name: 'XML (OECD DPI)' }).click()
      })
    ).toString('utf8')
    const values = await valuesOf(page, text, MANDATORY.income)
    expect(Object.entries(values).filter(([, value]) => value === '')).toEqual([])
    expect(values).toMatchObject({
      'MessageSpec/MessageType': 'DPI',
      'MessageSpec/ReportingPeriod': `${year}-12-31`,
      'DPIBody/PlatformOperator/TIN/@issuedBy': 'LI'
    })
    const { rows: report } = unwrap(await admin.client.rpc('tax_report', { year, page_size: 100 }))
    const quarters = report.filter(({ driver_id }) => driver_id === driver.id)
    expect(quarters).toHaveLength(4)
    const seller = text.split('<dpi:ReportableSeller>').find((part) => part.includes(details.tax_number)) ?? ''
    for (const { quarter, consideration, activities } of quarters) {
      expect(seller).toContain(
        `<dpi:ConsQ${quarter} currCode="CHF">${Math.round(consideration ?? 0)}</dpi:ConsQ${quarter}>`
      )
      expect(seller).toContain(`<dpi:NumbQ${quarter}>${activities}</dpi:NumbQ${quarter}>`)
    }
    const csv = (await save(/^Driver income/)).toString('utf8')
    expect(csv).toContain('123 456')
  })
})

// Spec 1.15
test('a double payment waits on the desk, is counted in the menu, and is refunded to its card', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const second = await person('admin2@hackney.test')
  const rider = await person('rider20@hackney.test')
  await allowTestPayments(stack, true)
  const waiting = async () => unwrap(await admin.client.rpc('portal_counts'))[0]?.money ?? 0
  const pay = async (amount: number, what: string) => {
    const { id } = await begin(rider, { purpose: 'topup', amount })
    await act(rider, id, what)
    return id
  }
  try {
    const before = await waiting()
    const page = await open('/money', { as: admin })
    const flags = card(page, 'To be decided')
    const decide = async (text: RegExp, choice: string, reason: string) => {
      await flags.getByRole('listitem').filter({ hasText: text }).getByRole('button', { name: 'Decide' }).click()
      const box = dialog(page, 'What becomes of this payment?')
      await box.getByRole('combobox', { name: 'What to do' }).selectOption({ label: choice })
      await box.getByRole('textbox', { name: 'Reason' }).fill(reason)
      await expectAccessible(page, '[role=dialog]')
      await box.getByRole('button', { name: 'Do it' }).click()
      return box
    }
    await pay(21, 'twice')
    await test.step('the double payment appears on the desk and in the menu without a reload', async () => {
      await expect(flags.getByText('Paid twice')).toBeVisible()
      expect(await waiting()).toBe(before + 1)
      await expect(page.getByRole('link', { name: new RegExp(`^Money.*, ${before + 1} waiting$`) })).toBeVisible()
      await expectAccessible(page)
      await picture(page, 'money-flags')
    })

    await test.step('after the refund, the rider has paid once', async () => {
      await decide(/21\.00/, 'Give it back', 'Paid on two devices')
      await toast(page, 'It is decided.')
      await expect(flags.getByText('Paid twice')).toHaveCount(0)
      await expect
        .poll(async () => unwrap(await rider.client.from('refunds').select('amount,status,reason')))
        .toEqual([{ amount: 21, status: 'done', reason: 'paid_twice' }])
    })

    await test.step('a payment of another amount is credited to the rider’s wallet', async () => {
      await pay(22, 'wrong_amount')
      await expect(flags.getByText('Other amount')).toBeVisible()
      await decide(/21\.00/, 'Book it to the customer’s wallet', 'Bank took a fee')
      await toast(page, 'It is decided.')
      await expect
        .poll(async () => {
          const { data } = await rider.client.from('profiles').select('wallet_balance').eq('id', rider.id).single()
          return data?.wallet_balance
        })
        .toBe(42)
    })

    await test.step('an amount above the limit that the company keeps needs a second admin', async () => {
      await pay(23, 'twice')
      await service(stack).from('settings').update({ credit_limit: 1 }).eq('id', 1).throwOnError()
      await expect(flags.getByText('Paid twice')).toBeVisible()
      const box = await decide(/23\.00/, 'Write it off', 'Nobody answers')
      await box.getByRole('textbox', { name: 'Reason' }).fill('Nobody answers')
      await box.getByRole('button', { name: 'Ask for approval' }).click()
      const other = await open('/money', { as: second })
      const region = other.getByRole('region', { name: 'Waiting for a second person' })
      await region.getByRole('button', { name: 'Approve' }).click()
      await dialog(other, 'Approve this?').getByRole('button', { name: 'Approve' }).click()
      await expect(flags.getByText('Paid twice')).toHaveCount(0)
      expect(await waiting()).toBe(before)
    })

    await test.step('decisions stay listed, with the admin and the reason', async () => {
      await page.goto('/money?show=flags&state=decided')
      await expect(row(page, 'Paid on two devices')).toBeVisible()
      await expect(row(page, 'Bank took a fee')).toBeVisible()
      await expectAccessible(page)
      const { off_by } = unwrap(await admin.client.rpc('money_status'))
      expect(off_by).toBe(0)
    })
  } finally {
    await service(stack).from('settings').update({ credit_limit: null }).eq('id', 1).throwOnError()
    await allowTestPayments(stack, false)
  }
})

test('refunds that a provider did not send wait on the desk, and are retried or moved to the wallet', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const rider = await person('rider20@hackney.test')
  await allowTestPayments(stack, true)
  const refunds = async () =>
    unwrap(await rider.client.from('refunds').select('amount,status').eq('reason', 'topup_returned').order('amount'))
  const wallet = async () => {
    const { data } = await rider.client.from('profiles').select('wallet_balance').eq('id', rider.id).single()
    return data?.wallet_balance ?? 0
  }
  const before = await wallet()
  try {
    for (const amount of [31, 32, 33]) {
      const { id } = await begin(rider, { purpose: 'topup', amount })
      await act(rider, id, 'approve')
      await stuck(stack, id)
    }
    const page = await open('/money', { as: admin })
    const region = card(page, 'Stuck at the provider')
    const settle = async (text: RegExp) => {
      await region
        .getByRole('listitem')
        .filter({ hasText: text })
        .getByRole('button', { name: 'Settle' })
        .press('Enter')
      return dialog(page, 'What becomes of this request?')
    }
    await test.step('each refund shows the amount, the recipient, its age and the provider’s error', async () => {
      const item = region.getByRole('listitem').filter({ hasText: /31\.00/ })
      await expect(item.getByText('Refund not sent')).toBeVisible()
      await expect(item.getByText('3 days ago')).toBeVisible()
      await expect(item.getByText('HTTP 503: out of service')).toBeVisible()
      await expectAccessible(page)
      await picture(page, 'money-stuck')
    })

    await test.step('a retry by keyboard makes the provider send the refund', async () => {
      const box = await settle(/31\.00/)
      await expectAccessible(page, '[role=dialog]')
      await box.getByRole('button', { name: 'Do it' }).press('Enter')
      await toast(page, 'The provider is asked again.')
      await expect.poll(refunds).toContainEqual({ amount: 31, status: 'done' })
    })

    await test.step('a refund moved to the wallet, with a reason, is credited to the rider', async () => {
      const box = await settle(/32\.00/)
      await box
        .getByRole('combobox', { name: 'What to do' })
        .selectOption({ label: 'Give it to the customer’s wallet' })
      await expect(box.getByRole('button', { name: 'Do it' })).toBeDisabled()
      await box.getByRole('textbox', { name: 'Reason' }).fill('Card was closed')
      await box.getByRole('button', { name: 'Do it' }).click()
      await toast(page, 'It is settled.')
      expect(await refunds()).toContainEqual({ amount: 32, status: 'failed' })
      expect(await wallet()).toBe(before + 32)
    })

    await test.step('the full list has the last refund; once it is marked as sent by hand, nothing waits and the books balance', async () => {
      await page.goto('/money?show=stuck')
      await expect(row(page, '33.00')).toContainText('HTTP 503: out of service')
      await expectAccessible(page)
      await page.goto('/money')
      const box = await settle(/33\.00/)
      await box.getByRole('combobox', { name: 'What to do' }).selectOption('sent')
      await box.getByRole('textbox', { name: 'Reason' }).fill('Sent at their desk')
      await box.getByRole('button', { name: 'Do it' }).click()
      await expect(region.getByText('Providers have done everything they were asked for.')).toBeVisible()
      expect(await refunds()).toContainEqual({ amount: 33, status: 'done' })
      const { off_by } = unwrap(await admin.client.rpc('money_status'))
      expect(off_by).toBe(0)
      const { data } = await admin.client.from('audit_log').select('after').eq('action', 'close_stuck_payment')
      expect(data?.map(({ after }) => (after as { reason: string }).reason).sort()).toEqual([
        'Card was closed',
        'Sent at their desk'
      ])
    })
  } finally {
    await allowTestPayments(stack, false)
  }
})

test('a demo shows the money desk but neither exports nor imports files; on a phone accounts are lines', async ({
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
