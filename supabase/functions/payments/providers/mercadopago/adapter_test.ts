// Mercado Pago's server, from https://www.mercadopago.com/developers/en/reference and its webhooks' documentation
import { createHmac } from 'node:crypto'
import { assertEquals, assertRejects } from '@std/assert'
import { BadSignature } from '../errors.ts'
import { toMajor } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Message, Simulation } from '../testing/simulation.ts'
import { NOW, paymentOf, withWorld } from '../testing/world.ts'
import { mercadopago } from './adapter.ts'
import { check } from './signature.ts'

const environment = {
  MERCADOPAGO_ACCESS_TOKEN: 'TEST-1234567890123456-030112-4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c-987654321',
  MERCADOPAGO_WEBHOOK_SECRET: '8f7a6b5c4d3e2f1a0b9c4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c4f3a2b1c0d9e',
}
const PREFERENCE = '987654321-2f1a0b9c-4f3a-2b1c-0d9e-8f7a6b5c4d3e'
const PAYMENT = 1312345678
const CHARGEBACK = '217000061680860000'
const REQUEST = 'bb56a2f1-6aae-46ac-982e-9dcd3581d08e'

const major = (amount: number, currency: string) => Number(toMajor(amount, currency))
const refusal = (message: string, status = 400) => Response.json({ message, status, cause: [] }, { status })

interface Refund {
  id: number
  payment_id: number
  amount: number
  status: string
  key: string
}

function start({ MERCADOPAGO_ACCESS_TOKEN = '', MERCADOPAGO_WEBHOOK_SECRET = '' }: Record<string, string>): Simulation {
  const preferences = new Map<string, unknown>()
  const refunds: Refund[] = []
  let last: Happening | null = null
  let dispute: Happening | null = null

  const payment = (): Record<string, unknown> | null => {
    if (!last) return null
    const { kind, amount, currency, payment } = last
    const isCharge = kind === 'paid' || kind === 'failed' || kind === 'pending'
    const status = { failed: 'rejected', pending: 'in_process' }[String(kind)] ?? 'approved'
    return {
      id: PAYMENT,
      date_created: '2026-03-01T08:00:00.000-04:00',
      date_approved: '2026-03-01T08:00:01.000-04:00',
      status: kind.startsWith('chargeback') ? 'charged_back' : status,
      status_detail: 'accredited',
      currency_id: currency,
      payment_method_id: 'master',
      payment_type_id: 'credit_card',
      external_reference: payment.id,
      transaction_amount: major(isCharge ? amount : payment.amount, currency),
      transaction_amount_refunded: 0,
      fee_details: [
        { type: 'mercadopago_fee', amount: 25.35, fee_payer: 'collector' },
        { type: 'financing_fee', amount: 3, fee_payer: 'payer' },
      ],
      payer: {
        email: payment.customer.email,
        last_name: payment.customer.lastName,
        identification: { number: '12345678' },
      },
      card: { first_six_digits: '503143', last_four_digits: '6351', cardholder: { name: 'APRO' } },
      refunds: refunds.map(({ key: _, ...refund }) => refund),
      live_mode: false,
    }
  }

  const chargeback = () => {
    if (!dispute) return null
    const { kind, amount, currency } = dispute
    return {
      id: CHARGEBACK,
      payments: [PAYMENT],
      currency,
      amount: major(amount, currency),
      reason: 'fraud',
      coverage_applied: kind === 'chargeback' ? null : kind === 'chargeback_won',
      coverage_elegible: true,
      documentation_required: true,
      documentation_status: kind === 'chargeback' ? 'pending' : kind === 'chargeback_won' ? 'valid' : 'invalid',
      documentation: [],
      date_documentation_deadline: '2026-03-08T09:50:37.000-04:00',
      date_created: '2026-03-01T16:20:54.000-04:00',
    }
  }

  const create = ({ json, headers }: Asked) => {
    const { items, external_reference } = json as
      & { items: { unit_price: number; quantity: number }[] }
      & Record<string, string>
    if (!items[0] || typeof items[0].unit_price !== 'number' || items[0].quantity !== 1) return refusal('invalid items')
    if (!external_reference) return refusal('invalid reference')
    const key = headers.get('x-idempotency-key') ?? ''
    const preference = preferences.get(key) ?? {
      id: PREFERENCE,
      init_point: `https://www.mercadopago.com.ar/checkout/v1/redirect?pref_id=${PREFERENCE}`,
      sandbox_init_point: `https://sandbox.mercadopago.com.ar/checkout/v1/redirect?pref_id=${PREFERENCE}`,
      client_id: '1234567890123456',
      items,
    }
    preferences.set(key, preference)
    return Response.json(preference, { status: 201 })
  }

  const refund = ({ json, headers }: Asked) => {
    const key = headers.get('x-idempotency-key')
    if (!key) return refusal('Header X-Idempotency-Key is required')
    const known = refunds.find((one) => one.key === key)
    const { amount } = json as { amount: number }
    const gone = refunds.reduce((sum, one) => sum + one.amount, 0)
    if (!known && amount + gone > major(last?.payment.amount ?? 0, last?.currency ?? 'ARS')) {
      return refusal('Amount to refund is bigger than the payment')
    }
    const one = known ?? { id: 1009042015 + refunds.length, payment_id: PAYMENT, amount, status: 'in_process', key }
    if (!known) refunds.push(one)
    const { key: _, ...answer } = one
    return Response.json(answer, { status: 201 })
  }

  const found = (value: unknown) => value ? Response.json(value) : refusal('not found', 404)
  const results = (values: unknown[]) =>
    Response.json({ paging: { total: values.length, limit: 30, offset: 0 }, results: values })
  const routes: Record<string, (asked: Asked) => Response> = {
    'POST /checkout/preferences': create,
    [`POST /v1/payments/${PAYMENT}/refunds`]: refund,
    [`GET /v1/payments/${PAYMENT}`]: () => found(payment()),
    [`GET /v1/chargebacks/${CHARGEBACK}`]: () => found(chargeback()),
    'GET /v1/payments/search': ({ url }) =>
      results(last && url.searchParams.get('external_reference') === last.payment.id ? [payment()] : []),
    'GET /v1/chargebacks/search': ({ url }) =>
      results(dispute && url.searchParams.get('payment_id') === String(PAYMENT) ? [chargeback()] : []),
  }

  const messageOf = (type: string, id: string, number: number): Message => {
    const ts = String(NOW)
    const manifest = `id:${id};request-id:${REQUEST};ts:${ts};`
    const v1 = createHmac('sha256', MERCADOPAGO_WEBHOOK_SECRET).update(manifest).digest('hex')
    return {
      body: JSON.stringify({
        id: 12345 + number,
        live_mode: false,
        type,
        date_created: '2026-03-01T08:00:00.000-04:00',
        user_id: 44444,
        api_version: 'v1',
        action: `${type}.updated`,
        data: { id },
      }),
      headers: { 'x-signature': `ts=${ts},v1=${v1}`, 'x-request-id': REQUEST },
      query: `?source_news=webhooks&data.id=${id}&type=${type}`,
      signed: [],
    }
  }

  return {
    answer(asked) {
      if (asked.headers.get('authorization') !== `Bearer ${MERCADOPAGO_ACCESS_TOKEN}`) {
        return refusal('invalid token', 401)
      }
      const route = routes[`${asked.method} ${asked.url.pathname}`]
      return route ? route(asked) : refusal('not found', 404)
    },
    happen(happening) {
      const { kind } = happening
      last = happening
      if (kind.startsWith('chargeback')) dispute = happening
      for (const one of refunds) {
        if (kind === 'refunded') one.status = 'approved'
        if (kind === 'refund_failed') one.status = 'rejected'
      }
    },
    webhook: ({ kind, number }) =>
      kind.startsWith('chargeback')
        ? messageOf('topic_chargebacks_wh', CHARGEBACK, number)
        : messageOf('payment', String(PAYMENT), number),
    unrelated: () => messageOf('topic_merchant_order_wh', '249940988000', 1),
    refunds: () => refunds.map(({ amount }) => ({ amount: Math.round(amount * 100) })),
  }
}

const fixture: Fixture = {
  provider: mercadopago,
  environment,
  live: {
    ...environment,
    MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1234567890123456-030112-4f3a2b1c0d9e8f7a6b5c4d3e-987654321',
  },
  currency: 'ARS',
  start,
  // The signature covers an id of the address and a header, but not the body.
  isSigned: false,
  tells: ['paid', 'failed', 'pending', 'refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost'],
  creates: ({ id, amount, currency, customer, product, purpose }, urls) => ({
    asks: [{
      method: 'POST',
      url: 'https://api.mercadopago.com/checkout/preferences',
      headers: { authorization: `Bearer ${environment.MERCADOPAGO_ACCESS_TOKEN}`, 'x-idempotency-key': id },
      json: {
        items: [{
          id: purpose,
          title: product,
          quantity: 1,
          currency_id: currency,
          unit_price: major(amount, currency),
        }],
        payer: { name: customer.firstName, surname: customer.lastName, email: customer.email },
        external_reference: id,
        back_urls: { success: urls.back, pending: urls.back, failure: urls.cancel },
        auto_return: 'approved',
        notification_url: `${urls.webhook}?source_news=webhooks`,
      },
    }],
    next: { kind: 'redirect', url: `https://sandbox.mercadopago.com.ar/checkout/v1/redirect?pref_id=${PREFERENCE}` },
    ref: PREFERENCE,
  }),
  refunds: ({ chargeRef, currency }, { id, amount }) => [{
    method: 'POST',
    url: `https://api.mercadopago.com/v1/payments/${chargeRef}/refunds`,
    headers: { 'x-idempotency-key': id },
    json: { amount: major(amount, currency) },
  }],
}

conform(fixture)

Deno.test('mercadopago: a notification without a valid signature is refused before any request', () =>
  withWorld(fixture, async ({ adapter, simulation, heardOf, budget, asked }) => {
    const payment = paymentOf('ARS')
    const { amount, currency } = payment
    const message = await simulation.webhook({ kind: 'paid', payment, amount, currency, at: NOW, number: 1 })
    const { headers = {}, query = '' } = message ?? {}
    const forged = [
      { ...headers, 'x-signature': '' },
      { ...headers, 'x-signature': `ts=${NOW}` },
      { ...headers, 'x-request-id': 'another' },
      { ...headers, 'x-signature': (headers['x-signature'] ?? '').replace(/ts=\d/, 'ts=2') },
    ]
    for (const one of forged) {
      const heard = heardOf({ body: message?.body ?? '', headers: one, query, signed: [] })
      await assertRejects(() => adapter.verify(heard, budget()), BadSignature)
    }
    const heard = heardOf({
      body: message?.body ?? '',
      headers,
      query: query.replace('data.id=1', 'data.id=2'),
      signed: [],
    })
    await assertRejects(() => adapter.verify(heard, budget()), BadSignature)
    assertEquals(asked, [])
  }))

Deno.test('mercadopago: of several tried cards, the one that paid counts', () =>
  withWorld(fixture, async ({ adapter, misbehave, budget }) => {
    const payment = paymentOf('ARS')
    const tried = (id: number, status: string) => ({
      id,
      status,
      external_reference: payment.id,
      transaction_amount: 1234.5,
      currency_id: 'ARS',
    })
    misbehave(() => Response.json({ results: [tried(3, 'in_process'), tried(2, 'approved'), tried(1, 'rejected')] }))
    assertEquals((await adapter.fetch?.(payment, budget()))?.map(({ kind, chargeRef }) => [kind, chargeRef]), [[
      'paid',
      '2',
    ]])
    misbehave(() => Response.json({ results: [tried(3, 'in_process'), tried(1, 'rejected')] }))
    assertEquals((await adapter.fetch?.(payment, budget()))?.map(({ kind }) => kind), ['pending'])
  }))

Deno.test('mercadopago: the signed manifest matches the official SDK', async () => {
  // Values of webhook.spec.ts in github.com/mercadopago/sdk-nodejs; the hash is computed in that test, and in this one by
  // another library.
  const secret = 'your_secret_key_here'
  const requestId = '2066ca19-c6f1-498a-be75-1923005edd06'
  const manifest = `id:ord01jq4s4ky8hwq6na5pxb65b3d3;request-id:${requestId};ts:1742505638683;`
  const v1 = createHmac('sha256', secret).update(manifest).digest('hex')
  const signed = (signature: string) => new Headers({ 'x-signature': signature, 'x-request-id': requestId })
  const url = (id: string) => new URL(`https://api.example.com/webhook/mercadopago?data.id=${id}`)
  for (const id of ['ord01jq4s4ky8hwq6na5pxb65b3d3', 'ORD01JQ4S4KY8HWQ6NA5PXB65B3D3']) {
    assertEquals(await check(secret, signed(`ts=1742505638683,v1=${v1}`), url(id)), id)
    assertEquals(await check(secret, signed(`v1=${v1} , ts=1742505638683,v2=00`), url(id)), id)
  }
  for (const header of ['', 'garbage', `v1=${v1}`, 'ts=1742505638683', `ts=1742505638684,v1=${v1}`, `ts=,v1=${v1}`]) {
    await assertRejects(() => check(secret, signed(header), url('ord01jq4s4ky8hwq6na5pxb65b3d3')), BadSignature)
  }
  // The signed text ("manifest") omits parts that a request does not have.
  const bare = createHmac('sha256', secret).update('ts:1742505638683;').digest('hex')
  const headers = new Headers({ 'x-signature': `ts=1742505638683,v1=${bare}` })
  assertEquals(await check(secret, headers, new URL('https://api.example.com/')), null)
})
