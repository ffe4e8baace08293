import { assertEquals, assertRejects, assertThrows } from '@std/assert'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { conform } from '../testing/conformance.ts'
import type { Fixture } from '../testing/simulation.ts'
import { NOW, PAYMENT_ID, paymentOf, REFUND_ID, urlsOf, withWorld, type World } from '../testing/world.ts'
import type { Payment } from '../types.ts'
import { squareup } from './adapter.ts'
import { verifySignature } from './signature.ts'
import { KEPT, SquareServer } from './simulation.ts'

const live = {
  SQUAREUP_ACCESS_TOKEN: 'EAAAEOuLQObrVwJvCvoio3H13b8Ssqz1ighmTBKZvIENW9qxirHGHkqsGcPBC1uN',
  SQUAREUP_LOCATION_ID: 'L88917AVBK2S5',
  SQUAREUP_CURRENCY: 'USD',
  SQUAREUP_WEBHOOK_KEY: 'Ibxx_5AKakO-3qeNVR61Dw',
}
const API = 'https://connect.squareupsandbox.com/v2'
const headers = { authorization: `Bearer ${live.SQUAREUP_ACCESS_TOKEN}`, 'square-version': '2025-01-23' }

const fixture = {
  provider: squareup,
  environment: { ...live, SQUAREUP_SANDBOX: 'true' },
  live,
  public: ['SQUAREUP_LOCATION_ID'],
  currency: 'USD',
  start: (environment: Record<string, string>) => new SquareServer(environment),
  creates: (payment, urls) => ({
    asks: [{
      method: 'POST',
      url: `${API}/online-checkout/payment-links`,
      headers,
      json: {
        idempotency_key: payment.id,
        order: {
          location_id: 'L88917AVBK2S5',
          reference_id: payment.id,
          line_items: [{
            name: 'Ride ABCDEF',
            quantity: '1',
            base_price_money: { amount: payment.amount, currency: payment.currency },
          }],
        },
        checkout_options: { redirect_url: urls.back, ask_for_shipping_address: false, allow_tipping: false },
        pre_populated_data: { buyer_email: 'ada@example.com' },
        payment_note: payment.id,
      },
    }],
    next: { kind: 'redirect', url: 'https://sandbox.square.link/u/EXAMPLE' },
    ref: 'fY1Ufg0S5wAprKEzBJqdDZzJ8Ud0',
  }),
  refunds: ({ chargeRef, currency }, { id, amount }) => [{
    method: 'POST',
    url: `${API}/refunds`,
    headers,
    json: {
      idempotency_key: id,
      payment_id: chargeRef,
      amount_money: { amount, currency },
      reason: `Refund ${id}`,
    },
  }],
  cards: {
    found: KEPT,
    neverAsks: 'Square asks by its script in a form of ours only',
    creates: (payment, urls) => [{
      method: 'POST',
      url: `${API}/online-checkout/payment-links`,
      headers,
      json: {
        idempotency_key: payment.id,
        order: {
          location_id: 'L88917AVBK2S5',
          reference_id: payment.id,
          line_items: [{
            name: 'Ride ABCDEF',
            quantity: '1',
            base_price_money: { amount: payment.amount, currency: payment.currency },
          }],
        },
        checkout_options: { redirect_url: urls.back, ask_for_shipping_address: false, allow_tipping: false },
        pre_populated_data: { buyer_email: 'ada@example.com' },
        payment_note: `${payment.id} card`,
      },
    }],
    charges: ({ id, amount, currency }, { token, customer }) => [{
      method: 'POST',
      url: `${API}/payments`,
      headers,
      json: {
        idempotency_key: `charge-${id}`,
        source_id: token,
        customer_id: customer,
        amount_money: { amount, currency },
        location_id: 'L88917AVBK2S5',
        autocomplete: true,
        reference_id: id,
        note: id,
        customer_details: { customer_initiated: true, seller_keyed_in: false },
      },
    }],
    forgets: (
      { token },
    ) => [{ method: 'POST', url: `${API}/cards/${encodeURIComponent(token)}/disable`, headers, json: {} }],
  },
  // deno-fmt-ignore
  tells: ['paid', 'pending', 'failed', 'refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost'],
  isSigned: true,
} satisfies Fixture

conform(fixture)

const server = (world: World) => world.simulation as SquareServer
const facts = (world: World, type: string, object: Record<string, unknown>) =>
  world.adapter.verify(world.heardOf(server(world).event(type, object)), world.budget())

async function paid(world: World): Promise<Payment> {
  const payment = paymentOf('USD')
  const { ref = null } = await world.adapter.create(payment, urlsOf('squareup'), world.budget())
  const stored = { ...payment, ref }
  server(world).happen({ kind: 'paid', payment: stored, amount: 123_450, currency: 'USD', at: NOW, number: 1 })
  return { ...stored, chargeRef: 'hYy9pRFVxpDsO1FB05SunFWUe9JZY' }
}

const payment = (changes: Record<string, unknown> = {}) => ({
  id: 'p1',
  status: 'COMPLETED',
  total_money: { amount: 1000, currency: 'USD' },
  order_id: 'o1',
  note: PAYMENT_ID,
  ...changes,
})

Deno.test('squareup: only a completed payment is paid, and a failed attempt leaves the link open', () =>
  withWorld(fixture, async (world) => {
    for (const [status, kind] of [['COMPLETED', 'paid'], ['APPROVED', 'pending'], ['FAILED', 'pending']]) {
      const [fact] = await facts(world, 'payment.updated', { payment: payment({ status }) })
      assertEquals(fact?.kind as string, kind)
    }
  }))

Deno.test('squareup: a card is stored once under a separate customer, and a refusal leaves the payment paid', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('USD', { savesCard: true })
    const { ref = null } = await world.adapter.create(payment, urlsOf('squareup'), world.budget())
    const stored = { ...payment, ref }
    const happening = { kind: 'paid' as const, payment: stored, amount: 123_450, currency: 'USD', at: NOW, number: 1 }
    server(world).happen(happening)
    server(world).keepsNone = true
    const [without] = await world.adapter.fetch?.(stored, world.budget()) ?? []
    assertEquals([without?.kind, without?.paymentId, without?.card], ['paid', PAYMENT_ID, undefined])
    server(world).keepsNone = false
    const [one] = await world.adapter.fetch?.(stored, world.budget()) ?? []
    assertEquals([one?.card, one?.eventId], [KEPT, without?.eventId])
    assertEquals(world.asked.slice(-2).map(({ json }) => json), [
      {
        idempotency_key: `customer-${PAYMENT_ID}`,
        reference_id: PAYMENT_ID,
        given_name: 'Saved card',
        family_name: '1111',
      },
      {
        idempotency_key: `card-${PAYMENT_ID}`,
        source_id: 'hYy9pRFVxpDsO1FB05SunFWUe9JZY',
        card: { customer_id: KEPT.customer, reference_id: PAYMENT_ID },
      },
    ])
  }))

Deno.test('squareup: a server that hangs while storing the card does not delay the payment', () =>
  withWorld(fixture, async (world) => {
    const said = payment({ note: `${PAYMENT_ID} card` })
    const message = server(world).event('payment.updated', { payment: said })
    world.misbehave(() => new Response('busy', { status: 500 }))
    const [fact] = await world.adapter.verify(world.heardOf(message), world.budget())
    assertEquals([fact?.kind, fact?.paymentId, fact?.card], ['paid', PAYMENT_ID, undefined])
  }))

Deno.test('squareup: sales of the point of sale are ignored', () =>
  withWorld(fixture, async (world) => {
    assertEquals(await facts(world, 'payment.updated', { payment: payment({ note: 'Two coffees' }) }), [])
    assertEquals(await facts(world, 'payment.updated', { payment: payment({ note: undefined }) }), [])
  }))

Deno.test('squareup: the fee is recorded once Square knows it', () =>
  withWorld(fixture, async (world) => {
    const processing_fee = [{ amount_money: { amount: 30, currency: 'USD' } }, {
      amount_money: { amount: 3, currency: 'USD' },
    }]
    const [fact] = await facts(world, 'payment.updated', { payment: payment({ processing_fee }) })
    assertEquals(fact?.fee, 33)
    const other = [{ amount_money: { amount: 30, currency: 'CAD' } }]
    const [unlike] = await facts(world, 'payment.updated', { payment: payment({ processing_fee: other }) })
    assertEquals(unlike?.fee, undefined)
  }))

Deno.test('squareup: a tip is part of the paid amount', () =>
  withWorld(fixture, async (world) => {
    const more = payment({ amount_money: { amount: 900, currency: 'USD' } })
    const [fact] = await facts(world, 'payment.updated', { payment: more })
    assertEquals(fact?.amount, 1000)
  }))

Deno.test('squareup: an inquiry takes no money, and one that becomes a dispute does', () =>
  withWorld(fixture, async (world) => {
    await paid(world)
    const dispute = (state: string) => ({
      dispute: {
        id: 'd1',
        amount_money: { amount: 5000, currency: 'USD' },
        state,
        due_at: '2026-03-14T12:00:00.000Z',
        disputed_payment: { payment_id: 'hYy9pRFVxpDsO1FB05SunFWUe9JZY' },
      },
    })
    assertEquals(await facts(world, 'dispute.created', dispute('INQUIRY_EVIDENCE_REQUIRED')), [])
    assertEquals(await facts(world, 'dispute.state.updated', dispute('PROCESSING')), [])
    const [fact] = await facts(world, 'dispute.state.updated', dispute('EVIDENCE_REQUIRED'))
    assertEquals([fact?.kind, fact?.amount, fact?.dueAt], ['chargeback', 5000, '2026-03-14T12:00:00.000Z'])
    const [accepted] = await facts(world, 'dispute.state.updated', dispute('ACCEPTED'))
    assertEquals(accepted?.kind, 'chargeback_lost')
  }))

Deno.test('squareup: an earlier refund is looked up with its current state', () =>
  withWorld(fixture, async (world) => {
    const payment = await paid(world)
    server(world).refundStatus = 'PENDING'
    const refund = { id: REFUND_ID, amount: 500 }
    const one = await world.adapter.refund(payment, refund, world.budget())
    assertEquals(one.state, 'pending')
    server(world).forget()
    server(world).settle()
    const again = await world.adapter.refund(payment, { ...refund, isRepeated: true }, world.budget())
    assertEquals([again.state, again.ref], ['done', one.ref])
    assertEquals(server(world).refunds().length, 1)
  }))

Deno.test('squareup: a currency that the location does not have is refused', () =>
  withWorld(fixture, async ({ adapter, budget }) => {
    await assertRejects(
      () => adapter.create(paymentOf('EUR'), urlsOf('squareup'), budget()),
      PaymentRefused,
      'INVALID_CURRENCY',
    )
    const make = () =>
      squareup.make({
        secret: () => 'dollars',
        option: () => undefined,
        client: { ask: () => Promise.reject(new Error()) },
        log: () => {},
        now: () => NOW,
        nonce: () => '',
      })
    assertThrows(make)
  }))

// The vectors of https://github.com/square/square-nodejs-sdk, tests/integration/webhooks.test.ts
Deno.test('squareup: the signature matches the published test vectors', async () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const body =
    '{"merchant_id":"MLEFBHHSJGVHD","type":"webhooks.test_notification","event_id":"ac3ac95b-f97d-458c-a6e6-18981597e05f","created_at":"2022-07-13T20:30:59.037339943Z","data":{"type":"webhooks","id":"bc368e64-01aa-407e-b46e-3231809b1129"}}'
  const [key, header, address] = [
    'Ibxx_5AKakO-3qeNVR61Dw',
    'GF4YkrJgGBDZ9NIYbNXBnMzqb2HoL4RW/S6vkZ9/2N4=',
    'https://webhook.site/679a4f3a-dcfa-49ee-bac5-9d0edad886b9',
  ]
  await verifySignature(key, header, address, encode(body))
  await verifySignature(
    'signature-key',
    'Cxt7+aTi4rKgcA0bC4g9EHdVtLSDWdqccmL5MvihU4U=',
    'https://webhook.site/webhooks',
    encode('{"data":{"type":"webhooks","id":">id<"}}'),
  )
  const refused = [
    ['MCmhFRxGX82xMwg5FsaoQA', header, address, body],
    [key, '1z2n3DEJJiUPKcPzQo1ftvbxGdw=', address, body],
    [key, header, `${address}0`, body],
    [key, header, address, body.replaceAll(',', ', ')],
    [key, '', address, body],
    ['', header, address, body],
  ] as const
  for (const [key, header, address, body] of refused) {
    await assertRejects(() => verifySignature(key, header, address, encode(body)), BadSignature)
  }
})
