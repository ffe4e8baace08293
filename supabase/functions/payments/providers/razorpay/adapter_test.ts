import { assertEquals, assertRejects } from '@std/assert'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { conform } from '../testing/conformance.ts'
import type { Fixture } from '../testing/simulation.ts'
import { NOW, PAYMENT_ID, paymentOf, REFUND_ID, urlsOf, withWorld, type World } from '../testing/world.ts'
import type { Payment } from '../types.ts'
import { razorpay } from './adapter.ts'
import { verifySignature } from './signature.ts'
import { RazorpayServer } from './simulation.ts'

const environment = {
  RAZORPAY_KEY_ID: 'rzp_test_1DP5mmOlF5G5ag',
  RAZORPAY_KEY_SECRET: 'thisissecretofatestaccount',
  RAZORPAY_WEBHOOK_SECRET: 'webhooksecretofatestaccount',
}
const API = 'https://api.razorpay.com/v1'
const authorization = `Basic ${btoa(`${environment.RAZORPAY_KEY_ID}:${environment.RAZORPAY_KEY_SECRET}`)}`

const fixture = {
  provider: razorpay,
  environment,
  live: { ...environment, RAZORPAY_KEY_ID: 'rzp_live_1DP5mmOlF5G5ag' },
  currency: 'INR',
  start: (environment: Record<string, string>) => new RazorpayServer(environment),
  creates: (payment, urls) => ({
    asks: [{
      method: 'POST',
      url: `${API}/payment_links`,
      headers: { authorization },
      json: {
        amount: payment.amount,
        currency: payment.currency,
        accept_partial: false,
        reference_id: payment.id,
        description: 'Ride ABCDEF',
        customer: { name: 'Ada Lovelace', email: 'ada@example.com', contact: '+442071234567' },
        notify: { sms: false, email: false },
        reminder_enable: false,
        notes: { payment_id: payment.id },
        callback_url: urls.back,
        callback_method: 'get',
        expire_by: 1_772_373_600,
      },
    }],
    next: { kind: 'redirect', url: 'https://rzp.io/i/nxrHnLJ' },
    ref: 'plink_ExjpAUN3gVHrP0',
    expiresAt: '2026-03-01T14:00:00.000Z',
  }),
  refunds: ({ id, chargeRef }, refund) => [
    { method: 'GET', url: `${API}/payments/${chargeRef}/refunds?count=100`, headers: { authorization } },
    {
      method: 'POST',
      url: `${API}/payments/${chargeRef}/refund`,
      headers: { authorization, 'x-refund-idempotency': refund.id },
      json: {
        amount: refund.amount,
        speed: 'normal',
        receipt: refund.id,
        notes: { payment_id: id, refund_id: refund.id },
      },
    },
  ],
  // deno-fmt-ignore
  tells: ['paid', 'pending', 'failed', 'refunded', 'refund_failed', 'chargeback', 'chargeback_won', 'chargeback_lost'],
  isSigned: true,
} satisfies Fixture

conform(fixture)

async function begun({ adapter, budget }: World): Promise<Payment> {
  const payment = paymentOf('INR')
  const { ref = null } = await adapter.create(payment, urlsOf('razorpay'), budget())
  return { ...payment, ref }
}

const server = (world: World) => world.simulation as RazorpayServer
const facts = (world: World, type: string, payload: Record<string, unknown>) =>
  world.adapter.verify(world.heardOf(server(world).event(type, payload)), world.budget())

Deno.test('razorpay: a failed attempt leaves the link open for another one', () =>
  withWorld(fixture, async (world) => {
    const entity = { id: 'pay_1', status: 'failed', amount: 100, currency: 'INR', notes: { payment_id: PAYMENT_ID } }
    assertEquals((await facts(world, 'payment.failed', { payment: { entity } })).map(({ kind }) => kind), ['pending'])
    const bare = { ...entity, notes: [] }
    assertEquals(await facts(world, 'payment.captured', { payment: { entity: bare } }), [])
  }))

Deno.test('razorpay: the event of the payment and that of the link are one fact', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    server(world).happen({ kind: 'paid', payment, amount: 123_450, currency: 'INR', at: NOW, number: 1 })
    const [asked] = await world.adapter.fetch?.(payment, world.budget()) ?? []
    const entity = { id: asked?.chargeRef, status: 'captured', amount: 123_450, currency: 'INR' }
    const [told] = await facts(world, 'payment.captured', {
      payment: { entity: { ...entity, notes: { payment_id: PAYMENT_ID } } },
    })
    assertEquals([told?.eventId, told?.kind], [asked?.eventId, 'paid'])
    assertEquals(asked?.fee, 25)
  }))

Deno.test('razorpay: a disputed payment without our note is identified by its link', () =>
  withWorld(fixture, async (world) => {
    const payment = await begun(world)
    server(world).happen({ kind: 'paid', payment, amount: 123_450, currency: 'INR', at: NOW, number: 1 })
    const dispute = {
      id: 'disp_1',
      payment_id: 'pay_FgR9UMzgmKDJRi',
      amount: 5000,
      currency: 'INR',
      phase: 'chargeback',
      respond_by: 1_773_000_000,
    }
    const [fact] = await facts(world, 'payment.dispute.created', { dispute: { entity: dispute } })
    assertEquals([fact?.paymentId, fact?.ref, fact?.disputeRef, fact?.dueAt], [
      PAYMENT_ID,
      payment.ref,
      'disp_1',
      '2026-03-08T20:00:00.000Z',
    ])
    const stranger = { ...dispute, payment_id: 'pay_other' }
    assertEquals(await facts(world, 'payment.dispute.created', { dispute: { entity: stranger } }), [])
    const inquiry = { ...dispute, phase: 'retrieval' }
    assertEquals(await facts(world, 'payment.dispute.created', { dispute: { entity: inquiry } }), [])
    assertEquals(await facts(world, 'payment.dispute.under_review', { dispute: { entity: dispute } }), [])
  }))

Deno.test('razorpay: a pending refund is not done', () =>
  withWorld(fixture, async (world) => {
    const entity = { id: 'rfnd_1', status: 'pending', amount: 100, currency: 'INR', notes: { payment_id: PAYMENT_ID } }
    assertEquals(await facts(world, 'refund.created', { refund: { entity } }), [])
    world.misbehave(() =>
      Response.json({ items: [{ id: 'rfnd_1', status: 'pending', notes: { refund_id: REFUND_ID } }] })
    )
    const payment = { ...paymentOf('INR'), chargeRef: 'pay_1' }
    const done = await world.adapter.refund(payment, { id: REFUND_ID, amount: 100 }, world.budget())
    assertEquals(done, { state: 'pending', ref: 'rfnd_1' })
  }))

Deno.test('razorpay: a link with another amount is not mistaken for the same payment', () =>
  withWorld(fixture, async (world) => {
    await begun(world)
    await assertRejects(
      () => world.adapter.create(paymentOf('INR', { amount: 100_000 }), urlsOf('razorpay'), world.budget()),
      PaymentRefused,
    )
    await assertRejects(
      () => world.adapter.create(paymentOf('KWD', { amount: 5124 }), urlsOf('razorpay'), world.budget()),
      PaymentRefused,
    )
  }))

// The vector of https://github.com/razorpay/razorpay-node, test/utils/razorpay-utils.spec.js (validateWebhookSignature)
Deno.test('razorpay: the signature matches the published test vector', async () => {
  const body = new TextEncoder().encode('{"a":1,"b":2,"c":{"d":3}}')
  await verifySignature('123456', '2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc', body)
  for (const header of ['sdfafds', '', null]) {
    await assertRejects(() => verifySignature('123456', header, body), BadSignature)
  }
})
