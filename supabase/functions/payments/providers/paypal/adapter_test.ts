import { assertEquals, assertRejects, assertThrows } from '@std/assert'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { conform } from '../testing/conformance.ts'
import type { Fixture, Message } from '../testing/simulation.ts'
import { NOW, PAYMENT_ID, paymentOf, REFUND_ID, urlsOf, withWorld, type World } from '../testing/world.ts'
import type { Payment } from '../types.ts'
import { paypal } from './adapter.ts'
import { makeKeys } from './certificates.ts'
import { moneyOf } from './facts.ts'
import { crc32, readHeaders, sourceOf } from './signature.ts'
import { CERTIFICATE, PayPalServer } from './simulation.ts'

const environment = {
  PAYPAL_CLIENT_ID: 'AeA1QIZXiflr1_-r0U2UbWTziOWX1GRQer5jkUq4ZfWT5qwb6qQRPq7jDtv57TL4',
  PAYPAL_CLIENT_SECRET: 'EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL8bFn',
  PAYPAL_WEBHOOK_ID: '3TR748995U920805P',
}
const API = 'https://api-m.sandbox.paypal.com'
const authorization = 'Bearer A21AAGHr9qtiRRXH4oYcQokQgV99rGqEIgbhm2FGN'
const valueOf = (minor: number, currency: string) => currency === 'JPY' ? String(minor) : (minor / 100).toFixed(2)

const fixture = {
  provider: paypal,
  environment: { ...environment, PAYPAL_SANDBOX: 'true' },
  live: environment,
  currency: 'EUR',
  start: (environment: Record<string, string>) => new PayPalServer(environment),
  creates: (payment, urls) => ({
    asks: [
      { method: 'POST', url: `${API}/v1/oauth2/token`, form: { grant_type: 'client_credentials' } },
      {
        method: 'POST',
        url: `${API}/v2/checkout/orders`,
        headers: { authorization, 'paypal-request-id': `create-${payment.id}` },
        json: {
          intent: 'CAPTURE',
          purchase_units: [{
            reference_id: payment.id,
            custom_id: payment.id,
            invoice_id: payment.id,
            description: 'Ride ABCDEF',
            amount: { currency_code: payment.currency, value: valueOf(payment.amount, payment.currency) },
          }],
          payment_source: {
            paypal: {
              experience_context: {
                return_url: urls.back,
                cancel_url: urls.cancel,
                user_action: 'PAY_NOW',
                shipping_preference: 'NO_SHIPPING',
              },
            },
          },
        },
      },
    ],
    next: { kind: 'redirect', url: 'https://www.sandbox.paypal.com/checkoutnow?token=5O190127TN364710T' },
    ref: '5O190127TN364710T',
  }),
  refunds: ({ id, chargeRef, currency }, refund) => [{
    method: 'POST',
    url: `${API}/v2/payments/captures/${chargeRef}/refund`,
    headers: { authorization, 'paypal-request-id': `refund-${refund.id}` },
    json: {
      amount: { currency_code: currency, value: valueOf(refund.amount, currency) },
      custom_id: id,
      invoice_id: refund.id,
    },
  }],
  // deno-fmt-ignore
  tells: ['paid', 'authorized', 'pending', 'failed', 'voided', 'refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost'],
  answers: ['paid', 'authorized', 'pending', 'failed', 'voided'],
  isSigned: true,
} satisfies Fixture

conform(fixture)

/** Creates a payment that the customer is about to pay. */
async function begun({ adapter, budget }: World, changes: Partial<Payment> = {}): Promise<Payment> {
  const payment = paymentOf('EUR', changes)
  const { ref = null } = await adapter.create(payment, urlsOf('paypal'), budget())
  return { ...payment, ref }
}

const server = (world: World) => world.simulation as PayPalServer
const happening = (payment: Payment) =>
  ({ kind: 'paid', payment, amount: 1, currency: 'EUR', at: NOW, number: 1 }) as const
const verify = (world: World, message: Message) => world.adapter.verify(world.heardOf(message), world.budget())
const facts = (world: World, type: string, resource: unknown) => verify(world, server(world).event(type, resource))

const capture = (changes: Record<string, unknown> = {}) => ({
  id: '2GG279541U471931P',
  status: 'COMPLETED',
  custom_id: PAYMENT_ID,
  amount: { currency_code: 'EUR', value: '10.00' },
  ...changes,
})

Deno.test('paypal: the amount of a return comes from the order, whatever the query says', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    server(world).yields(happening(payment))
    const said = { token: 'another order', amount: '0.01', PayerID: 'x' }
    const [fact] = await world.adapter.complete?.(payment, said, world.budget()) ?? []
    assertEquals([fact?.kind, fact?.amount, fact?.currency, fact?.ref], ['paid', 123_450, 'EUR', payment.ref])
    assertEquals(world.asked.at(-1)?.url.pathname, `/v2/checkout/orders/${payment.ref}/capture`)
  }))

Deno.test('paypal: an approved order is captured even if the customer does not return', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    server(world).yields(happening(payment))
    const order = { id: payment.ref, status: 'APPROVED', purchase_units: [{ custom_id: PAYMENT_ID }] }
    const [fact] = await facts(world, 'CHECKOUT.ORDER.APPROVED', order)
    assertEquals([fact?.kind, fact?.amount, fact?.fee], ['paid', 123_450, 400])
    const [again] = await facts(world, 'CHECKOUT.ORDER.APPROVED', order)
    assertEquals([again?.kind, again?.eventId], ['paid', fact?.eventId])
    const posts = world.asked.filter(({ method, url }) => method === 'POST' && url.pathname.endsWith('/capture'))
    assertEquals(posts.length, 1)
    assertEquals(posts[0]?.headers.get('paypal-request-id'), `capture-${payment.ref}`)
  }))

Deno.test('paypal: an order that is not approved takes no money', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    assertEquals((await world.adapter.complete?.(payment, {}, world.budget()))?.map(({ kind }) => kind), ['pending'])
    assertEquals(world.asked.filter(({ url }) => url.pathname.endsWith('/capture')), [])
  }))

Deno.test('paypal: a declined card fails the payment', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    server(world).yields(happening(payment))
    server(world).declines = true
    const found = await world.adapter.fetch?.(payment, world.budget()) ?? []
    assertEquals(found.map(({ kind, eventId }) => [kind, eventId]), [['failed', `${payment.ref}:INSTRUMENT_DECLINED`]])
  }))

Deno.test('paypal: a missing order counts as failed once it is hours old', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('EUR', { ref: '9XX' })
    assertEquals(await world.adapter.fetch?.(payment, world.budget()), [])
    world.clock.now = NOW + 7 * 60 * 60_000
    assertEquals((await world.adapter.fetch?.(payment, world.budget()))?.map(({ kind }) => kind), ['failed'])
  }))

Deno.test('paypal: a hold is an authorised order, and a refund names its capture', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world, { isHold: true })
    assertEquals((world.asked.at(-1)?.json as { intent: string }).intent, 'AUTHORIZE')
    server(world).yields(happening(payment))
    const [held] = await world.adapter.fetch?.(payment, world.budget()) ?? []
    assertEquals([held?.kind, held?.amount], ['authorized', 123_450])
    const stored = { ...payment, chargeRef: held?.chargeRef ?? null }
    const [paid] = await world.adapter.capture?.(stored, 100_000, world.budget()) ?? []
    assertEquals([paid?.kind, paid?.amount, paid?.paymentId], ['paid', 100_000, PAYMENT_ID])
    assertEquals(paid?.chargeRef === held?.chargeRef, false)
    // A different amount is a different request, which PayPal refuses: the earlier capture counts.
    const [again] = await world.adapter.capture?.(stored, 90_000, world.budget()) ?? []
    assertEquals([again?.kind, again?.amount], ['paid', 100_000])
    const refund = { id: REFUND_ID, amount: 100_000 }
    assertEquals((await world.adapter.refund(stored, refund, world.budget())).state, 'done')
    assertEquals(world.asked.at(-1)?.url.pathname, `/v2/payments/captures/${paid?.chargeRef}/refund`)
  }))

Deno.test('paypal: events of other systems on the same account are ignored', () =>
  withWorld(fixture, async (world) => {
    assertEquals(await facts(world, 'PAYMENT.CAPTURE.COMPLETED', capture({ custom_id: 'order-17' })), [])
    assertEquals(await facts(world, 'CHECKOUT.ORDER.APPROVED', { id: 'X', purchase_units: [{ custom_id: 'Y' }] }), [])
    assertEquals(world.asked.filter(({ url }) => url.pathname.startsWith('/v2')), [])
  }))

Deno.test('paypal: a refund made in PayPal’s dashboard is identified by its capture', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    server(world).happen(happening(payment))
    const refund = {
      id: '9R',
      status: 'COMPLETED',
      amount: { currency_code: 'EUR', value: '7.00' },
      invoice_id: PAYMENT_ID,
      links: [{ rel: 'up', href: `${API}/v2/payments/captures/2GG279541U471931P` }],
    }
    const [fact] = await facts(world, 'PAYMENT.CAPTURE.REFUNDED', refund)
    assertEquals([fact?.paymentId, fact?.refundId, fact?.refundRef, fact?.amount], [PAYMENT_ID, undefined, '9R', 700])
    assertEquals(await facts(world, 'PAYMENT.REFUND.PENDING', { ...refund, status: 'PENDING' }), [])
  }))

Deno.test('paypal: a dispute has its deadline, and a payout by PayPal is no loss', () =>
  withWorld(fixture, async (world) => {
    const dispute = {
      dispute_id: 'PP-1',
      disputed_transactions: [{ custom: PAYMENT_ID, seller_transaction_id: '2GG279541U471931P' }],
      dispute_amount: { currency_code: 'EUR', value: '50.00' },
      seller_response_due_date: '2026-03-20T12:00:00.000Z',
    }
    const [fact] = await facts(world, 'CUSTOMER.DISPUTE.CREATED', dispute)
    assertEquals([fact?.amount, fact?.disputeRef, fact?.dueAt], [5000, 'PP-1', '2026-03-20T12:00:00.000Z'])
    const resolved = (outcome_code: string) => ({ ...dispute, dispute_outcome: { outcome_code } })
    const kinds = async (outcome: string) =>
      (await facts(world, 'CUSTOMER.DISPUTE.RESOLVED', resolved(outcome))).map(({ kind }) => kind)
    assertEquals(await kinds('RESOLVED_WITH_PAYOUT'), ['chargeback_won'])
    assertEquals(await kinds('CANCELED_BY_BUYER'), ['chargeback_won'])
    assertEquals(await kinds('ACCEPTED'), ['chargeback_lost'])
    assertEquals(await kinds('SOMETHING_NEW'), [])
    assertEquals(await facts(world, 'CUSTOMER.DISPUTE.UPDATED', dispute), [])
  }))

Deno.test('paypal: a token is used until it expires, and a new one is fetched if it was revoked', () =>
  withWorld(fixture, async (world) => {
    const tokens = () => world.asked.filter(({ url }) => url.pathname === '/v1/oauth2/token').length
    const payment = await begun(world)
    await world.adapter.fetch?.(payment, world.budget())
    assertEquals(tokens(), 1)
    world.clock.now += 32_400_000
    await world.adapter.fetch?.(payment, world.budget())
    assertEquals(tokens(), 2)
    let refusals = 0
    world.misbehave(() => {
      refusals++
      world.misbehave(null)
      return new Response('{}', { status: 401 })
    })
    await world.adapter.fetch?.(payment, world.budget())
    assertEquals([tokens(), refusals], [3, 1])
  }))

Deno.test("paypal: a certificate counts only if it is PayPal's, in force and issued by another", () =>
  withWorld(fixture, async (world) => {
    const message = server(world).event('PAYMENT.CAPTURE.COMPLETED', capture())
    const own = 'messageverificationcerts.sandbox.paypal.com'
    const bad = [
      server(world).certify({ subject: 'evil.example.com' }),
      server(world).certify({ subject: 'messageverificationcerts.paypal.com' }),
      server(world).certify({ subject: `${own}.evil.example.com` }),
      server(world).certify({ issuer: own }),
      server(world).certify({ to: NOW - 1000 }),
      server(world).certify({ from: NOW + 60_000 }),
      // A certificate with PayPal's name but another key: the signature does not match.
      server(world).certify({}, makeKeys()),
      'no certificate',
      '',
    ]
    const good = server(world).certificate
    for (const certificate of bad) {
      server(world).certificate = certificate
      await assertRejects(() => verify(world, message), BadSignature)
      // Change the time in the message, so that no cached key is used.
      world.clock.now += 1
    }
    world.clock.now = NOW + 2 * 60 * 60_000
    server(world).certificate = good
    assertEquals((await verify(world, message)).length, 1)
  }))

Deno.test('paypal: a certificate is never fetched from another host', () =>
  withWorld(fixture, async (world) => {
    const message = server(world).event('PAYMENT.CAPTURE.COMPLETED', capture())
    const places = [
      'https://evil.example.com/v1/notifications/certs/CERT-1',
      'http://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
      'https://api.sandbox.paypal.com.evil.example.com/v1/notifications/certs/CERT-1',
      'https://api.sandbox.paypal.com@evil.example.com/v1/notifications/certs/CERT-1',
      'https://user:password@api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
      'https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-1',
      'https://api.sandbox.paypal.com/v1/notifications/certs/../../checkout/CERT-1',
      'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1?x=1',
      'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'https://www.paypal.com/v1/notifications/certs/CERT-1',
      'CERT-1',
      '',
    ]
    for (const place of places) {
      await assertRejects(
        () => verify(world, { ...message, headers: { ...message.headers, 'paypal-cert-url': place } }),
        BadSignature,
        '',
        place,
      )
    }
    assertEquals(world.asked, [])
    await assertRejects(
      () => verify(world, { ...message, headers: { ...message.headers, 'paypal-auth-algo': 'SHA1withRSA' } }),
      BadSignature,
    )
  }))

Deno.test('paypal: a certificate is cached for an hour', () =>
  withWorld(fixture, async (world) => {
    const message = server(world).event('PAYMENT.CAPTURE.COMPLETED', capture())
    await verify(world, message)
    await verify(world, message)
    assertEquals(world.asked.map(({ url }) => url.href), [CERTIFICATE])
    world.clock.now += 61 * 60_000
    await verify(world, message)
    assertEquals(world.asked.length, 2)
  }))

// The headers of a message that PayPal published as an example; its certificate was not.
// https://github.com/paypal/PayPal-node-SDK (samples/notifications/webhook-events/webhook_payload_verify.js)
Deno.test('paypal: the headers are read as PayPal sends them, and the checksum is that of ZIP', () => {
  const signed = readHeaders(
    new Headers({
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': CERTIFICATE,
      'paypal-transmission-id': '103e3700-8b0c-11e6-8695-6b62a8a99ac4',
      'paypal-transmission-sig':
        't8hlRk64rpEImZMKqgtp5dlWaT1W8ed/mf8Msos341QInVn3BMQubjAhM/cKiSJtW07VwJvSX7X4+YUmHBrm5BQ+CEkClke4Yf4ouhCK6GWsfs0J8cKkmjI0XxfJpPLgjROEWY3MXorwCtbvrEo5vrRI2+TyLkquBKAlM95LbNWG43lxMu0LHzsSRUBDdt5IP1b2CKqbcEJKGrC78iw+fJEQGagkJAiv3Qvpw8F/8q7FCQAZ3c81mzTvP4ZH3Xk2/nNznEA7eMi3u1EjSpTmLfAb423ytX37Ts0QpmPNgxJe8wnMB/+fvt4xjYH6KNe+bIcYU30hUIe9O8c9UFwKuQ==',
      'paypal-transmission-time': '2016-10-05T14:57:40Z',
    }),
    sourceOf(true),
  )
  assertEquals([signed.time, signed.signature.length], ['2016-10-05T14:57:40Z', 256])
  // The published check value of CRC-32/ISO-HDLC: https://reveng.sourceforge.io/crc-catalogue/17plus.htm
  assertEquals(crc32(new TextEncoder().encode('123456789')), 0xcbf43926)
})

Deno.test('paypal: a refused order does not count as a failure of PayPal', () =>
  withWorld(fixture, async (world) => {
    await begun(world)
    world.misbehave(() =>
      Response.json({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'CURRENCY_NOT_SUPPORTED' }] }, { status: 422 })
    )
    await assertRejects(
      () => world.adapter.create(paymentOf('EUR'), urlsOf('paypal'), world.budget()),
      PaymentRefused,
      'CURRENCY_NOT_SUPPORTED',
    )
  }))

Deno.test('paypal: forint and Taiwan dollars are paid in whole units', () => {
  assertEquals(moneyOf(123_400, 'HUF'), { currency_code: 'HUF', value: '1234' })
  assertEquals(moneyOf(500, 'TWD'), { currency_code: 'TWD', value: '5' })
  assertEquals(moneyOf(1234, 'EUR'), { currency_code: 'EUR', value: '12.34' })
  assertThrows(() => moneyOf(123_450, 'HUF'), PaymentRefused)
})
