import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { assertEquals, assertRejects, assertThrows } from '@std/assert'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { toMajor, toMinor } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Expected, Fixture, Happening, Simulation } from '../testing/simulation.ts'
import { NOW, PAYMENT_ID, paymentOf, REFUND_ID, withWorld } from '../testing/world.ts'
import { paytm } from './adapter.ts'
import { bodyText, checksumOf, isChecksum, textOfForm } from './signature.ts'

const IV = '@@@@&&&&####$$$$'
const KEY = 'kbzk1DSbJiV_O3p5'
const MID = 'Hackne12345678901234'
const HOST = 'https://securestage.paytmpayments.com'
const TXN = '20260301210540000002'
const STATUSES: Record<string, [status: string, code: string]> = {
  paid: ['TXN_SUCCESS', '01'],
  pending: ['PENDING', '402'],
  failed: ['TXN_FAILURE', '227'],
}

function checksum(text: string, key: string, salt = 'xY1='): string {
  const cipher = createCipheriv('aes-128-cbc', key, IV)
  const hash = createHash('sha256').update(`${text}|${salt}`).digest('hex')
  return cipher.update(hash + salt, 'utf8', 'base64') + cipher.final('base64')
}

function fits(text: string, key: string, signature: string): boolean {
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, IV)
    const found = decipher.update(signature, 'base64', 'utf8') + decipher.final('utf8')
    return found === createHash('sha256').update(`${text}|${found.slice(-4)}`).digest('hex') + found.slice(-4)
  } catch {
    return false
  }
}

/** Paytm's server according to its documentation: transactions, their state, refunds and webhooks. */
function start({ PAYTM_MID: mid = '', PAYTM_MERCHANT_KEY: key = '' }: Record<string, string>): Simulation {
  const orders = new Map<string, { kind: string; amount: number; currency: string }>()
  const refunds = new Map<string, { amount: number; status: string }>()
  const given = () => [...refunds.values()].reduce((sum, { amount }) => sum + amount, 0)
  const reply = (body: Record<string, unknown>, [resultStatus, resultCode]: [string, string], resultMsg = 'Said') =>
    Response.json({
      head: { responseTimestamp: '1772366400000', version: 'v1', signature: 'c2lnbmVk' },
      body: { ...body, resultInfo: { resultStatus, resultCode, resultMsg } },
    })
  const refundOf = (orderId: string, refId: string) => {
    const refund = refunds.get(refId)
    return {
      mid,
      orderId,
      refId,
      txnId: TXN,
      ...(refund && { refundId: `RF${refId.slice(-4)}`, refundAmount: toMajor(refund.amount, 'INR') }),
    }
  }
  const happen = ({ kind, payment, amount, currency, refund }: Happening) => {
    if (!refund) orders.set(payment.id, { kind, amount, currency })
    else refunds.set(refund.id, { amount, status: kind === 'refunded' ? 'TXN_SUCCESS' : 'TXN_FAILURE' })
  }

  function apply({ orderId, refId, refundAmount }: Record<string, string>): Response {
    const order = orders.get(orderId ?? '')
    if (!order || !refId || !refundAmount) return reply({}, ['TXN_FAILURE', '605'])
    if (refunds.has(refId)) return reply({}, ['TXN_FAILURE', '617'], 'Refund Already Raised')
    const amount = toMinor(refundAmount, 'INR')
    if (given() + amount > order.amount) return reply({}, ['TXN_FAILURE', '619'], 'Invalid refund amount')
    refunds.set(refId, { amount, status: 'PENDING' })
    return reply(refundOf(orderId ?? '', refId), ['PENDING', '601'])
  }

  return {
    answer({ url, method, json, text }: Asked) {
      assertEquals([method, url.origin], ['POST', HOST])
      const { body, head } = json as { body: Record<string, string>; head: { signature: string } }
      if (!fits(bodyText(text) ?? '', key, head.signature)) return reply({}, ['F', '227'], 'Checksum mismatch')
      assertEquals(body.mid, mid)
      if (url.pathname === '/theia/api/v1/initiateTransaction') {
        return reply({ txnToken: 'f7d4e1c09ab84a3b8c7d6e5f4a3b2c1d1772366400000' }, ['S', '0000'], 'Success')
      }
      if (url.pathname === '/refund/apply') return apply(body)
      if (url.pathname === '/v2/refund/status') {
        const refund = refunds.get(body.refId ?? '')
        if (!refund) return reply({}, ['TXN_FAILURE', '631'], 'Record not found')
        return reply(refundOf(body.orderId ?? '', body.refId ?? ''), [refund.status, '10'])
      }
      assertEquals(url.pathname, '/v3/order/status')
      const order = orders.get(body.orderId ?? '')
      if (!order) return reply({}, ['TXN_FAILURE', '334'], 'Invalid Order ID')
      const { kind, amount, currency } = order
      const details = { txnId: TXN, bankTxnId: '777001', orderId: body.orderId, txnAmount: toMajor(amount, currency) }
      return reply(
        { ...details, txnType: 'SALE', mid, paymentMode: 'UPI', refundAmt: '0.00' },
        STATUSES[kind] ?? ['F', '0'],
      )
    },
    happen,
    webhook(happening) {
      const { kind, payment, amount, currency, refund } = happening
      happen(happening)
      const body = JSON.stringify({
        mid,
        orderId: payment.id,
        txnId: TXN,
        ...(refund ? { refId: refund.id } : { txnAmount: toMajor(amount, currency), status: STATUSES[kind]?.[0] }),
        // A text that a simple parser would mistake for the end of the object.
        respMsg: 'Said "}" \\',
        extendInfo: { mercUnqRef: '', list: [1, { a: '}' }] },
      })
      const head = JSON.stringify({ version: 'v1', signature: checksum(body, key) })
      return { body: `{"head":${head}, "body" : ${body}}`, signed: [body] }
    },
    unrelated() {
      const body = JSON.stringify({ mid, orderId: 'SHOP-17', status: 'TXN_SUCCESS' })
      return { body: `{"body":${body},"head":{"signature":"${checksum(body, key)}"}}`, signed: [body] }
    },
    refunds: () => [...refunds.values()],
  }
}

function asked(path: string, body: Record<string, unknown>, head: Record<string, string> = {}): Expected {
  const signature = checksum(JSON.stringify(body), KEY, 'abab')
  return { method: 'POST', url: HOST + path, json: { body, head: { ...head, signature } } }
}

const fixture: Fixture = {
  provider: paytm,
  environment: { PAYTM_MID: MID, PAYTM_MERCHANT_KEY: KEY, PAYTM_SANDBOX: 'true' },
  live: { PAYTM_MID: 'Hackne98765432109876', PAYTM_MERCHANT_KEY: 'abzk1DSbJiV_O3p5' },
  public: ['PAYTM_MID'],
  currency: 'INR',
  hasOneCurrency: true,
  isSigned: true,
  tells: ['paid', 'pending', 'failed', 'refunded', 'refund_failed'],
  start,
  creates(payment, urls) {
    const query = `?mid=${MID}&orderId=${payment.id}`
    const { id: custId, firstName, lastName, email } = payment.customer
    return {
      asks: [asked(`/theia/api/v1/initiateTransaction${query}`, {
        requestType: 'Payment',
        mid: MID,
        websiteName: 'WEBSTAGING',
        orderId: payment.id,
        callbackUrl: urls.back,
        txnAmount: { value: '1234.50', currency: 'INR' },
        userInfo: { custId, firstName, lastName, email },
      })],
      next: {
        kind: 'form',
        action: `${HOST}/theia/api/v1/showPaymentPage${query}`,
        fields: { mid: MID, orderId: payment.id, txnToken: 'f7d4e1c09ab84a3b8c7d6e5f4a3b2c1d1772366400000' },
      },
      expiresAt: '2026-03-01T12:15:00.000Z',
    }
  },
  refunds: (payment, { id, amount }) => [
    asked('/refund/apply', {
      mid: MID,
      txnType: 'REFUND',
      orderId: payment.id,
      txnId: TXN,
      refId: id,
      refundAmount: toMajor(amount, 'INR'),
    }, { tokenType: 'AES' }),
  ],
}
conform(fixture)

Deno.test('paytm: checksums match its own library', () => {
  // A form whose checksum was made with paytmchecksum 1.5.1 of the npm registry: PaytmChecksum.calculateChecksum(text, key,
  // 'ab12').
  const form = new URLSearchParams({
    MID: 'YOUR_MID_HERE',
    ORDERID: PAYMENT_ID,
    TXNAMOUNT: '1234.50',
    STATUS: 'TXN_SUCCESS',
    BANKNAME: '',
    CHECKSUMHASH: 'left out',
  })
  const ofForm =
    'THrPwG64T5+lCWnC4L+W9tXAVNZKQMGylyw04AJXiKC1AuBUF3wLbRvuPgZJdbLhJ4bMJuUGJxLIhmLU3/J/Vll7Y2EDHbWYOHk5hiaOgUk='
  assertEquals(checksumOf(textOfForm(form), KEY, 'ab12'), ofForm)
  const ofJson =
    'EhKricPg+qADkFrP2SSG2paXEce1Wa/qmkS2SYunVUzsaJne+rpY2/yu9DtbkUxe1pvjReKYZsSqQgyDB/8xRKAnGqgtQBq6RndjVtCqPpo='
  assertEquals(checksumOf('{"mid":"YOUR_MID_HERE","orderId":"YOUR_ORDER_ID_HERE"}', KEY, 'ab12'), ofJson)
  assertEquals(isChecksum(textOfForm(form), KEY, ofForm), true)
  assertEquals(isChecksum(`${textOfForm(form)}0`, KEY, ofForm), false)
  for (const none of ['', null, 'AAAA', 'not base64', Buffer.alloc(32).toString('base64')]) {
    assertEquals(isChecksum('', KEY, none), false)
  }
})

Deno.test('paytm: the signature of JSON covers the body as sent', () => {
  assertEquals(bodyText('{"head":{"body":{"a":1}}, "body" : { "b": "}\\"" , "c":[{}]} }'), '{ "b": "}\\"" , "c":[{}]}')
  for (const none of ['', '[]', '{}', '{"body":1}', '{"body":', '{"body":{', '{"a":"\\"body\\":{}"}', '["body",{}]']) {
    assertEquals(bodyText(none), null, none)
  }
})

Deno.test('paytm: a webhook’s form is read, and only a valid checksum triggers a query', () =>
  withWorld(fixture, async ({ adapter, simulation, heardOf, budget }) => {
    const payment = paymentOf('INR')
    await simulation.happen({ kind: 'paid', payment, amount: payment.amount, currency: 'INR', at: NOW, number: 1 })
    const form = new URLSearchParams({ MID, ORDERID: payment.id, TXNID: TXN, TXNAMOUNT: '1.00', STATUS: 'TXN_FAILURE' })
    form.set('CHECKSUMHASH', checksum(`${MID}|${payment.id}|TXN_FAILURE|1.00|${TXN}`, KEY))
    // The form reports a failure and one rupee; the queried order says otherwise and counts.
    const facts = await adapter.verify(heardOf({ body: form.toString(), signed: [] }), budget())
    assertEquals(facts.map(({ kind, amount, chargeRef }) => [kind, amount, chargeRef]), [['paid', 123_450, TXN]])
    form.set('TXNAMOUNT', '2.00')
    await assertRejects(() => adapter.verify(heardOf({ body: form.toString(), signed: [] }), budget()), BadSignature)
  }))

Deno.test('paytm: a refused order is no payment', () =>
  withWorld(fixture, async ({ adapter, misbehave, budget }) => {
    misbehave(() => Response.json({ head: {}, body: { resultInfo: { resultStatus: 'F', resultCode: '325' } } }))
    const urls = { back: 'https://a.example/', cancel: 'https://a.example/', webhook: 'https://a.example/' }
    await assertRejects(() => adapter.create(paymentOf('INR'), urls, budget()), PaymentRefused)
  }))

Deno.test('paytm: a response about another order is ignored', () =>
  withWorld(fixture, async ({ adapter, misbehave, budget }) => {
    const body = { orderId: REFUND_ID, txnId: TXN, txnAmount: '1234.50', resultInfo: { resultStatus: 'TXN_SUCCESS' } }
    misbehave(() => Response.json({ head: {}, body }))
    await assertRejects(async () => await adapter.fetch?.(paymentOf('INR'), budget()), Error, 'another order')
  }))

Deno.test('paytm: keys of a wrong length and hosts of another mode are an invalid configuration', () => {
  const made = (changes: Record<string, string>) => () => {
    const environment: Record<string, string> = { ...fixture.environment, ...changes }
    paytm.make({
      secret: (name) => environment[name] ?? '',
      option: (name) => environment[name],
      client: { ask: () => Promise.reject(new Error('nothing is asked')) },
      log: () => {},
      now: () => NOW,
      nonce: () => '',
    })
  }
  assertThrows(made({ PAYTM_MERCHANT_KEY: 'short' }), Error, 'PAYTM_MERCHANT_KEY')
  assertThrows(made({ PAYTM_HOST: 'evil.example' }), Error, 'PAYTM_HOST')
  assertThrows(made({ PAYTM_HOST: 'securegw.paytm.in' }), Error, 'PAYTM_SANDBOX')
})
