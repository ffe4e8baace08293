// Flutterwave's server, from https://developer.flutterwave.com/v3.0/docs and https://developer.flutterwave.com/docs/webhooks
import { createHmac } from 'node:crypto'
import { assertEquals, assertRejects } from '@std/assert'
import { BadSignature } from '../errors.ts'
import { toMajor } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Message, Payment, Simulation } from '../testing/simulation.ts'
import { NOW, paymentOf, REFUND_ID, urlsOf, withWorld } from '../testing/world.ts'
import type { Fact } from '../types.ts'
import { flutterwave } from './adapter.ts'
import { check } from './signature.ts'

const environment = {
  FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c-X',
  FLUTTERWAVE_SECRET_HASH: 'a long secret hash of our own choice',
}
const TRANSACTION = 288200108
const FLW_REF = 'YemiDesola/FLW275407301'

const refusal = (message: string, status = 400) => Response.json({ status: 'error', message, data: null }, { status })
const success = (message: string, data: unknown) => Response.json({ status: 'success', message, data })
const major = (amount: number, currency: string) => Number(toMajor(amount, currency))

interface Refund {
  id: number
  tx_id: number
  amount_refunded: number
  status: string
  comments?: string
}

/** Starts the server. @param repeatsComments whether the server returns the comment of a refund */
function startWith(
  repeatsComments: boolean,
  signs: (body: string, hash: string) => Pick<Message, 'headers' | 'signed'>,
) {
  return ({ FLUTTERWAVE_SECRET_KEY = '', FLUTTERWAVE_SECRET_HASH = '' }: Record<string, string>): Simulation => {
    const begun = new Set<string>()
    const refunds: Refund[] = []
    let last: Happening | null = null
    let dispute: Happening | null = null

    const transactionOf = ({ payment, kind, amount, currency }: Happening) => {
      const isCharge = kind === 'paid' || kind === 'failed' || kind === 'pending'
      return {
        id: TRANSACTION,
        tx_ref: payment.id,
        flw_ref: FLW_REF,
        device_fingerprint: 'N/A',
        amount: major(isCharge ? amount : payment.amount, currency),
        currency,
        charged_amount: major(payment.amount, currency),
        app_fee: 17.284,
        merchant_fee: 0,
        processor_response: 'Approved by Financial Institution',
        ip: '::ffff:10.5.179.3',
        status: kind === 'failed' ? 'failed' : kind === 'pending' ? 'pending' : 'successful',
        payment_type: 'card',
        created_at: '2026-03-01T12:00:00.000Z',
        card: {
          first_6digits: '232343',
          last_4digits: '4567',
          token: 'flw-t1nf-4676a40c7ddf5f12scr432aa12d471973-k3n',
        },
        customer: { name: `Ada ${payment.customer.lastName}`, email: payment.customer.email },
      }
    }

    const create = ({ json }: Asked) => {
      const { tx_ref, amount, currency, redirect_url, customer } = json as Record<string, unknown>
      if (typeof tx_ref !== 'string' || !(Number(amount) > 0) || !redirect_url) return refusal('Invalid parameters')
      if (!(customer as { email?: string }).email || !currency) return refusal('customer.email is required')
      begun.add(tx_ref)
      return success('Hosted Link', { link: `https://checkout.flutterwave.com/v3/hosted/pay/${begun.size}fd4` })
    }

    const refund = ({ json }: Asked) => {
      const { amount, comments } = json as { amount: number; comments: string }
      const gone = refunds.reduce((sum, one) => sum + one.amount_refunded, 0)
      if (!last || amount + gone > major(last.payment.amount, last.currency)) return refusal('Refund is more than paid')
      const one: Refund = { id: 75923 + refunds.length, tx_id: TRANSACTION, amount_refunded: amount, status: 'pending' }
      refunds.push({ ...one, ...(repeatsComments && { comments }) })
      return success('Transaction refund initiated', { ...one, account_id: 73362, destination: 'payment_source' })
    }

    const chargebacks = () => {
      if (!dispute) return []
      const { kind, amount, currency } = dispute
      const status = kind === 'chargeback' ? 'initiated' : kind === 'chargeback_won' ? 'won' : 'lost'
      const shared = {
        flw_ref: FLW_REF,
        transaction_id: TRANSACTION,
        stage: 'new',
        due_date: '2026-03-05T00:00:00.000Z',
      }
      return [{ id: 143, amount: major(amount, currency), status, ...shared }]
    }

    const routes: Record<string, (asked: Asked) => Response> = {
      'POST /v3/payments': create,
      [`POST /v3/transactions/${TRANSACTION}/refund`]: refund,
      [`GET /v3/transactions/${TRANSACTION}/verify`]: () =>
        last ? success('Transaction fetched successfully', transactionOf(last)) : refusal('No transaction was found'),
      'GET /v3/transactions/verify_by_reference': ({ url }) =>
        last && url.searchParams.get('tx_ref') === last.payment.id
          ? success('Transaction fetched successfully', transactionOf(last))
          : refusal('No transaction was found for this id'),
      'GET /v3/refunds': ({ url }) =>
        url.searchParams.get('from') && url.searchParams.get('to') && url.searchParams.get('id') === String(TRANSACTION)
          ? success('Refunds fetched', refunds)
          : success('Refunds fetched', []),
      'GET /v3/chargebacks': ({ url }) =>
        success('Chargebacks fetched', url.searchParams.get('flw_ref') === FLW_REF ? chargebacks() : []),
    }

    const messageOf = (value: unknown): Message => {
      const body = JSON.stringify(value)
      return { body, ...signs(body, FLUTTERWAVE_SECRET_HASH) }
    }

    return {
      answer(asked) {
        if (asked.headers.get('authorization') !== `Bearer ${FLUTTERWAVE_SECRET_KEY}`) {
          return refusal('Invalid key', 401)
        }
        const route = routes[`${asked.method} ${asked.url.pathname}`]
        return route ? route(asked) : refusal('No transaction was found for this id', 404)
      },
      happen(happening) {
        const { kind } = happening
        last = happening
        if (kind.startsWith('chargeback')) dispute = happening
        for (const one of refunds) {
          if (kind === 'refunded') one.status = 'completed'
          if (kind === 'refund_failed') one.status = 'failed'
        }
      },
      webhook(happening) {
        const { kind, payment } = happening
        if (kind === 'paid' || kind === 'failed') {
          return messageOf({
            event: 'charge.completed',
            data: transactionOf(happening),
            'event.type': 'CARD_TRANSACTION',
          })
        }
        if (kind === 'refunded' || kind === 'refund_failed') {
          return messageOf({ id: 75923, AmountRefunded: 1, status: 'completed', TransactionId: TRANSACTION })
        }
        if (!kind.startsWith('chargeback')) return null
        const event = kind === 'chargeback' ? 'chargeback.initiated' : `chargeback.${kind.slice(11)}`
        return messageOf({ event, data: { flw_ref: FLW_REF, amount: major(payment.amount, payment.currency) } })
      },
      unrelated: () => messageOf({ event: 'transfer.completed', data: { id: TRANSACTION, status: 'SUCCESSFUL' } }),
      refunds: () => refunds.map(({ amount_refunded }) => ({ amount: Math.round(amount_refunded * 100) })),
    }
  }
}

const byHash = (_: string, hash: string) => ({ headers: { 'verif-hash': hash }, signed: [] })
const bySignature = (body: string, hash: string) => ({
  headers: { 'flutterwave-signature': createHmac('sha256', hash).update(body).digest('base64') },
  signed: 'all' as const,
})

const fixture: Fixture = {
  provider: flutterwave,
  environment,
  live: { ...environment, FLUTTERWAVE_SECRET_KEY: 'FLWSECK-4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c-X' },
  currency: 'NGN',
  start: startWith(true, byHash),
  isSigned: false,
  tells: ['paid', 'failed', 'refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost'],
  createsAnew: 'every request makes another link; transactions of both have our reference',
  creates: ({ id, amount, currency, customer, product }, urls) => ({
    asks: [{
      method: 'POST',
      url: 'https://api.flutterwave.com/v3/payments',
      headers: { authorization: `Bearer ${environment.FLUTTERWAVE_SECRET_KEY}` },
      json: {
        tx_ref: id,
        amount: toMajor(amount, currency),
        currency,
        redirect_url: urls.back,
        customer: { email: customer.email, name: 'Ada Lovelace', phonenumber: customer.mobile },
        customizations: { title: product },
        meta: { payment_id: id },
      },
    }],
    next: { kind: 'redirect', url: 'https://checkout.flutterwave.com/v3/hosted/pay/1fd4' },
    ref: id,
  }),
  refunds: ({ chargeRef, currency }, { id, amount }) => [
    {
      method: 'GET',
      url: `https://api.flutterwave.com/v3/refunds?id=${chargeRef}&from=2026-03-01&to=2026-03-01`,
    },
    {
      method: 'POST',
      url: `https://api.flutterwave.com/v3/transactions/${chargeRef}/refund`,
      json: { amount: major(amount, currency), comments: id },
    },
  ],
}

// Version 3 sends its secret hash and signs nothing; version 4 signs the body.
conform(fixture)
conform({ ...fixture, start: startWith(true, bySignature), isSigned: true })

const paid = (payment: Payment): Happening => {
  const { amount, currency } = payment
  return { kind: 'paid', payment, amount, currency, at: NOW, number: 1 }
}

Deno.test('flutterwave: the payment of a version 4 webhook is queried by its reference', () =>
  withWorld({ ...fixture, start: startWith(true, bySignature) }, async ({ adapter, simulation, heardOf, budget }) => {
    const payment = paymentOf('NGN')
    await adapter.create(payment, urlsOf('flutterwave'), budget())
    await simulation.happen(paid(payment))
    const body = JSON.stringify({
      webhook_id: 'wbk_123',
      type: 'charge.completed',
      data: { id: 'chg_e1f3a2b1', amount: 1, currency: 'NGN', status: 'succeeded', reference: payment.id },
    })
    const hash = environment.FLUTTERWAVE_SECRET_HASH
    const facts: Fact[] = await adapter.verify(heardOf({ body, ...bySignature(body, hash) }), budget())
    assertEquals(facts.map(({ kind, amount }) => [kind, amount]), [['paid', payment.amount]])
  }))

Deno.test('flutterwave: if comments are not returned, an earlier refund is not sent again', () =>
  withWorld({ ...fixture, start: startWith(false, byHash) }, async ({ adapter, simulation, budget }) => {
    const payment = { ...paymentOf('NGN'), chargeRef: String(TRANSACTION) }
    await simulation.happen(paid(payment))
    const refund = { id: REFUND_ID, amount: 1000 }
    assertEquals((await adapter.refund(payment, refund, budget())).state, 'pending')
    const again = { ...refund, isRepeated: true, doneBefore: 0 }
    assertEquals((await adapter.refund(payment, again, budget())).state, 'done')
    assertEquals(simulation.refunds(), [{ amount: 1000 }])
    const other = { id: REFUND_ID.replace('feed', 'beef'), amount: 500, doneBefore: 1000 }
    assertEquals((await adapter.refund(payment, other, budget())).state, 'pending')
    assertEquals(simulation.refunds(), [{ amount: 1000 }, { amount: 500 }])
  }))

Deno.test('flutterwave: a correct hash does not excuse a wrong signature', async () => {
  const bytes = new TextEncoder().encode('what do ya want for nothing?')
  // The signature of test case 2 of RFC 4231, since Flutterwave publishes no test vector.
  const good = 'W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM='
  const signed = (signature: string) => new Headers({ 'flutterwave-signature': signature, 'verif-hash': 'Jefe' })
  assertEquals(await check('Jefe', bytes, signed(good)), undefined)
  assertEquals(await check('Jefe', bytes, new Headers({ 'verif-hash': 'Jefe' })), undefined)
  await assertRejects(() => check('Jefe', bytes, signed(good.replace('W', 'X'))), BadSignature)
  await assertRejects(() => check('Jefe', bytes, new Headers({ 'verif-hash': 'jefe' })), BadSignature)
  await assertRejects(() => check('Jefe', bytes, new Headers()), BadSignature)
})
