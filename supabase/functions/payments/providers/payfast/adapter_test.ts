import { createHash } from 'node:crypto'
import { assertEquals, assertRejects } from '@std/assert'
import { BadSignature } from '../errors.ts'
import { toMajor } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Simulation } from '../testing/simulation.ts'
import { NOW, paymentOf, withWorld } from '../testing/world.ts'
import { payfast } from './adapter.ts'
import { readHistory } from './history.ts'
import { sign, signCall } from './signature.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
/** Encodes like PHP's `urlencode`. */
const php = (value: string) =>
  encodeURIComponent(value).replace(
    /%20|[!'()*~]/g,
    (sign) => sign === '%20' ? '+' : `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
const joined = (pairs: Iterable<readonly [string, string]>) =>
  [...pairs].map(([name, value]) => `${name}=${php(value)}`).join('&')
const COLUMNS = [
  'Date',
  'Type',
  'Sign',
  'Party',
  'Name',
  'Description',
  'Currency',
  'Funding Type',
  'Gross',
  'Fee',
  'Net',
]
const HEAD = `${[...COLUMNS, 'Balance', 'M Payment ID', 'PF Payment ID'].map((name) => `"${name}"`).join(',')}\n`
const STATUSES: Record<string, string> = { paid: 'COMPLETE', failed: 'CANCELLED', pending: 'PENDING' }

/** PayFast's server according to its documentation: notifications and their validation, history and refunds. */
function start(environment: Record<string, string>): Simulation {
  const { PAYFAST_MERCHANT_ID: merchant = '', PAYFAST_PASSPHRASE: passphrase = '' } = environment
  const sent = new Set<string>()
  const lines: string[] = []
  const refunds: { amount: number }[] = []
  let original = 0
  const given = () => refunds.reduce((sum, { amount }) => sum + amount, 0)

  function api({ url, headers, json, method }: Asked): Response {
    const values: Record<string, string> = { passphrase }
    for (const name of ['merchant-id', 'version', 'timestamp']) values[name] = headers.get(name) ?? ''
    for (const [name, value] of url.searchParams) if (name !== 'testing') values[name] = value
    for (const [name, value] of Object.entries(json ?? {})) values[name] = String(value)
    const expected = md5(joined(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))))
    if (headers.get('signature') !== expected) {
      const data = { response: false, message: 'Merchant authorisation failed' }
      return Response.json({ code: 401, status: 'failed', data }, { status: 401 })
    }
    assertEquals([headers.get('merchant-id'), headers.get('version')], [merchant, 'v1'])
    assertEquals(headers.get('timestamp'), '2026-03-01T12:00:00+00:00')
    assertEquals(url.searchParams.get('testing'), 'true')
    if (url.pathname === '/transactions/history') {
      assertEquals([url.searchParams.get('from'), url.searchParams.get('to')], ['2026-02-28', '2026-03-02'])
      return new Response(HEAD + lines.join(''), { headers: { 'content-type': 'text/csv' } })
    }
    const available = original - given()
    if (url.pathname === '/refunds/query/1124148') {
      const way = { method: available > 0 ? 'PAYMENT_SOURCE' : 'NOT_AVAILABLE' }
      return Response.json({
        token: 'a3b3ae55-ab8b-b388-df23-4e6882b86ce0',
        funding_type: 'Credit Card',
        amount_original: original,
        amount_available_for_refund: available,
        status: available > 0 ? 'REFUNDABLE' : 'COMPLETED',
        errors: [],
        refund_full: available === original ? way : { method: 'NOT_AVAILABLE' },
        refund_partial: way,
      })
    }
    assertEquals([method, url.pathname], ['POST', '/refunds/1124148'])
    const { amount, reason, notify_buyer } = json as Record<string, unknown>
    if (typeof amount !== 'number' || typeof reason !== 'string' || notify_buyer === undefined || amount > available) {
      const data = { response: false, message: 'Failure' }
      return Response.json({ code: 400, status: 'failed', data }, { status: 400 })
    }
    refunds.push({ amount })
    return Response.json({ code: 200, status: 'success', data: { response: true, message: 'Success' } })
  }

  const happen = ({ kind, payment, amount, currency }: Happening) => {
    if (kind !== 'paid') return
    original = amount
    const gross = toMajor(amount, currency)
    lines.splice(0, lines.length)
    lines.push(
      `"2026-03-01 13:55:00",FUNDS_RECEIVED,CREDIT,"Ada Lovelace","Other, thing",,ZAR,CC,50.00,-4.54,45.46,"22,825.96",,1124147\n`,
      `"2026-03-01 14:00:00",FUNDS_RECEIVED,CREDIT,"Ada Lovelace","Ride ABCDEF",,ZAR,CC,${gross},-2.30,1.00,"22,825.96",${payment.id},1124148\n`,
    )
  }
  const notificationOf = (fields: Record<string, string>) => {
    const line = joined(Object.entries(fields))
    sent.add(line)
    const signature = md5(`${line}&passphrase=${php(passphrase)}`)
    return { body: `${line}&signature=${signature}`, signed: [line] }
  }

  return {
    answer(asked: Asked) {
      if (asked.url.host === 'api.payfast.co.za') return api(asked)
      assertEquals(asked.url.href, 'https://sandbox.payfast.co.za/eng/query/validate')
      return new Response(sent.has(joined(asked.form)) ? 'VALID' : 'INVALID')
    },
    happen,
    webhook(happening) {
      const { kind, payment, amount, currency } = happening
      happen(happening)
      return notificationOf({
        m_payment_id: payment.id,
        pf_payment_id: '1124148',
        payment_status: STATUSES[kind] ?? '',
        item_name: "Ride (ABCDEF) ~ it's *",
        item_description: '',
        amount_gross: toMajor(amount, currency),
        amount_fee: '-2.30',
        amount_net: '1.00',
        custom_str1: '',
        name_first: 'Ada',
        name_last: 'Lovelace',
        email_address: 'ada+taxi@example.com',
        merchant_id: merchant,
      })
    },
    unrelated: () =>
      notificationOf({
        m_payment_id: '17',
        pf_payment_id: '3',
        payment_status: 'COMPLETE',
        amount_gross: '5.00',
        merchant_id: merchant,
      }),
    refunds: () => refunds,
  }
}

const fixture: Fixture = {
  provider: payfast,
  environment: {
    PAYFAST_MERCHANT_ID: '10000100',
    PAYFAST_MERCHANT_KEY: '46f0cd694581a',
    PAYFAST_PASSPHRASE: 'jt7NOE43FZPn/taxi 1',
    PAYFAST_SANDBOX: 'true',
  },
  live: { PAYFAST_MERCHANT_ID: '20000100', PAYFAST_MERCHANT_KEY: '56f0cd694581a', PAYFAST_PASSPHRASE: 'of real money' },
  public: ['PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY'],
  currency: 'ZAR',
  hasOneCurrency: true,
  isSigned: true,
  tells: ['paid', 'pending', 'failed'],
  answers: ['paid'],
  start,
  creates(payment, urls) {
    const fields = {
      merchant_id: '10000100',
      merchant_key: '46f0cd694581a',
      return_url: urls.back,
      cancel_url: urls.cancel,
      notify_url: urls.webhook,
      name_first: 'Ada',
      name_last: 'Lovelace',
      email_address: 'ada@example.com',
      m_payment_id: payment.id,
      amount: '1234.50',
      item_name: 'Ride ABCDEF',
    }
    const signature = md5(`${joined(Object.entries(fields))}&passphrase=jt7NOE43FZPn%2Ftaxi+1`)
    return {
      asks: [],
      next: { kind: 'form', action: 'https://sandbox.payfast.co.za/eng/process', fields: { ...fields, signature } },
    }
  },
}
conform(fixture)

Deno.test('payfast: the notification in its library’s tests is accepted', () => {
  // The notification of Payfast/payfast-php-sdk, tests/PaymentIntegrations/NotificationTest.php; that account has no
  // passphrase.
  const fields = {
    m_payment_id: '000000020',
    pf_payment_id: '1579137',
    payment_status: 'COMPLETE',
    item_name: 'Order #000000020',
    item_description: '',
    amount_gross: '15.00',
    amount_fee: '-2.30',
    amount_net: '12.70',
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`custom_str${number}`, ''])),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`custom_int${number}`, ''])),
    name_first: 'Tom',
    name_last: 'Tom',
    email_address: 'lindley+user1@appinlet.com',
    merchant_id: '10027938',
  }
  assertEquals(sign(Object.entries(fields), ''), '4078bca2c8987e0e0c4e7230f2f46323')
})

Deno.test('payfast: a call is signed with its values sorted by name', () => {
  const values = { version: 'v1', 'merchant-id': '10000100', timestamp: '2020-04-01T12:00:01+02:00', amount: '1000' }
  const line = 'amount=1000&merchant-id=10000100&passphrase=a+b&timestamp=2020-04-01T12%3A00%3A01%2B02%3A00&version=v1'
  assertEquals(signCall(values, 'a b'), md5(line))
})

Deno.test('payfast: a history is read as CSV and as CSV inside JSON', () => {
  const csv =
    `${HEAD}"2020-02-27",FUNDS_RECEIVED,CREDIT,"A ""B"", C",x,,ZAR,CC,"1,500.00",-24.73,1.00,2.00,m-1,994209\r\n`
  const [line] = readHistory(csv)
  assertEquals([line?.Party, line?.Gross, line?.['M Payment ID'], line?.['PF Payment ID']], [
    'A "B", C',
    '1,500.00',
    'm-1',
    '994209',
  ])
  assertEquals(readHistory(JSON.stringify({ response: csv })), readHistory(csv))
  assertEquals(readHistory(HEAD), [])
  assertEquals(readHistory(''), [])
})

Deno.test('payfast: a notification with a valid signature that PayFast did not send is refused', () =>
  withWorld(fixture, async ({ adapter, heardOf, budget }) => {
    const merchant = fixture.environment.PAYFAST_MERCHANT_ID ?? ''
    const line = joined(
      Object.entries({ m_payment_id: paymentOf('ZAR').id, pf_payment_id: '9', merchant_id: merchant }),
    )
    const body = `${line}&signature=${md5(`${line}&passphrase=jt7NOE43FZPn%2Ftaxi+1`)}`
    await assertRejects(() => adapter.verify(heardOf({ body, signed: [] }), budget()), BadSignature)
  }))

Deno.test('payfast: a notification for another merchant is refused', () =>
  withWorld(fixture, async ({ adapter, heardOf, budget }) => {
    const line = joined(
      Object.entries({ m_payment_id: paymentOf('ZAR').id, pf_payment_id: '9', merchant_id: '10000101' }),
    )
    const body = `${line}&signature=${md5(`${line}&passphrase=jt7NOE43FZPn%2Ftaxi+1`)}`
    await assertRejects(() => adapter.verify(heardOf({ body, signed: [] }), budget()), BadSignature)
  }))

Deno.test('payfast: a refund whose response was lost is found and not sent again', () =>
  withWorld(fixture, async ({ adapter, simulation, budget }) => {
    const payment = { ...paymentOf('ZAR'), chargeRef: '1124148' }
    await simulation.happen({ kind: 'paid', payment, amount: payment.amount, currency: 'ZAR', at: NOW, number: 1 })
    const first = { id: payment.id, amount: 1000, doneBefore: 0 }
    const second = { id: 'b', amount: 2500, doneBefore: 1000 }
    assertEquals(await adapter.refund(payment, first, budget()), { state: 'done' })
    assertEquals(await adapter.refund(payment, { ...first, isRepeated: true }, budget()), { state: 'done' })
    assertEquals(await adapter.refund(payment, second, budget()), { state: 'done' })
    assertEquals(await adapter.refund(payment, { ...second, isRepeated: true }, budget()), { state: 'done' })
    assertEquals(simulation.refunds(), [{ amount: 1000 }, { amount: 2500 }])
    // Without data about the other refunds, this refund cannot be identified.
    assertEquals((await adapter.refund(payment, { id: 'c', amount: 100 }, budget())).state, 'pending')
  }))
