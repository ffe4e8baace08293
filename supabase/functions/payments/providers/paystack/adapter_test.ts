// Paystack's server, from https://paystack.com/docs/api/ and https://paystack.com/docs/payments/webhooks/
import { createHmac } from 'node:crypto'
import { assertEquals, assertRejects } from '@std/assert'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { decimalsOf } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Payment, Simulation } from '../testing/simulation.ts'
import { NOW, paymentOf, urlsOf, withWorld } from '../testing/world.ts'
import { paystack } from './adapter.ts'
import { check } from './signature.ts'

const LIVE = 'sk_live_9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b'
const SECRET = 'sk_test_1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b'
const TRANSACTION = 4099260516

const CARD = {
  token: 'AUTH_uh8bcl3zbn',
  customer: 'ada@example.com',
  brand: 'visa',
  last4: '4081',
  expMonth: 12,
  expYear: 2030,
}

const unitsOf = (amount: number, currency: string) => amount * 10 ** (2 - decimalsOf(currency))
const refusal = (message: string, status = 400) => Response.json({ status: false, message }, { status })
const success = (message: string, data: unknown) => Response.json({ status: true, message, data })

interface Refund {
  id: number
  transaction: number
  amount: number
  currency: string
  status: string
  merchant_note: string
}

function start({ PAYSTACK_SECRET_KEY = '' }: Record<string, string>): Simulation {
  const begun = new Map<string, { amount: number; currency: string; access: string }>()
  const refunds: Refund[] = []
  let last: Happening | null = null
  let bank: 'pays' | 'asks' | 'declines' = 'pays'
  const charged = new Map<string, string>()
  const kept = new Set([CARD.token])
  const metadata = new Map<string, string>()

  const transactionOf = (payment: Payment, happening: Happening | null) => {
    const { kind = 'pending', currency = payment.currency, amount = payment.amount } = happening ?? {}
    const isPaid = kind !== 'pending' && kind !== 'failed'
    const isCharge = kind === 'paid' || kind === 'pending' || kind === 'failed'
    return {
      id: TRANSACTION,
      domain: 'test',
      status: kind === 'failed' ? 'failed' : isPaid ? 'success' : 'abandoned',
      reference: payment.id,
      receipt_number: null,
      amount: unitsOf(isCharge ? amount : payment.amount, currency),
      gateway_response: 'Successful',
      paid_at: '2026-03-01T12:00:00.000Z',
      channel: 'card',
      currency,
      ip_address: '197.210.54.33',
      metadata: metadata.has(payment.id) ? JSON.parse(metadata.get(payment.id) ?? '') : '',
      fees: 1028300,
      authorization: {
        authorization_code: CARD.token,
        bin: '408408',
        last4: '4081',
        exp_month: '12',
        exp_year: '2030',
        channel: 'card',
        card_type: 'visa ',
        bank: 'TEST BANK',
        brand: 'visa',
        reusable: true,
      },
      customer: { id: 181873746, email: payment.customer.email, last_name: payment.customer.lastName },
    }
  }

  const initialize = ({ json }: Asked) => {
    const { amount, email, reference, currency, metadata: sent = '' } = json as Record<string, string>
    if (!email || !amount || !/^[1-9]\d*$/.test(amount)) return refusal('Invalid Amount Sent')
    if (!reference || !/^[\w.=-]+$/.test(reference)) return refusal('Invalid reference')
    const known = begun.get(reference)
    if (known) return refusal('Duplicate Transaction Reference')
    begun.set(reference, { amount: Number(amount), currency: currency ?? 'NGN', access: '3ni8kdavz62431k' })
    metadata.set(reference, sent)
    return success('Authorization URL created', {
      authorization_url: 'https://checkout.paystack.com/3ni8kdavz62431k',
      access_code: '3ni8kdavz62431k',
      reference,
    })
  }

  const charge = ({ json }: Asked) => {
    const { authorization_code, email, amount, currency = 'NGN', reference = '' } = json as Record<string, string>
    if (authorization_code !== CARD.token || email !== CARD.customer) return refusal('Invalid authorization code', 404)
    if (charged.has(reference)) return refusal('Duplicate Transaction Reference')
    charged.set(reference, bank)
    begun.set(reference, { amount: Number(amount), currency, access: '0744ub5o065nwyz' })
    const minor = Number(amount) / 10 ** (2 - decimalsOf(currency))
    const payment = paymentOf(currency, { id: reference, amount: minor })
    const kind = bank === 'pays' ? 'paid' : bank === 'asks' ? 'pending' : 'failed'
    last = { kind, payment, amount: minor, currency, at: NOW, number: 1 }
    if (bank !== 'asks') return success('Charge attempted', transactionOf(payment, last))
    return success('Please, redirect your customer to the authorization url provided', {
      authorization_url: 'https://checkout.paystack.com/resume/0744ub5o065nwyz',
      reference,
      access_code: '0744ub5o065nwyz',
      paused: true,
    })
  }

  const deactivate = ({ json }: Asked) => {
    const { authorization_code = '' } = json as Record<string, string>
    return kept.delete(authorization_code)
      ? success('Authorization has been deactivated', null)
      : refusal('Authorization code is invalid', 404)
  }

  const refund = ({ json }: Asked) => {
    const { transaction, amount, currency, merchant_note } = json as Record<string, string | number>
    if (String(transaction) !== String(TRANSACTION) || !last) return refusal('Transaction not found', 404)
    const before = refunds.reduce((sum, one) => sum + one.amount, 0)
    if (Number(amount) + before > unitsOf(last.payment.amount, last.currency)) {
      return refusal('Refund amount cannot be more than transaction amount')
    }
    const one = {
      id: 3018284 + refunds.length,
      transaction: TRANSACTION,
      amount: Number(amount),
      currency: String(currency),
      status: 'pending',
      merchant_note: String(merchant_note),
    }
    refunds.push(one)
    return success('Refund has been queued for processing', { ...one, transaction: { id: TRANSACTION } })
  }

  return {
    answer(asked) {
      const { method, url, headers } = asked
      if (headers.get('authorization') !== `Bearer ${PAYSTACK_SECRET_KEY}`) return refusal('Invalid key', 401)
      const what = `${method} ${url.pathname}`
      if (what === 'POST /transaction/initialize') return initialize(asked)
      if (what === 'POST /transaction/charge_authorization') return charge(asked)
      if (what === 'POST /customer/authorization/deactivate') return deactivate(asked)
      if (what === 'POST /refund') return refund(asked)
      if (what === 'GET /refund') {
        const found = refunds.filter(({ transaction }) => url.searchParams.get('transaction') === String(transaction))
        return success('Refunds retrieved', found)
      }
      const [, reference] = /^\/transaction\/verify\/([^/]+)$/.exec(url.pathname) ?? []
      if (!reference || !begun.has(reference)) return refusal('Transaction reference not found.')
      const payment = last?.payment ?? { id: reference, amount: 1, currency: 'NGN', customer: {} } as unknown as Payment
      return success('Verification successful', transactionOf(payment, last))
    },
    bank(does) {
      bank = does
    },
    charges: () => charged.size,
    happen(happening) {
      last = happening
      const { kind, refund } = happening
      for (const one of refunds) {
        if (one.merchant_note === refund?.id) one.status = kind === 'refunded' ? 'processed' : 'failed'
      }
    },
    webhook(happening) {
      const { kind, payment, amount, currency } = happening
      const message = (event: string, data: unknown) => {
        const body = JSON.stringify({ event, data })
        const signature = createHmac('sha512', PAYSTACK_SECRET_KEY).update(body).digest('hex')
        return { body, headers: { 'x-paystack-signature': signature }, signed: 'all' as const }
      }
      const transaction = transactionOf(payment, happening)
      if (kind === 'paid') return message('charge.success', transaction)
      if (kind === 'refunded' || kind === 'refund_failed') {
        return message(kind === 'refunded' ? 'refund.processed' : 'refund.failed', {
          status: kind === 'refunded' ? 'processed' : 'failed',
          transaction_reference: payment.id,
          refund_reference: 'TRF_1234567890',
          amount: String(unitsOf(amount, currency)),
          currency,
          processor: 'instant-transfer',
          customer: { first_name: payment.customer.firstName, last_name: payment.customer.lastName },
          integration: 412829,
          domain: 'test',
        })
      }
      if (!kind.startsWith('chargeback')) return null
      const isOpen = kind === 'chargeback'
      return message(isOpen ? 'charge.dispute.create' : 'charge.dispute.resolve', {
        id: 2867,
        refund_amount: unitsOf(amount, currency),
        currency,
        status: isOpen ? 'awaiting-merchant-feedback' : 'resolved',
        resolution: isOpen ? null : kind === 'chargeback_won' ? 'declined' : 'merchant-accepted',
        domain: 'test',
        transaction,
        category: 'chargeback',
        customer: { email: payment.customer.email },
        bin: '408408',
        last4: '4081',
        dueAt: '2026-03-03T18:00:00.000Z',
      })
    },
    unrelated() {
      const body = JSON.stringify({ event: 'transfer.success', data: { id: 1, amount: 100, currency: 'NGN' } })
      const signature = createHmac('sha512', PAYSTACK_SECRET_KEY).update(body).digest('hex')
      return { body, headers: { 'x-paystack-signature': signature }, signed: 'all' }
    },
    refunds: () => refunds.map(({ amount, currency }) => ({ amount: amount / 10 ** (2 - decimalsOf(currency)) })),
  }
}

const fixture: Fixture = {
  provider: paystack,
  environment: { PAYSTACK_SECRET_KEY: SECRET },
  live: { PAYSTACK_SECRET_KEY: LIVE },
  currency: 'NGN',
  start,
  isSigned: true,
  tells: ['paid', 'refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost'],
  createsAnew: 'a reference is taken once, and a link that was lost is told nowhere: the second has a suffix',
  creates: ({ id, amount, currency, customer }, urls) => ({
    asks: [{
      method: 'POST',
      url: 'https://api.paystack.co/transaction/initialize',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      json: {
        email: customer.email,
        amount: String(unitsOf(amount, currency)),
        currency,
        reference: id,
        callback_url: urls.back,
        metadata: JSON.stringify({ payment_id: id, cancel_action: urls.cancel }),
      },
    }],
    next: { kind: 'redirect', url: 'https://checkout.paystack.com/3ni8kdavz62431k' },
    ref: id,
  }),
  cards: {
    found: CARD,
    creates: ({ id, amount, currency, customer }, urls) => [{
      method: 'POST',
      url: 'https://api.paystack.co/transaction/initialize',
      json: {
        email: customer.email,
        amount: String(unitsOf(amount, currency)),
        currency,
        reference: id,
        callback_url: urls.back,
        metadata: JSON.stringify({ payment_id: id, cancel_action: urls.cancel, saves_card: true }),
        channels: ['card'],
      },
    }],
    charges: ({ id, amount, currency }) => [{
      method: 'POST',
      url: 'https://api.paystack.co/transaction/charge_authorization',
      headers: { authorization: `Bearer ${SECRET}` },
      json: {
        authorization_code: CARD.token,
        email: CARD.customer,
        amount: String(unitsOf(amount, currency)),
        currency,
        reference: id,
        metadata: JSON.stringify({ payment_id: id }),
      },
    }],
    forgets: ({ token }) => [{
      method: 'POST',
      url: 'https://api.paystack.co/customer/authorization/deactivate',
      headers: { authorization: `Bearer ${SECRET}` },
      json: { authorization_code: token },
    }],
  },
  refunds: ({ currency, chargeRef }, { id, amount }) => [
    { method: 'GET', url: `https://api.paystack.co/refund?transaction=${chargeRef}&perPage=100` },
    {
      method: 'POST',
      url: 'https://api.paystack.co/refund',
      json: { transaction: String(TRANSACTION), amount: unitsOf(amount, currency), currency, merchant_note: id },
    },
  ],
}

conform(fixture)

Deno.test('paystack: a paid payment is not started again', () =>
  withWorld(fixture, async ({ adapter, simulation, budget }) => {
    const payment = paymentOf('NGN')
    const urls = urlsOf('paystack')
    await adapter.create(payment, urls, budget())
    const second = await adapter.create(payment, urls, budget())
    assertEquals(second.ref, `${payment.id}.abababab`)
    const { amount, currency } = payment
    await simulation.happen({ kind: 'paid', payment, amount, currency, at: NOW, number: 1 })
    assertEquals(await adapter.create(payment, urls, budget()), {
      next: { kind: 'redirect', url: urls.back },
      ref: payment.id,
    })
  }))

Deno.test('paystack: a payment started twice is found by its paid transaction', () =>
  withWorld(fixture, async ({ adapter, simulation, asked, budget }) => {
    const payment = paymentOf('NGN')
    const { amount, currency } = payment
    await adapter.create(payment, urlsOf('paystack'), budget())
    const { ref = null } = await adapter.create(payment, urlsOf('paystack'), budget())
    await simulation.happen({ kind: 'paid', payment, amount, currency, at: NOW, number: 1 })
    asked.length = 0
    const facts = await adapter.fetch?.({ ...payment, ref }, budget()) ?? []
    assertEquals(facts.map(({ kind, paymentId }) => [kind, paymentId]).at(-1), ['paid', payment.id])
    assertEquals(asked.map(({ url }) => url.pathname), [
      `/transaction/verify/${ref}`,
      `/transaction/verify/${payment.id}`,
    ])
  }))

Deno.test('paystack: a customer without an email address gets one without a recipient', () =>
  withWorld(fixture, async ({ adapter, asked, budget }) => {
    const payment = paymentOf('NGN')
    await adapter.create({ ...payment, customer: { ...payment.customer, email: '' } }, urlsOf('paystack'), budget())
    assertEquals((asked[0]?.json as { email: string }).email, `${payment.customer.id}@example.com`)
  }))

Deno.test('paystack: a payment that is too small is refused and not retried', () =>
  withWorld(fixture, async ({ adapter, asked, budget }) => {
    await assertRejects(
      () => adapter.create(paymentOf('NGN', { amount: 0 }), urlsOf('paystack'), budget()),
      PaymentRefused,
    )
    assertEquals(asked.length, 1)
  }))

Deno.test('paystack: the signature is the HMAC-SHA512 of RFC 4231', async () => {
  // The signature of test case 2 of RFC 4231, since Paystack publishes no test vector.
  const signature = '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554' +
    '9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737'
  const bytes = new TextEncoder().encode('what do ya want for nothing?')
  assertEquals(await check('Jefe', bytes, signature), undefined)
  await assertRejects(() => check('Jefe', bytes, signature.replace('1', '2')), BadSignature)
  await assertRejects(() => check('Jefe', bytes, null), BadSignature)
})
