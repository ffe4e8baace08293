// Culqi's server, from https://apidocs.culqi.com and https://docs.culqi.com
import { assertEquals, assertRejects, assertThrows } from '@std/assert'
import { PaymentRefused } from '../errors.ts'
import { conform } from '../testing/conformance.ts'
import type { Asked, Fixture, Happening, Message, Simulation } from '../testing/simulation.ts'
import { NOW, paymentOf, REFUND_ID, withWorld } from '../testing/world.ts'
import type { Payment } from '../types.ts'
import { culqi } from './adapter.ts'

const environment = { CULQI_PUBLIC_KEY: 'pk_test_986ab1b486ddd58f', CULQI_SECRET_KEY: 'sk_test_kW32mQUjBB3KnfUD' }
const live = { CULQI_PUBLIC_KEY: 'pk_live_986ab1b486ddd58f', CULQI_SECRET_KEY: 'sk_live_kW32mQUjBB3KnfUD' }
const TOKEN = 'tkn_test_WxJp4ynSum89TzhQ'
const CHARGE = 'chr_test_JXvnOjmWQFgfTZH4'

const refusal = (type: string, status: number, more: Record<string, unknown> = {}) =>
  Response.json({ object: 'error', type, merchant_message: `No se pudo: ${type}`, ...more }, { status })

interface Refund {
  id: string
  charge_id: string
  amount: number
  metadata: Record<string, string>
}

function start({ CULQI_SECRET_KEY = '' }: Record<string, string>): Simulation {
  const charges: Record<string, unknown>[] = []
  const refunds: Refund[] = []
  const tokens = new Map<string, Happening>()

  const chargeOf = (payment: Payment, { kind, amount, currency }: Happening) => ({
    duplicated: false,
    object: 'charge',
    id: CHARGE,
    creation_date: NOW,
    amount,
    amount_refunded: 0,
    current_amount: amount,
    installments: 1,
    currency_code: currency,
    email: payment.customer.email,
    description: null,
    source: {
      object: 'token',
      id: TOKEN,
      email: payment.customer.email,
      card_number: '411111******1111',
      client: { ip: '190.232.61.83' },
    },
    outcome: kind === 'failed'
      ? { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' }
      : { type: 'venta_exitosa', code: 'AUT0000', user_message: 'Su compra ha sido exitosa.' },
    dispute: kind === 'chargeback',
    capture: true,
    reference_code: 'DhdsLreqfq',
    metadata: { payment_id: payment.id },
    total_fee: 230,
    transfer_amount: amount - 230,
    paid: false,
  })

  const put = (charge: Record<string, unknown>) => {
    charges.splice(0, charges.length, { ...charges[0], ...charge, amount_refunded: charges[0]?.amount_refunded ?? 0 })
  }

  const charge = ({ json }: Asked) => {
    const { amount, currency_code, email, source_id, metadata } = json as Record<string, unknown>
    if (!amount || !currency_code || !email || !metadata) return refusal('parameter_error', 400)
    const happening = tokens.get(String(source_id))
    if (!happening) return refusal('parameter_error', 400, { code: 'token_already_used' })
    tokens.delete(String(source_id))
    if (happening.kind === 'failed') {
      return refusal('card_error', 402, {
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        charge_id: CHARGE,
      })
    }
    if (happening.kind === 'pending' && !(json as { authentication_3DS?: unknown }).authentication_3DS) {
      tokens.set(String(source_id), happening)
      return Response.json({ action_code: 'REVIEW', user_message: 'Autentique su tarjeta' })
    }
    put(chargeOf(happening.payment, { ...happening, amount: Number(amount), kind: 'paid' }))
    return Response.json(charges[0], { status: 201 })
  }

  const refund = ({ json }: Asked) => {
    const { amount, charge_id, reason, metadata } = json as unknown as Refund & { reason: string }
    const [one] = charges
    if (!one || charge_id !== CHARGE) return refusal('resource_error', 404)
    if (!['duplicado', 'fraudulento', 'solicitud_comprador'].includes(reason)) return refusal('parameter_error', 400)
    if (amount + Number(one.amount_refunded) > Number(one.amount)) return refusal('parameter_error', 400)
    one.amount_refunded = Number(one.amount_refunded) + amount
    const made = { id: `ref_test_TTfLAgaA8nz8PWb${refunds.length}`, charge_id, amount, metadata }
    refunds.push(made)
    return Response.json({ object: 'refund', creation_date: NOW, reason, ...made }, { status: 201 })
  }

  const page = (data: unknown[]) => Response.json({ data, paging: { remaining_items: 0, cursors: {} } })
  const found = (one: unknown) => one ? Response.json(one) : refusal('resource_error', 404)
  const routes: Record<string, (asked: Asked) => Response> = {
    'POST /v2/charges': charge,
    'POST /v2/refunds': refund,
    'GET /v2/charges': ({ url }) => page(charges.filter(({ email }) => email === url.searchParams.get('email'))),
    'GET /v2/refunds': () => page(refunds),
  }

  const messageOf = (type: string, data: unknown): Message => ({
    body: JSON.stringify({
      object: 'event',
      id: 'evt_test_jEQmPGzK4rGgL8bV',
      type,
      creation_date: NOW,
      data: JSON.stringify(data),
    }),
    signed: [],
  })

  return {
    answer(asked) {
      const { method, url, headers } = asked
      if (headers.get('authorization') !== `Bearer ${CULQI_SECRET_KEY}`) return refusal('authentication_error', 401)
      const route = routes[`${method} ${url.pathname}`]
      if (route) return route(asked)
      const [, kind, id] = /^\/v2\/(charges|refunds)\/(\w+)$/.exec(url.pathname) ?? []
      return found((kind === 'charges' ? charges : refunds).find((one) => one.id === id))
    },
    happen(happening) {
      const { kind, payment } = happening
      // A pending charge does not exist at Culqi, and a refund does not change the charge.
      if (kind === 'pending' || kind === 'refunded') return
      put(chargeOf(payment, happening))
    },
    webhook({ kind, payment, amount, currency, at, number, refund }) {
      if (kind === 'refunded') {
        const one = refunds.find(({ metadata }) => metadata.refund_id === refund?.id)
        return messageOf('refund.creation.succeeded', one ?? { id: 'ref_test_none0000000000' })
      }
      const type = kind === 'paid' ? 'charge.creation.succeeded' : kind === 'failed' ? 'charge.creation.failed' : null
      return type ? messageOf(type, chargeOf(payment, { kind, payment, amount, currency, at, number })) : null
    },
    yields(happening) {
      tokens.set(TOKEN, happening)
      return { token: TOKEN }
    },
    unrelated: () => messageOf('customer.creation.succeeded', { id: 'cus_test_1' }),
    refunds: () => refunds,
  }
}

const fixture: Fixture = {
  provider: culqi,
  environment,
  live,
  public: ['CULQI_PUBLIC_KEY'],
  currency: 'PEN',
  start,
  isSigned: false,
  tells: ['paid', 'failed', 'refunded'],
  answers: ['paid', 'pending', 'failed', 'chargeback'],
  creates: ({ amount, currency, customer, product, lang }) => ({
    asks: [],
    next: {
      kind: 'client',
      script: 'https://js.culqi.com/checkout-js',
      params: { publicKey: 'pk_test_986ab1b486ddd58f', title: product, currency, amount, email: customer.email, lang },
    },
  }),
  refunds: ({ chargeRef }, { id, amount }) => [
    { method: 'GET', url: 'https://api.culqi.com/v2/refunds?limit=100' },
    {
      method: 'POST',
      url: 'https://api.culqi.com/v2/refunds',
      json: { amount, charge_id: chargeRef, reason: 'solicitud_comprador', metadata: { refund_id: id } },
    },
  ],
}

conform(fixture)

const happeningOf = (kind: Happening['kind'], payment: Payment): Happening => {
  const { amount, currency } = payment
  return { kind, payment, amount, currency, at: NOW, number: 1 }
}

Deno.test('culqi: a charge contains our payment’s id and amount', () =>
  withWorld(fixture, async ({ adapter, simulation, asked, budget }) => {
    const payment = paymentOf('PEN')
    const params = await simulation.yields?.(happeningOf('paid', payment)) ?? {}
    await adapter.complete?.(payment, { ...params, amount: '1' }, budget())
    assertEquals(asked.map(({ method, url }) => `${method} ${url.pathname}`), ['GET /v2/charges', 'POST /v2/charges'])
    assertEquals(asked[1]?.json, {
      amount: payment.amount,
      currency_code: 'PEN',
      email: payment.customer.email,
      source_id: TOKEN,
      capture: true,
      description: payment.product,
      metadata: { payment_id: payment.id },
    })
  }))

Deno.test('culqi: a second token for a paid payment is not charged', () =>
  withWorld(fixture, async ({ adapter, simulation, asked, budget }) => {
    const payment = paymentOf('PEN')
    const happening = happeningOf('paid', payment)
    const facts = await adapter.complete?.(payment, await simulation.yields?.(happening) ?? {}, budget())
    const again = await adapter.complete?.(payment, await simulation.yields?.(happening) ?? {}, budget())
    assertEquals(again, facts)
    assertEquals(asked.filter(({ method }) => method === 'POST').length, 1)
  }))

Deno.test('culqi: a declined card is reported, and another can be tried', () =>
  withWorld(fixture, async ({ adapter, simulation, budget }) => {
    const payment = paymentOf('PEN')
    const declined = await simulation.yields?.(happeningOf('failed', payment)) ?? {}
    const error = await assertRejects(
      () => adapter.complete?.(payment, declined, budget()) ?? Promise.resolve(),
      PaymentRefused,
    )
    assertEquals(error.key, 'payment_declined')
    const good = await simulation.yields?.(happeningOf('paid', payment)) ?? {}
    assertEquals((await adapter.complete?.(payment, good, budget()))?.map(({ kind }) => kind), ['paid'])
  }))

Deno.test('culqi: a bank that requires authentication gets the page’s result', () =>
  withWorld(fixture, async ({ adapter, simulation, asked, budget }) => {
    const payment = paymentOf('PEN')
    const params = await simulation.yields?.(happeningOf('pending', payment)) ?? {}
    await assertRejects(() => adapter.complete?.(payment, params, budget()) ?? Promise.resolve(), PaymentRefused)
    const authentication = {
      eci: '05',
      xid: 'x',
      cavv: 'c',
      protocolVersion: '2.1.0',
      directoryServerTransactionId: 'd',
    }
    const facts = await adapter.complete?.(payment, { ...params, ...authentication }, budget())
    assertEquals(facts?.map(({ kind }) => kind), ['paid'])
    assertEquals((asked.at(-1)?.json as { authentication_3DS: unknown }).authentication_3DS, authentication)
  }))

Deno.test('culqi: a refund that is no longer in the list is not sent again', () =>
  withWorld(fixture, async ({ adapter, simulation, budget, misbehave }) => {
    const payment = { ...paymentOf('PEN'), chargeRef: CHARGE }
    const charge = { object: 'charge', id: CHARGE, amount: payment.amount, amount_refunded: 1000 }
    const answers = [Response.json({ data: [] }), Response.json(charge)]
    misbehave(() => answers.shift() ?? new Response(null, { status: 500 }))
    const refund = { id: REFUND_ID, amount: 1000, isRepeated: true, doneBefore: 0 }
    assertEquals(await adapter.refund(payment, refund, budget()), { state: 'done' })
    assertEquals(simulation.refunds(), [])
  }))

Deno.test('culqi: keys of different modes turn the provider off', () => {
  const mixed = { ...environment, CULQI_PUBLIC_KEY: live.CULQI_PUBLIC_KEY }
  assertThrows(() => makeWith(mixed), Error, 'different modes')
})

function makeWith(values: Record<string, string>) {
  return culqi.make({
    secret: (name) => values[name] ?? '',
    option: () => undefined,
    client: { ask: () => Promise.reject(new Error('nothing is asked')) },
    log: () => {},
    now: () => NOW,
    nonce: () => '',
  })
}
