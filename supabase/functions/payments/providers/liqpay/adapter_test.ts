import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { assertEquals, assertRejects } from '@std/assert'
import { BadSignature } from '../errors.ts'
import { toMajor, toMinor } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Simulation } from '../testing/simulation.ts'
import { NOW, paymentOf, withWorld } from '../testing/world.ts'
import { liqpay } from './adapter.ts'
import { sign } from './signature.ts'

interface Order {
  payment_id: number
  order_id: string
  action: 'pay' | 'hold'
  status: string
  amount: number
  currency: string
  completed: boolean
  back: number
}

const STATUSES: Record<string, string> = {
  paid: 'success',
  authorized: 'hold_wait',
  pending: 'wait_secure',
  failed: 'failure',
  voided: 'reversed',
}

const signatureOf = (data: string, key: string) => createHash('sha1').update(key + data + key).digest('base64')
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

/** LiqPay's server according to its documentation: `/api/request`, and the callback to `server_url`. */
function start(
  { LIQPAY_PUBLIC_KEY: publicKey = '', LIQPAY_PRIVATE_KEY: key = '' }: Record<string, string>,
): Simulation {
  const orders = new Map<string, Order>()
  const refunds: { amount: number }[] = []
  const detailsOf = ({ completed, back: _, ...order }: Order) => ({
    result: 'ok',
    version: 3,
    public_key: publicKey,
    type: 'buy',
    paytype: 'card',
    sender_card_mask2: '424242*42',
    sender_first_name: 'Ada',
    sender_last_name: 'Lovelace',
    sender_phone: '442071234567',
    ip: '192.0.2.1',
    receiver_commission: 0.34,
    transaction_id: order.payment_id,
    ...order,
    ...(completed && { completion_date: NOW }),
  })
  const happen = ({ kind, payment, amount, currency }: Happening) => {
    orders.set(payment.id, {
      payment_id: 1_656_233_311,
      order_id: payment.id,
      action: kind === 'authorized' || kind === 'voided' ? 'hold' : 'pay',
      status: STATUSES[kind] ?? 'processing',
      amount: Number(toMajor(amount, currency)),
      currency,
      completed: false,
      back: 0,
    })
  }
  const refused = (err_code: string) => Response.json({ result: 'error', status: 'error', err_code })

  return {
    answer({ url, method, form }: Asked) {
      assertEquals([method, url.href], ['POST', 'https://www.liqpay.ua/api/request'])
      const data = form.get('data') ?? ''
      if (form.get('signature') !== signatureOf(data, key)) return refused('err_signature')
      const asked = JSON.parse(Buffer.from(data, 'base64').toString())
      assertEquals([asked.version, asked.public_key], [3, publicKey])
      const order = orders.get(asked.order_id)
      if (!order) return refused('payment_not_found')
      const { payment_id, action, currency } = order
      if (asked.action === 'status') return Response.json(detailsOf(order))
      if (asked.action === 'hold_completion') {
        if (order.status !== 'hold_wait' || asked.amount > order.amount) return refused('err_access')
        Object.assign(order, { status: 'success', amount: asked.amount, completed: true })
        return Response.json({ result: 'ok', payment_id, action, status: 'success', completion_date: NOW })
      }
      assertEquals(asked.action, 'refund')
      const amount = asked.amount ?? order.amount
      if (!['success', 'hold_wait'].includes(order.status) || order.back + amount > order.amount) {
        return refused('err_amount')
      }
      if (order.status === 'success') refunds.push({ amount: toMinor(amount, currency) })
      order.back += amount
      if (order.back === order.amount) order.status = 'reversed'
      return Response.json({ result: 'ok', payment_id, action, status: 'reversed', wait_amount: false })
    },
    happen,
    webhook(happening) {
      happen(happening)
      const order = orders.get(happening.payment.id)
      const data = encoded(order && detailsOf(order))
      const signature = signatureOf(data, key)
      return {
        body: new URLSearchParams({ data, signature }).toString(),
        signed: [encodeURIComponent(data)],
      }
    },
    unrelated() {
      const data = encoded({ action: 'subscribe', status: 'subscribed', order_id: 'monthly-17', payment_id: 3 })
      return { body: new URLSearchParams({ data, signature: signatureOf(data, key) }).toString(), signed: [] }
    },
    refunds: () => refunds,
  }
}

const fixture: Fixture = {
  provider: liqpay,
  environment: { LIQPAY_PUBLIC_KEY: 'sandbox_i12345678901', LIQPAY_PRIVATE_KEY: 'sandbox_Zb3Tq0vWmYp5LkJ8hGf2Dd' },
  live: { LIQPAY_PUBLIC_KEY: 'i12345678901', LIQPAY_PRIVATE_KEY: 'Zb3Tq0vWmYp5LkJ8hGf2DdZb3Tq0vWmYp5LkJ8hG' },
  public: ['LIQPAY_PUBLIC_KEY'],
  currency: 'UAH',
  isSigned: true,
  tells: ['paid', 'authorized', 'pending', 'failed', 'voided'],
  start,
  creates(payment, urls) {
    const data = encoded({
      version: 3,
      public_key: 'sandbox_i12345678901',
      action: payment.isHold ? 'hold' : 'pay',
      amount: 1234.5,
      currency: 'UAH',
      description: 'Ride ABCDEF',
      order_id: payment.id,
      language: 'en',
      expired_date: '2026-03-01 13:00:00',
      result_url: urls.back,
      server_url: urls.webhook,
    })
    const fields = { data, signature: signatureOf(data, 'sandbox_Zb3Tq0vWmYp5LkJ8hGf2Dd') }
    return {
      asks: [],
      next: { kind: 'form', action: 'https://www.liqpay.ua/api/3/checkout', fields },
      expiresAt: '2026-03-01T13:00:00.000Z',
    }
  },
}
conform(fixture)

Deno.test('liqpay: the signature matches the OpenSSL example of its documentation', () => {
  // Computed with: printf '%s' 'kdatak' | openssl dgst -binary -sha1 | base64
  assertEquals(sign('data', 'k'), 'OlsFdLLnDc5RTss1SBSfoIqeB3w=')
})

Deno.test('liqpay: the status sandbox does not count as paid with live keys', () =>
  withWorld(fixture, async ({ adapter, heardOf, budget }) => {
    const key = fixture.live?.LIQPAY_PRIVATE_KEY ?? ''
    const order = { action: 'pay', order_id: paymentOf('UAH').id, payment_id: 7, amount: 1234.5, currency: 'UAH' }
    const data = encoded({ ...order, status: 'sandbox' })
    const body = new URLSearchParams({ data, signature: signatureOf(data, key) }).toString()
    const facts = await adapter.verify(heardOf({ body, signed: [] }), budget())
    assertEquals(facts.map(({ kind }) => kind), ['failed'])
  }, { environment: fixture.live ?? {} }))

Deno.test('liqpay: the status sandbox counts as paid with sandbox keys only', async () => {
  const order = { action: 'pay', order_id: paymentOf('UAH').id, payment_id: 7, amount: 1234.5, currency: 'UAH' }
  const data = encoded({ ...order, status: 'sandbox' })
  const signature = signatureOf(data, fixture.environment.LIQPAY_PRIVATE_KEY ?? '')
  const body = new URLSearchParams({ data, signature }).toString()
  await withWorld(fixture, async ({ adapter, heardOf, budget }) => {
    const facts = await adapter.verify(heardOf({ body, signed: [] }), budget())
    assertEquals(facts.map(({ kind }) => kind), ['paid'])
  })
  await withWorld(fixture, async ({ adapter, heardOf, budget }) => {
    await assertRejects(() => adapter.verify(heardOf({ body, signed: [] }), budget()), BadSignature)
  }, { environment: fixture.live ?? {} })
})

Deno.test('liqpay: a repeated partial refund is left to the desk, since its state is unknown', () =>
  withWorld(fixture, async ({ adapter, simulation, budget }) => {
    const payment = paymentOf('UAH')
    await simulation.happen({ kind: 'paid', payment, amount: payment.amount, currency: 'UAH', at: NOW, number: 1 })
    const refund = { id: payment.id, amount: 1000, isRepeated: true, doneBefore: 0 }
    assertEquals((await adapter.refund({ ...payment, chargeRef: '7' }, refund, budget())).state, 'pending')
    assertEquals(simulation.refunds(), [])
  }))
