import { expect, it } from 'vitest'
import { readCsv } from '@/components/data-table/import/csv-reader'
import { guessReport, type PresetName, presetOf, readReport } from './provider-report'

const PAYMENT = '0192a1b2-c3d4-7e8f-90a1-b2c3d4e5f601'

const read = (text: string, preset: PresetName) => {
  const rows = readCsv(text)
  return readReport(rows, guessReport(rows, preset), preset, 'CHF')
}

it('Stripe: itemised balance changes with our id, its fee, disputes and payouts', () => {
  const { lines, left, from, to } = read(
    `balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,payment_intent_id,payment_metadata[payment_id]
txn_1,2026-11-18 09:12:33,chf,42.10,1.52,40.58,charge,ch_1,pi_1,${PAYMENT}
txn_2,2026-11-19 10:00:00,chf,-10.00,0.00,-10.00,refund,re_1,pi_1,
txn_3,2026-11-19 11:00:00,chf,-42.10,15.00,-57.10,dispute,dp_1,pi_2,
txn_4,2026-11-20 11:00:00,chf,42.10,-15.00,57.10,dispute_reversal,dp_1,pi_2,
txn_5,2026-11-21 00:10:00,chf,-100.00,0.00,-100.00,payout,po_1,,
txn_6,2026-11-21 00:10:00,chf,0,0.50,-0.50,fee,fee_1,,
,,,,,,total,,,`,
    'stripe'
  )
  expect(lines).toEqual([
    {
      line_ref: 'txn_1',
      kind: 'charge',
      charge_ref: PAYMENT,
      gross: 42.1,
      fee: 1.52,
      currency: 'CHF',
      at: '2026-11-18T09:12:33Z'
    },
    {
      line_ref: 'txn_2',
      kind: 'refund',
      charge_ref: 'pi_1',
      gross: -10,
      fee: 0,
      currency: 'CHF',
      at: '2026-11-19T10:00:00Z'
    },
    {
      line_ref: 'txn_3',
      kind: 'chargeback',
      charge_ref: 'pi_2',
      gross: -42.1,
      fee: 15,
      currency: 'CHF',
      at: '2026-11-19T11:00:00Z'
    },
    {
      line_ref: 'txn_4',
      kind: 'chargeback_won',
      charge_ref: 'pi_2',
      gross: 42.1,
      fee: -15,
      currency: 'CHF',
      at: '2026-11-20T11:00:00Z'
    },
    {
      line_ref: 'txn_5',
      kind: 'payout',
      charge_ref: 'txn_5',
      gross: -100,
      fee: 0,
      currency: 'CHF',
      at: '2026-11-21T00:10:00Z'
    },
    {
      line_ref: 'txn_6',
      kind: 'fee',
      charge_ref: 'fee_1'.replace('fee_1', 'txn_6'),
      gross: 0,
      fee: 0.5,
      currency: 'CHF',
      at: '2026-11-21T00:10:00Z'
    }
  ])
  expect([left, from, to]).toEqual([1, '2026-11-18', '2026-11-21'])
})

it('PayPal: negative fees, without holds and pending entries, German numbers', () => {
  const { lines, left } = read(
    `"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Reference Txn ID","Custom Number"
"18.11.2026","09:12:33","CET","Anna","Express Checkout Payment","Completed","CHF","42,10","-1,52","40,58","8AB","","${PAYMENT}"
"19.11.2026","10:00:00","CET","Anna","Payment Refund","Completed","CHF","-10,00","0,34","-9,66","8AC","8AB",""
"19.11.2026","10:00:00","CET","","Hold on Balance for Dispute Investigation","Completed","CHF","-42,10","0,00","-42,10","8AD","8AB",""
"20.11.2026","10:00:00","CET","","General Withdrawal","Completed","CHF","-100,00","0,00","-100,00","8AE","",""
"20.11.2026","10:00:00","CET","Max","Express Checkout Payment","Pending","CHF","5,00","0,00","5,00","8AF","",""`,
    'paypal'
  )
  expect(lines).toMatchObject([
    { line_ref: '8AB', kind: 'charge', charge_ref: PAYMENT, gross: 42.1, fee: 1.52 },
    { line_ref: '8AC', kind: 'refund', charge_ref: '8AB', gross: -10, fee: -0.34 },
    { line_ref: '8AE', kind: 'payout', charge_ref: '8AE', gross: -100, fee: 0 }
  ])
  expect(left).toBe(2)
})

it('another provider: columns by their names, kinds by common words, a generated name for lines without one', () => {
  expect(presetOf('paystack')).toBe('generic')
  const { lines } = read(
    'Created At;Type;Amount;Fees;Currency;Transaction Reference;Status\n2026-11-18T09:12:33+01:00;Sale;42.10;1.00;chf;ref_1;success\n2026-11-18;Refund;10;0;;ref_1;success\n2026-11-18;Sale;1;0;CHF;ref_2;failed\n2026-11-19;Mystery;3;0;CHF;ref_3;paid',
    'generic'
  )
  expect(lines).toMatchObject([
    { kind: 'charge', charge_ref: 'ref_1', gross: 42.1, fee: 1, at: '2026-11-18T08:12:33.000Z' },
    { kind: 'refund', charge_ref: 'ref_1', gross: -10, currency: 'CHF' },
    { kind: 'adjustment', gross: 3 }
  ])
  expect(lines[0]?.line_ref).toMatch(/^line-/)
})

it('a provider report of another format is refused', () => {
  expect(() => read('Name,Colour\nA,red', 'generic')).toThrow('no_columns')
  expect(() => read('Date,Amount\n,', 'generic')).toThrow(/no_lines|no_columns/)
})
