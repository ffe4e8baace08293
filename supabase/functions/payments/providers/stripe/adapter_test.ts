import { assertEquals, assertRejects, assertThrows } from '@std/assert'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { conform } from '../testing/conformance.ts'
import type { Fixture, Message } from '../testing/simulation.ts'
import { NOW, PAYMENT_ID, paymentOf, REFUND_ID, urlsOf, withWorld, type World } from '../testing/world.ts'
import type { Payment } from '../types.ts'
import { stripe } from './adapter.ts'
import { fromStripe, toStripe } from './money.ts'
import { verifySignature } from './signature.ts'
import { KEPT } from './simulation-objects.ts'
import { StripeServer } from './simulation.ts'

const headers = {
  authorization: 'Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'stripe-version': '2024-06-20',
}

const fixture = {
  provider: stripe,
  environment: {
    STRIPE_SECRET_KEY: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
    STRIPE_WEBHOOK_SECRET: 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH',
  },
  live: {
    STRIPE_SECRET_KEY: 'sk_live_4eC39HqLyjWDarjtT1zdp7dc',
    STRIPE_WEBHOOK_SECRET: 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH',
  },
  currency: 'EUR',
  currencies: ['JPY', 'KWD', 'ISK', 'UGX', 'HUF', 'TWD'],
  start: (environment: Record<string, string>) => new StripeServer(environment),
  creates: (payment, urls) => ({
    asks: [{
      method: 'POST',
      url: 'https://api.stripe.com/v1/checkout/sessions',
      headers: { ...headers, 'idempotency-key': `create-${payment.id}` },
      form: {
        mode: 'payment',
        client_reference_id: payment.id,
        'metadata[payment_id]': payment.id,
        'payment_intent_data[metadata][payment_id]': payment.id,
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': payment.currency.toLowerCase(),
        'line_items[0][price_data][unit_amount]': ['ISK', 'UGX'].includes(payment.currency) ? '12345000' : '123450',
        'line_items[0][price_data][product_data][name]': 'Ride ABCDEF',
        customer_email: 'ada@example.com',
        locale: 'en',
        success_url: urls.back,
        cancel_url: urls.cancel,
        expires_at: '1772373600',
      },
    }],
    next: { kind: 'redirect', url: 'https://checkout.stripe.com/c/pay/cs_test_1' },
    ref: 'cs_test_1',
    expiresAt: '2026-03-01T14:00:00.000Z',
  }),
  refunds: ({ id, chargeRef }, refund) => [
    { method: 'GET', url: `https://api.stripe.com/v1/refunds?payment_intent=${chargeRef}&limit=100`, headers },
    {
      method: 'POST',
      url: 'https://api.stripe.com/v1/refunds',
      headers: { ...headers, 'idempotency-key': `refund-${refund.id}` },
      form: {
        payment_intent: `${chargeRef}`,
        amount: String(refund.amount),
        'metadata[payment_id]': id,
        'metadata[refund_id]': refund.id,
      },
    },
  ],
  cards: {
    found: KEPT,
    creates: (payment, urls) => [{
      method: 'POST',
      url: 'https://api.stripe.com/v1/checkout/sessions',
      headers: { 'idempotency-key': `create-${payment.id}` },
      form: {
        mode: 'payment',
        client_reference_id: payment.id,
        'metadata[payment_id]': payment.id,
        'payment_intent_data[metadata][payment_id]': payment.id,
        customer_creation: 'always',
        'payment_intent_data[setup_future_usage]': 'off_session',
        'line_items[0][quantity]': '1',
        'line_items[0][price_data][currency]': 'eur',
        'line_items[0][price_data][unit_amount]': '123450',
        'line_items[0][price_data][product_data][name]': 'Ride ABCDEF',
        customer_email: 'ada@example.com',
        locale: 'en',
        success_url: urls.back,
        cancel_url: urls.cancel,
        expires_at: '1772373600',
      },
    }],
    charges: (payment, card, urls) => [{
      method: 'POST',
      url: 'https://api.stripe.com/v1/payment_intents',
      headers: { ...headers, 'idempotency-key': `charge-${payment.id}` },
      form: {
        amount: '123450',
        currency: 'eur',
        'payment_method_types[0]': 'card',
        payment_method: card.token,
        customer: card.customer ?? '',
        confirm: 'true',
        return_url: urls.back,
        description: 'Ride ABCDEF',
        ...(payment.isHold && { capture_method: 'manual' }),
        'metadata[payment_id]': payment.id,
        'metadata[saved_card]': '1',
        'expand[]': 'latest_charge.balance_transaction',
      },
    }],
    forgets: ({ token }) => [{
      method: 'POST',
      url: `https://api.stripe.com/v1/payment_methods/${token}/detach`,
      headers: { ...headers, 'idempotency-key': `forget-${token}` },
    }],
  },
  // deno-fmt-ignore
  tells: ['paid', 'authorized', 'pending', 'failed', 'voided', 'refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost'],
  answers: ['paid', 'authorized', 'pending', 'failed', 'voided'],
  isSigned: true,
  ageLimitMs: 300_000,
} satisfies Fixture

conform(fixture)

/** Creates a payment that the customer is about to pay. */
async function begun({ adapter, budget }: World, changes: Partial<Payment> = {}): Promise<Payment> {
  const payment = paymentOf('EUR', changes)
  const { ref = null } = await adapter.create(payment, urlsOf('stripe'), budget())
  return { ...payment, ref }
}

/** The facts that the adapter makes of a signed event. */
async function facts(world: World, type: string, object: unknown, options?: { livemode?: boolean }) {
  const message: Message = (world.simulation as StripeServer).event(type, object, options)
  return await world.adapter.verify(world.heardOf(message), world.budget())
}

const kinds = async (...args: Parameters<typeof facts>) => (await facts(...args)).map(({ kind }) => kind)

const session = (changes: Record<string, unknown> = {}) => ({
  id: 'cs_test_1',
  object: 'checkout.session',
  client_reference_id: PAYMENT_ID,
  amount_total: 123_450,
  currency: 'eur',
  payment_intent: 'pi_1',
  payment_status: 'paid',
  ...changes,
})

const intent = (changes: Record<string, unknown> = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: 123_450,
  currency: 'eur',
  metadata: { payment_id: PAYMENT_ID },
  ...changes,
})

Deno.test('stripe: a completed but unpaid session pays nothing', () =>
  withWorld(fixture, async (world) => {
    const completed = 'checkout.session.completed'
    assertEquals(await kinds(world, completed, session({ payment_status: 'unpaid' })), ['pending'])
    assertEquals(await kinds(world, completed, session({ payment_status: 'no_payment_required' })), ['pending'])
    assertEquals(await kinds(world, completed, session({ payment_status: undefined })), ['pending'])
    const [fact] = await facts(world, 'checkout.session.async_payment_succeeded', session())
    assertEquals([fact?.kind, fact?.ref, fact?.chargeRef], ['paid', 'cs_test_1', 'pi_1'])
    assertEquals(await kinds(world, 'checkout.session.async_payment_failed', session()), ['failed'])
  }))

Deno.test('stripe: a declined card leaves the session open for another one', () =>
  withWorld(fixture, async (world) => {
    assertEquals(await kinds(world, 'payment_intent.payment_failed', intent()), ['pending'])
    assertEquals(await kinds(world, 'payment_intent.canceled', intent({ status: 'canceled' })), ['failed'])
  }))

Deno.test('stripe: events of the other mode are refused', () =>
  withWorld(fixture, async (world) => {
    await assertRejects(
      () => facts(world, 'checkout.session.completed', session(), { livemode: true }),
      BadSignature,
    )
  }))

Deno.test('stripe: events of other systems on the same account are ignored', () =>
  withWorld(fixture, async (world) => {
    assertEquals(
      await facts(world, 'checkout.session.completed', session({ client_reference_id: 'order-17' })),
      [],
    )
    assertEquals(await facts(world, 'payment_intent.succeeded', intent({ status: 'succeeded', metadata: {} })), [])
  }))

Deno.test('stripe: an inquiry of the bank takes no money', () =>
  withWorld(fixture, async (world) => {
    const dispute = {
      id: 'du_1',
      object: 'dispute',
      amount: 100,
      currency: 'eur',
      metadata: { payment_id: PAYMENT_ID },
    }
    const created = 'charge.dispute.created'
    assertEquals(await kinds(world, created, { ...dispute, status: 'warning_needs_response' }), [])
    assertEquals(await kinds(world, 'charge.dispute.closed', { ...dispute, status: 'warning_closed' }), [])
    assertEquals(await kinds(world, 'charge.dispute.funds_withdrawn', { ...dispute, status: 'needs_response' }), [
      'chargeback',
    ])
  }))

Deno.test('stripe: a chargeback has its deadline', () =>
  withWorld(fixture, async (world) => {
    const [fact] = await facts(world, 'charge.dispute.created', {
      id: 'du_1',
      object: 'dispute',
      amount: 5000,
      currency: 'eur',
      status: 'needs_response',
      metadata: { payment_id: PAYMENT_ID },
      evidence_details: { due_by: 1_773_000_000 },
      balance_transactions: [{ amount: -5000, fee: 1500, currency: 'eur' }],
    })
    assertEquals([fact?.amount, fact?.disputeRef, fact?.dueAt, fact?.fee], [
      5000,
      'du_1',
      '2026-03-08T20:00:00.000Z',
      1500,
    ])
  }))

Deno.test('stripe: the fee counts if it is in the payment’s currency', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    const happening = { kind: 'paid', payment, amount: 123_450, currency: 'EUR', at: NOW, number: 1 } as const
    world.simulation.happen(happening)
    const [fact] = await world.adapter.fetch?.(payment, world.budget()) ?? []
    assertEquals(fact?.fee, 25)
    const charge = { object: 'charge', captured: true, balance_transaction: 'txn_1', payment_intent: fact?.chargeRef }
    const [told] = await facts(world, 'charge.updated', charge)
    assertEquals([told?.kind, told?.fee, told?.chargeRef], ['paid', 25, fact?.chargeRef])
    assertEquals(await facts(world, 'charge.updated', { ...charge, captured: false }), [])
  }))

Deno.test('stripe: a hold is a session with manual capture, and voiding it early ends the session', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world, { isHold: true })
    assertEquals(world.asked[0]?.form.get('payment_intent_data[capture_method]'), 'manual')
    assertEquals((await world.adapter.void?.(payment, world.budget()))?.map(({ kind }) => kind), ['failed'])
    assertEquals(world.asked.at(-1)?.url.pathname, `/v1/checkout/sessions/${payment.ref}/expire`)
  }))

Deno.test('stripe: a saved card is reserved while its owner is away, and a bank that wants them is asked again', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('EUR', { isHold: true })
    const charge = () => world.adapter.cards?.charge(payment, KEPT, urlsOf('stripe'), world.budget(), true)
    assertEquals((await charge())?.facts.map(({ kind }) => kind), ['authorized'])
    const [asked] = world.asked
    assertEquals([asked?.form.get('off_session'), asked?.form.get('return_url')], ['true', null])
  }))

Deno.test('stripe: a bank that wants an absent owner leads to a step for later, not to a decline', () =>
  withWorld(fixture, async (world) => {
    world.simulation.bank?.('asks')
    const payment = paymentOf('EUR', { isHold: true })
    const charged = await world.adapter.cards?.charge(payment, KEPT, urlsOf('stripe'), world.budget(), true)
    assertEquals(charged?.facts, [])
    assertEquals(charged?.next?.kind, 'redirect')
    assertEquals(world.asked.at(-1)?.url.pathname, `/v1/payment_intents/${charged?.ref}/confirm`)
    assertEquals(world.asked.at(-1)?.form.get('return_url'), urlsOf('stripe').back)
    const failed = { object: 'payment_intent', id: charged?.ref, amount: 123_450, currency: 'eur' }
    const metadata = { payment_id: payment.id, saved_card: '1' }
    const kinds = async (last_payment_error: object) =>
      (await facts(world, 'payment_intent.payment_failed', { ...failed, metadata, last_payment_error })).map((
        { kind },
      ) => kind)
    assertEquals(await kinds({ code: 'authentication_required' }), ['pending'])
    assertEquals(await kinds({ code: 'card_declined' }), ['failed'])
  }))

Deno.test('stripe: a refund made in Stripe’s dashboard is identified by the payment', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    await world.simulation.happen({ kind: 'paid', payment, amount: 123_450, currency: 'EUR', at: NOW, number: 1 })
    const refund = {
      id: 're_9',
      object: 'refund',
      amount: 700,
      currency: 'eur',
      status: 'succeeded',
      payment_intent: `pi_${payment.ref}`,
      metadata: {},
    }
    const [fact] = await facts(world, 'refund.created', refund)
    assertEquals([fact?.paymentId, fact?.refundId, fact?.refundRef, fact?.amount], [
      PAYMENT_ID,
      undefined,
      're_9',
      700,
    ])
    assertEquals(await facts(world, 'refund.updated', { ...refund, status: 'pending' }), [])
  }))

Deno.test('stripe: a refund is found even after its idempotency key has expired', () =>
  withWorld(fixture, async (world) => {
    const payment = { ...await begun(world), chargeRef: 'pi_cs_test_1' }
    await world.simulation.happen({ kind: 'paid', payment, amount: 123_450, currency: 'EUR', at: NOW, number: 1 })
    const refund = { id: REFUND_ID, amount: 500 }
    const one = await world.adapter.refund(payment, refund, world.budget())
    const before = world.asked.length
    assertEquals(await world.adapter.refund(payment, refund, world.budget()), one)
    assertEquals(world.asked.slice(before).map(({ method }) => method), ['GET'])
  }))

Deno.test('stripe: amounts follow their currency’s rules', () => {
  const cases = [
    ['EUR', 1234, 1234],
    ['JPY', 500, 500],
    ['ISK', 5, 500],
    ['UGX', 5, 500],
    ['HUF', 1045, 1045],
    ['TWD', 80_045, 80_045],
    ['MGA', 1200, 12],
    ['KWD', 5120, 5120],
  ] as const
  for (const [currency, minor, amount] of cases) {
    assertEquals(toStripe(minor, currency), amount, currency)
    assertEquals(fromStripe(amount, currency), minor, currency)
  }
  assertThrows(() => toStripe(5124, 'KWD'), PaymentRefused)
  assertThrows(() => toStripe(1250, 'MGA'), PaymentRefused)
  assertEquals(fromStripe(550, 'ISK'), null)
  assertEquals(fromStripe('500', 'EUR'), null)
})

Deno.test('stripe: a refused amount does not count as a failure of Stripe', () =>
  withWorld(fixture, async ({ adapter, budget }) => {
    await assertRejects(
      () => adapter.create(paymentOf('EUR', { amount: 20 }), urlsOf('stripe'), budget()),
      PaymentRefused,
      'amount_too_small',
    )
  }))

// Computed by `openssl dgst -sha256 -hmac`, since Stripe publishes no vector.
Deno.test('stripe: the signature is the HMAC of time and body, and any of several may match', async () => {
  const body = new TextEncoder().encode('{"id":"evt_1"}')
  const fits = 'v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925'
  const at = 1_700_000_000
  const check = (header: string | null, now = at * 1000) => verifySignature('whsec_test', header, body, now)
  await check(`t=${at},${fits}`)
  await check(`t=${at},v1=00,${fits},v0=ff`)
  for (
    const header of [null, '', `t=${at}`, fits, `t=${at},v0=${fits.slice(3)}`, `t=${at + 1},${fits}`, `t=x,${fits}`]
  ) {
    await assertRejects(() => check(header), BadSignature)
  }
  await assertRejects(() => check(`t=${at},${fits}`, (at - 301) * 1000), BadSignature)
})
