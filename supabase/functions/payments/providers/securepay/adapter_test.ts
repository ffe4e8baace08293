// SecurePay's server, from https://auspost.com.au/payments/docs/securepay/
import { assertEquals, assertRejects } from '@std/assert'
import { ProviderFailure } from '../../../_shared/http-client/failure.ts'
import { PaymentRefused } from '../errors.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Simulation } from '../testing/simulation.ts'
import { NOW, paymentOf, withWorld } from '../testing/world.ts'
import type { Payment } from '../types.ts'
import { securepay } from './adapter.ts'

const environment = {
  SECUREPAY_CLIENT_ID: '0oaxb9i8P9vQdXTsn3l5',
  SECUREPAY_CLIENT_SECRET: '1bCtHV4y2cd-VJG_wECB3K0kqDQIkpDQ8pJ7kjtq',
  SECUREPAY_MERCHANT_CODE: '5AR0055',
  SECUREPAY_SANDBOX: 'true',
}
const API = 'https://payments-stest.npe.auspost.zone'
const AUTH = 'https://auth.sandbox.spa.pmnts.io/oauth/token'
const CARD = '47111111-2222-3333-4444-555555555555'

const refusal = (code: string, detail: string, status = 400) =>
  Response.json({ errors: [{ id: '1', code, detail }] }, { status })

interface Order {
  amount: number
  isHold: boolean
  captured: number
}

function start(environment: Record<string, string>): Simulation {
  const { SECUREPAY_CLIENT_ID, SECUREPAY_CLIENT_SECRET, SECUREPAY_MERCHANT_CODE } = environment
  const cards = new Map<string, Happening>()
  const orders = new Map<string, Order>()
  const refunds: { amount: number }[] = []
  const answered = new Map<string, { body: unknown; status: number }>()
  let tokens = 0

  const said = (orderId: string, amount: number, more: Record<string, unknown> = {}) => ({
    createdAt: '2026-03-01T23:00:00.000+11:00',
    merchantCode: SECUREPAY_MERCHANT_CODE,
    customerCode: 'anonymous',
    token: CARD,
    ip: '127.0.0.1',
    amount,
    currency: 'AUD',
    status: 'paid',
    orderId,
    bankTransactionId: `8ab${refunds.length}`,
    gatewayResponseCode: '00',
    gatewayResponseMessage: 'Approved',
    ...more,
  })

  const pay = (isHold: boolean) => ({ json }: Asked) => {
    const { token, amount, orderId } = json as Record<string, string | number>
    const card = cards.get(String(token))
    if (!card) return refusal('INVALID_TOKEN', 'The token is not known')
    if (card.kind === 'failed') {
      const failed = { status: 'failed', gatewayResponseCode: '51', gatewayResponseMessage: 'Insufficient Funds' }
      return Response.json(said(String(orderId), Number(amount), failed), { status: 201 })
    }
    orders.set(String(orderId), { amount: Number(amount), isHold, captured: isHold ? 0 : Number(amount) })
    return Response.json(said(String(orderId), Number(amount)), { status: 201 })
  }
  const refund = (orderId: string, { json }: Asked) => {
    const { amount } = json as { amount: number }
    const gone = refunds.reduce((sum, one) => sum + one.amount, 0)
    if (amount + gone > (orders.get(orderId)?.captured ?? 0)) return refusal('REFUND_TOO_LARGE', 'More than was paid')
    refunds.push({ amount })
    return Response.json(said(orderId, amount), { status: 201 })
  }
  const end = (orderId: string, what: string, { json }: Asked) => {
    const order = orders.get(orderId)
    if (!order?.isHold || order.captured > 0) return refusal('INVALID_STATE', 'Not a hold')
    if (what === 'cancel') return Response.json({ merchantCode: SECUREPAY_MERCHANT_CODE, orderId, createdAt: '2026' })
    order.captured = (json as { amount: number }).amount
    return Response.json(said(orderId, order.captured))
  }

  const route = (asked: Asked): Response => {
    const path = asked.url.pathname
    if (path === '/v2/payments') return pay(false)(asked)
    if (path === '/v2/payments/preauths') return pay(true)(asked)
    const [, refunded] = /^\/v2\/orders\/(\w+)\/refunds$/.exec(path) ?? []
    if (refunded) return refund(refunded, asked)
    const [, orderId = '', what = ''] = /^\/v2\/payments\/preauths\/(\w+)\/(capture|cancel)$/.exec(path) ?? []
    return orderId ? end(orderId, what, asked) : refusal('NOT_FOUND', 'No such resource', 404)
  }

  const token = ({ headers, form }: Asked) => {
    const isGood = headers.get('authorization') === `Basic ${btoa(`${SECUREPAY_CLIENT_ID}:${SECUREPAY_CLIENT_SECRET}`)}`
    if (!isGood) return Response.json({ error: 'access_denied' }, { status: 401 })
    if (
      form.get('grant_type') !== 'client_credentials' || form.get('audience') !== 'https://api.payments.auspost.com.au'
    ) {
      return Response.json({ error: 'invalid_request' }, { status: 400 })
    }
    tokens++
    return Response.json({ access_token: `jwt-${tokens}`, expires_in: 3600, token_type: 'Bearer' })
  }

  return {
    async answer(asked) {
      if (asked.url.href === AUTH) return token(asked)
      const { merchantCode, ip } = asked.json as Record<string, string>
      if (asked.headers.get('authorization') !== `Bearer jwt-${tokens}`) return refusal('UNAUTHORIZED', 'No', 401)
      if (merchantCode !== SECUREPAY_MERCHANT_CODE || !ip) return refusal('INVALID', 'merchantCode and ip')
      const key = asked.headers.get('idempotency-key') ?? ''
      const known = answered.get(key)
      if (known) return Response.json(known.body, { status: known.status })
      const answer = route(asked)
      answered.set(key, { body: await answer.clone().json(), status: answer.status })
      return answer
    },
    happen() {},
    webhook: () => null,
    yields(happening) {
      cards.set(CARD, happening)
      return { token: CARD }
    },
    refunds: () => refunds,
  }
}

const fixture: Fixture = {
  provider: securepay,
  environment,
  live: { ...environment, SECUREPAY_SANDBOX: '' },
  public: ['SECUREPAY_CLIENT_ID', 'SECUREPAY_MERCHANT_CODE'],
  currency: 'AUD',
  start,
  isSigned: false,
  tells: [],
  answers: [],
  creates: () => ({
    asks: [],
    next: {
      kind: 'client',
      script: `${API}/v3/ui/client/securepay-ui.min.js`,
      params: { clientId: '0oaxb9i8P9vQdXTsn3l5', merchantCode: '5AR0055' },
    },
  }),
  refunds: ({ chargeRef }, { id, amount }) => [{
    method: 'POST',
    url: `${API}/v2/orders/${chargeRef}/refunds`,
    headers: { 'idempotency-key': id, authorization: 'Bearer jwt-1' },
    json: { merchantCode: '5AR0055', ip: '127.0.0.1', amount },
  }],
}

conform(fixture)

const happeningOf = (kind: Happening['kind'], payment: Payment): Happening => {
  const { amount, currency } = payment
  return { kind, payment, amount, currency, at: NOW, number: 1 }
}

Deno.test('securepay: a token pays, and only once', () =>
  withWorld(fixture, async ({ adapter, simulation, asked, budget }) => {
    const payment = paymentOf('AUD')
    const params = await simulation.yields?.(happeningOf('paid', payment)) ?? {}
    const facts = await adapter.complete?.(payment, { ...params, amount: '1' }, budget())
    const orderId = facts?.[0]?.chargeRef ?? ''
    assertEquals([orderId.slice(0, 32), orderId.length], [payment.id.replaceAll('-', ''), 36])
    assertEquals(asked.map(({ method, url }) => `${method} ${url.href}`), [`POST ${AUTH}`, `POST ${API}/v2/payments`])
    assertEquals(asked[1]?.json, {
      merchantCode: '5AR0055',
      ip: '127.0.0.1',
      amount: payment.amount,
      token: CARD,
      orderId,
    })
    assertEquals(asked[1]?.headers.get('idempotency-key'), `pay-${orderId}`)
    assertEquals(await adapter.complete?.(payment, params, budget()), facts)
  }))

Deno.test('securepay: a declined card is reported', () =>
  withWorld(fixture, async ({ adapter, simulation, budget }) => {
    const payment = paymentOf('AUD')
    const params = await simulation.yields?.(happeningOf('failed', payment)) ?? {}
    const error = await assertRejects(
      () => adapter.complete?.(payment, params, budget()) ?? Promise.resolve(),
      PaymentRefused,
    )
    assertEquals([error.key, error.message], ['payment_declined', '51 Insufficient Funds'])
  }))

Deno.test('securepay: an access token is cached until it expires, and fetched again if it is revoked', () =>
  withWorld(fixture, async ({ adapter, simulation, asked, budget, clock, misbehave }) => {
    const payment = paymentOf('AUD')
    const pay = async () => {
      const params = await simulation.yields?.(happeningOf('paid', payment)) ?? {}
      return await adapter.complete?.(payment, params, budget())
    }
    const tokens = () => asked.filter(({ url }) => url.href === AUTH).length
    await pay()
    clock.now = NOW + 3_539_000
    await pay()
    assertEquals(tokens(), 1)
    clock.now = NOW + 3_541_000
    await pay()
    assertEquals(tokens(), 2)
    misbehave(() => Response.json({}, { status: 401 }))
    await assertRejects(pay, ProviderFailure)
    misbehave(null)
    await pay()
    assertEquals(tokens(), 3)
  }))

Deno.test('securepay: a response about another order is ignored', () =>
  withWorld(fixture, async ({ adapter, simulation, budget, misbehave }) => {
    const payment = paymentOf('AUD')
    const params = await simulation.yields?.(happeningOf('paid', payment)) ?? {}
    const token = { access_token: 'jwt-1', expires_in: 3600 }
    const answers = [Response.json(token), Response.json({ status: 'paid', orderId: 'another', amount: 1 })]
    misbehave(() => answers.shift() ?? new Response(null, { status: 500 }))
    await assertRejects(() => adapter.complete?.(payment, params, budget()) ?? Promise.resolve(), ProviderFailure)
  }))
