import { expect, it } from 'vitest'
import { incomeFaults, invoiceFaults } from './check-xml'
import { type DriverQuarter, dpiXml, incomeCsv, incomes, missingOf } from './driver-income'
import { type InvoiceRow, invoiceName, invoiceXml, missingIn } from './ubl'

const words = { ride: (reference: string) => `Ride ${reference}` }

const row = (content: Partial<InvoiceRow['content']> = {}, fields: Partial<InvoiceRow> = {}): InvoiceRow => ({
  number: 'R-2026-000001',
  kind: 'receipt',
  issued_at: '2026-11-20T23:30:00Z',
  customer_name: 'Anna <b>Büchel</b>',
  content: {
    company: {
      name: 'Hackney Vaduz & Co',
      address: 'Städtle 1\n9490 Vaduz',
      tax_number: 'LI 58 123',
      email: 'a@b.li',
      phone: '+423 1',
      bank_account: 'LI21088100002324013AA',
      bank_code: 'LILALI2X'
    },
    money: { code: 'CHF', decimal: 2, country: 'LI', time_zone: 'Europe/Vaduz' },
    trip: { reference: 'TRNUWY', pickup: 'Städtle 1', drop: 'Bahnhof', drop_at: '2026-11-20T12:00:00Z' },
    total: 22,
    tax: 1.63,
    tax_percent: 8,
    parts: [
      { kind: 'fare', amount: 22 },
      { kind: 'promotion', amount: -5 }
    ],
    payments: [
      { way: 'card', amount: 10 },
      { way: 'wallet', amount: 7 }
    ],
    ...content
  },
  ...fields
})

it('an invoice adds up, has the mandatory parts in order, and keeps names as text', () => {
  const text = invoiceXml(row(), words)
  expect(invoiceFaults(text)).toEqual([])
  expect(text).toContain('<cbc:ID>R-2026-000001</cbc:ID>')
  // The date is that of Vaduz, where it was already after midnight.
  expect(text).toContain('<cbc:IssueDate>2026-11-21</cbc:IssueDate>')
  expect(text).toContain('Anna &lt;b&gt;Büchel&lt;/b&gt;')
  expect(text).toContain('<cbc:TaxableAmount currencyID="CHF">20.37</cbc:TaxableAmount>')
  expect(text).toContain('<cbc:PrepaidAmount currencyID="CHF">22.00</cbc:PrepaidAmount>')
  expect(text).toContain('<cbc:PayableAmount currencyID="CHF">0.00</cbc:PayableAmount>')
  expect(text).toMatch(/<cbc:PostalZone>9490<\/cbc:PostalZone>/)
  expect(missingIn(row())).toEqual([])
})

it('an invoice with cash rounding, a waived debt or without tax adds up, too', () => {
  const cash = row({
    parts: [{ kind: 'cash_rounding', amount: -0.02 }],
    total: 22.02,
    payments: [{ way: 'cash', amount: 22 }]
  })
  expect(invoiceFaults(invoiceXml(cash, words))).toEqual([])
  const given = row({
    parts: [],
    payments: [
      { way: 'wallet', amount: 2 },
      { way: 'written_off', amount: 20 }
    ]
  })
  expect(invoiceXml(given, words)).toContain('<cbc:PayableAmount currencyID="CHF">20.00</cbc:PayableAmount>')
  expect(invoiceFaults(invoiceXml(given, words))).toEqual([])
  const abroad = (country: string, own = {}) =>
    invoiceXml(row({ ...own, money: { code: 'AUD', decimal: 2, time_zone: 'UTC', country } }), words)
  expect(abroad('AU')).toContain('<cbc:ID>GST</cbc:ID>')
  expect(abroad('US')).toContain('<cbc:ID>STT</cbc:ID>')
  expect(abroad('CH')).toContain('<cbc:ID>VAT</cbc:ID>')
  expect(abroad('AU', { tax: 0, tax_percent: null, tax_name: 'GST' })).toContain('Not subject to GST')
  const free = invoiceXml(row({ tax: 0, tax_percent: null }), words)
  expect(invoiceFaults(free)).toEqual([])
  expect(free).toContain('Not subject to VAT')
})

it('a credit note names its invoice', () => {
  const text = invoiceXml(
    row(
      { receipt: 'R-2026-000001', receipt_at: '2026-11-20T12:00:00Z', amount: 10, tax: 0.74 },
      { kind: 'credit_note', number: 'R-2026-000002' }
    ),
    words
  )
  expect(invoiceFaults(text)).toEqual([])
  expect(text).toMatch(/<CreditNote /)
  expect(text).toMatch(/<cac:InvoiceDocumentReference>\s*<cbc:ID>R-2026-000001/)
})

it('an operator without address and tax number is told what is missing', () => {
  expect(missingIn(row({ company: {} }))).toEqual(['company_name', 'company_address', 'company_tax_number'])
  expect(invoiceName('R/2026-../1')).toBe('R-2026-1.xml'.replace('2026-1', '2026--1'))
})

it.each([
  ['JPY', 0, '2200'],
  ['KWD', 3, '2200.000']
])('an invoice in %s has %i decimals', (code, decimal, written) => {
  const text = invoiceXml(
    row({
      total: 2200,
      tax: 0,
      parts: [],
      payments: [{ way: 'cash', amount: 2200 }],
      money: { code, decimal, country: 'JP', time_zone: 'UTC' }
    }),
    words
  )
  expect(text).toContain(`<cbc:TaxInclusiveAmount currencyID="${code}">${written}<`)
  expect(invoiceFaults(text)).toEqual([])
})

const quarter = (n: number, fields: Partial<DriverQuarter> = {}): DriverQuarter => ({
  driver_id: 'd1',
  first_name: 'Nadia',
  last_name: '=Hasler',
  tax_number: '123',
  vat_number: '',
  tax_country: 'LI',
  birth_date: '1990-01-31',
  street: 'Gasse 1',
  postal_code: '9490',
  city: 'Vaduz',
  bank_holder: 'Nadia Hasler',
  bank_account: 'LI21088100002324013AA',
  quarter: n,
  activities: 10 * n,
  consideration: 1000.5 * n,
  fees: 80.25,
  taxes: 12.1,
  fleet_share: 5,
  charges: 20,
  ...fields
})
const year = (fields: Partial<DriverQuarter> = {}) => [4, 2, 3, 1].map((n) => quarter(n, fields))
const operator = {
  name: 'Hackney AG',
  businessName: 'Hackney',
  address: 'Städtle 1, 9490 Vaduz',
  country: 'LI',
  taxNumber: '58123',
  currency: 'CHF'
}
const dpi = (rows: readonly DriverQuarter[]) =>
  dpiXml({
    operator,
    drivers: incomes(rows),
    year: 2026,
    messageId: 'LI2026LI-58123-1',
    createdAt: '2027-01-05T10:00:00.000Z'
  })

it('the income list has a line for each driver with income, four quarters and missing data, and no formula', () => {
  const drivers = incomes([
    ...year(),
    ...year({ driver_id: 'd2', activities: 0, consideration: 0 }),
    ...year({ driver_id: 'd3', tax_number: '', birth_date: null })
  ])
  expect(drivers.map(({ driver_id }) => driver_id)).toEqual(['d1', 'd3'])
  const [head, first, second] = incomeCsv(drivers, 2026, 'CHF', 2).split('\r\n')
  const of = (line: string | undefined, name: string) =>
    line?.split(',')[head?.replace('\uFEFF', '').split(',').indexOf(name) ?? -1]
  expect([
    of(first, 'consideration_q1'),
    of(first, 'activities_q4'),
    of(first, 'consideration_year'),
    of(first, 'charges_year')
  ]).toEqual(['1000.50', '40', '10005.00', '80.00'])
  expect(of(first, 'last_name')).toBe("'=Hasler")
  expect([of(first, 'missing'), of(second, 'missing')]).toEqual(['', 'tax_number birth_date'])
  expect(missingOf(drivers[0] as never)).toEqual([])
})

it('the income XML has whole units by quarter, names each document once, and omits drivers without a birth date', () => {
  const { text, count, left, incomplete } = dpi([
    ...year(),
    ...year({ driver_id: 'd3', birth_date: null }),
    ...year({ driver_id: 'd4', tax_number: '', street: '' })
  ])
  expect(incomeFaults(text)).toEqual([])
  expect([count, left.map((one) => one.driver_id), incomplete.map((one) => one.driver_id)]).toEqual([2, ['d3'], ['d4']])
  expect(text).toContain('<dpi:ConsQ1 currCode="CHF">1001</dpi:ConsQ1>')
  expect(text).toContain('<dpi:NumbQ4>40</dpi:NumbQ4>')
  expect(text).toContain('<dpi:TIN issuedBy="LI" unknown="true">NOTIN</dpi:TIN>')
  expect(text).toContain('<dpi:ReportingPeriod>2026-12-31</dpi:ReportingPeriod>')
})

it('no income XML is made without the operator’s number, or without any driver', () => {
  expect(() =>
    dpiXml({
      operator: { ...operator, taxNumber: '' },
      drivers: incomes(year()),
      year: 2026,
      messageId: 'x',
      createdAt: '2027-01-05T10:00:00Z'
    })
  ).toThrow('no_tax_number')
  expect(() => dpi(year({ birth_date: null }))).toThrow('no_birth_dates')
})
