import { expect, it } from 'vitest'
import { isIban, readAccount } from './account'
import { rounded, sumText } from './amount'
import { bankText } from './bank-text'
import { paymentFaults } from './check-xml'
import { type PayoutFile, pain001 } from './pain001'
import { payoutCsv } from './payout-csv'
import type { Payout } from './payout-fault'

const payout = (fields: Partial<Payout> = {}): Payout => ({
  endToEndId: '0192a1b2c3d47e8f90a1b2c3d4e5f601',
  name: 'Lukas Marxer',
  account: 'LI21 0881 0000 2324 013A A',
  bankCode: 'LILALI2X',
  bankName: 'Landesbank',
  amount: 640,
  ...fields
})

const file = (payments: readonly Payout[], fields: Partial<PayoutFile> = {}): PayoutFile => ({
  messageId: 'PAYOUT-20261123-1',
  createdAt: '2026-11-23T08:00:00.123Z',
  executeOn: '2026-11-23',
  payer: { name: 'Hackney Vaduz AG', account: 'LI21 0881 0000 2324 013A A', bankCode: 'LILALI2X' },
  currency: 'CHF',
  decimals: 2,
  purpose: 'Hackney payout',
  payments,
  ...fields
})

it('wrong check digits of an IBAN are found, and other numbers are plain account numbers', () => {
  for (const iban of [
    'LI21088100002324013AA',
    'CH9300762011623852957',
    'DE89370400440532013000',
    'GB29NWBK60161331926819',
    'MT84MALT011000012345MTLCAST001S'
  ])
    expect(isIban(iban), iban).toBe(true)
  expect(readAccount('li21 0881 0000 2324 013a a')).toEqual({ iban: 'LI21088100002324013AA' })
  // An IBAN in which two digits are swapped is refused.
  expect(readAccount('LI12 0881 0000 2324 013A A')).toBeNull()
  expect(readAccount('0012-345.678')).toEqual({ other: '0012345678' })
  for (const text of ['', '  ', '12', '<script>', 'x'.repeat(40)]) expect(readAccount(text), text).toBeNull()
})

it('names are written with the letters that every bank accepts', () => {
  expect(bankText('Büchel & Söhne', 70)).toBe('Buechel + Soehne')
  expect(bankText('Şükrü Çağlar', 70)).toBe('Suekrue Caglar')
  expect(bankText('Łukasz Dąbrowski', 70)).toBe('Lukasz Dabrowski')
  expect(bankText('Алексей Ёлкин', 70)).toBe('Aleksey Elkin')
  expect(bankText('Νίκος Παππάς', 70)).toBe('Nikos Pappas')
  expect(bankText('محمد علي', 70)).toBe('mhmd aly')
  expect(bankText('//Doe//John\u202E <b>', 70)).toBe('Doe/John. (b)')
  expect(bankText('x'.repeat(99), 35)).toHaveLength(35)
})

it('a payment file has its count and exact sum, and follows all our rules', () => {
  const amounts = [0.1, 0.2, 388, 512.3, 999_999_999.99]
  const payments = amounts.map((amount, index) => payout({ amount, endToEndId: `${index}`.padStart(32, 'a') }))
  const { text, count, sum, left } = pain001(file(payments))
  expect([count, sum, left]).toEqual([5, '1000000900.59', []])
  expect(paymentFaults(text)).toEqual([])
  expect(text).toContain('<CtrlSum>1000000900.59</CtrlSum>')
  expect(text).toContain('<InstdAmt Ccy="CHF">512.30</InstdAmt>')
  expect(text).toContain('<ReqdExctnDt>\n        <Dt>2026-11-23</Dt>')
  expect(text).toContain('<CreDtTm>2026-11-23T08:00:00Z</CreDtTm>')
  expect(text).not.toContain('SEPA')
})

it('people’s texts stay text, and payments that no bank accepts are left out with the reason', () => {
  const { text, count, left } = pain001(
    file([
      payout({ name: 'A&B <script>"\u0007' }),
      payout({ endToEndId: 'b'.repeat(32), account: 'LI12 0881 0000 2324 013A A' }),
      payout({ endToEndId: 'c'.repeat(32), amount: 0 }),
      payout({ endToEndId: 'd'.repeat(32), amount: 1.005 }),
      payout({ endToEndId: 'e'.repeat(32), name: '李明' }),
      payout({ endToEndId: 'e/1' }),
      payout({})
    ])
  )
  expect(count).toBe(1)
  expect(left.map(({ fault }) => fault)).toEqual(['account', 'amount', 'amount', 'name', 'id', 'id'])
  expect(paymentFaults(text)).toEqual([])
  expect(text).toContain("<Nm>A+B (script)'.</Nm>")
})

it('accounts without IBAN name their bank, euros between IBANs are a SEPA payment', () => {
  const other = pain001(file([payout({ account: '123-456', bankCode: '021000021', bankName: 'Bank & Co' })])).text
  expect(other).toMatch(/<MmbId>021000021<\/MmbId>[\s\S]*<Nm>Bank \+ Co<\/Nm>[\s\S]*<Othr>\s*<Id>123456<\/Id>/)
  expect(paymentFaults(other)).toEqual([])
  const sepa = pain001(file([payout({ bankCode: 'no code' })], { currency: 'EUR' })).text
  expect(sepa).toMatch(/<Cd>SEPA<\/Cd>[\s\S]*<ChrgBr>SLEV<\/ChrgBr>/)
  expect(paymentFaults(sepa)).toEqual([])
  const noCode = { name: 'Hackney', account: 'CH9300762011623852957', bankCode: '' }
  expect(pain001(file([payout()], { payer: noCode })).text).toContain('NOTPROVIDED')
})

it.each([
  ['JPY', 0, 1964, '1964'],
  ['KWD', 3, 1.005, '1.005']
])('%s has %i decimals', (currency, decimals, amount, written) => {
  const { text, sum } = pain001(file([payout({ amount })], { currency, decimals }))
  expect(sum).toBe(written)
  expect(text).toContain(`<InstdAmt Ccy="${currency}">${written}</InstdAmt>`)
})

it('no payment file is made without an account to pay from, or without payments', () => {
  expect(() => pain001(file([payout()], { payer: { name: 'Hackney', account: '', bankCode: '' } }))).toThrow(
    'no_account'
  )
  expect(() => pain001(file([]))).toThrow('no_payments')
  expect(() => pain001(file([payout({ amount: -1 })]))).toThrow('no_payments')
})

it('the list for banks without payment files has the same payments, and no formula', () => {
  const { text, sum, count, left } = payoutCsv(
    file([
      payout({ name: '=HYPERLINK("x")' }),
      payout({ endToEndId: 'b', account: '' }),
      payout({ endToEndId: 'c', amount: 0.1, account: 'any form' })
    ])
  )
  expect([count, sum, left.map(({ fault }) => fault)]).toEqual([2, '640.10', ['account']])
  expect(text.split('\r\n')[1]).toContain(`"'=HYPERLINK(""x"")"`)
  expect(text.split('\r\n')[2]).toBe('c,Lukas Marxer,any form,LILALI2X,Landesbank,0.10,CHF,Hackney payout c')
})

it('sums and rounding are exact', () => {
  expect(sumText(['0.10', '0.20', '-0.30'], 2)).toBe('0.00')
  expect(sumText(['-1.50', '0.25'], 2)).toBe('-1.25')
  expect(sumText([], 2)).toBe('0.00')
  expect([rounded(1.005, 2), rounded(-1.005, 2), rounded(-0.001, 2), rounded(2.5, 0)]).toEqual([
    '1.01',
    '-1.01',
    '0.00',
    '3'
  ])
})
