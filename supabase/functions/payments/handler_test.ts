import { assert, assertEquals } from '@std/assert'
import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { callBy, post } from '../_shared/kernel/testing/doubles.ts'
import { CARD_CONSENT } from './consent.ts'
import { paymentsContract } from './contract.ts'
import { BadSignature, PaymentRefused } from './providers/errors.ts'
import {
  adapterOf,
  factOf,
  FUNCTION_URL,
  PAYMENT,
  refused,
  RIDER,
  SITE_URL,
  viewOf,
  type World,
  worldOf,
} from './testing/doubles.ts'

const call = (world: World, path: string, body: unknown) =>
  callBy('payments', paymentsContract, world.handler)(path, body)

const page = `${SITE_URL}/pay/${PAYMENT}`
const KEY = '11111111-1111-4111-8111-111111111111'
const wish = { purpose: 'booking', booking_id: PAYMENT, provider: 'stripe', client_key: KEY }

async function location(world: World, path: string, init: RequestInit = { method: 'POST' }): Promise<string | null> {
  const answer = await world.handler(new Request(`${FUNCTION_URL}/${path}`, init))
  assertEquals(answer.status, 303, path)
  return answer.headers.get('location')
}

// Spec 3.62, 7.44
Deno.test('providers are listed with their limits in the operator’s currency', async () => {
  const limited = adapterOf({
    limits: () => ({ min: 50, max: 99_999 }),
    capture: () => Promise.resolve([]),
    void: () => Promise.resolve([]),
    cards: { charge: () => Promise.resolve({ facts: [] }), forget: () => Promise.resolve() },
  })
  const world = worldOf({ adapters: { stripe: limited, test: adapterOf({ isTest: true }) } })
  const { body } = await call(world, 'providers', {})
  assertEquals(body['providers'], [
    {
      name: 'stripe',
      mark: '/pay/stripe.svg',
      link: `${FUNCTION_URL}/checkout`,
      currencies: ['EUR', 'JPY', 'KWD'],
      limits: { min: 0.5, max: 999.99 },
      test: false,
      holds: true,
      cards: true,
      origins: {},
    },
    {
      name: 'test',
      mark: '/pay/test.svg',
      link: `${FUNCTION_URL}/checkout`,
      currencies: ['EUR', 'JPY', 'KWD'],
      limits: null,
      test: true,
      holds: false,
      cards: false,
      origins: {},
    },
  ])
})

Deno.test('the test provider is not listed while the settings leave it out', async () => {
  const world = worldOf({
    adapters: { test: adapterOf() },
    deps: { settings: () => Promise.resolve({ currency: 'EUR', hasTest: false }) },
  })
  const { body } = await call(world, 'providers', {})
  assertEquals((body['providers'] as { name: string }[]).map(({ name }) => name), ['stripe'])
})

// Spec 7.67
Deno.test('a checkout returns a link with a token that only the database can verify, and ten fields', async () => {
  const world = worldOf()
  const { status, body } = await call(world, 'checkout', { ...wish, amount: 5, customer_id: 'someone else' })
  assertEquals(status, 200)
  const token = /^https:\/\/api\.example\.com\/functions\/v1\/payments\/checkout\/([\w-]{43})$/.exec(
    String(body['link']),
  )
  assert(token)
  assertEquals(body['fields'], {
    order_id: 'ABCDEF',
    amount: '12.34',
    currency: 'EUR',
    product_name: 'Fahrt ABCDEF',
    first_name: 'Ada',
    last_name: 'Lovelace',
    quantity: '1',
    cust_id: RIDER,
    mobile_no: '+442071234567',
    email: 'ada@example.com',
  })
  assertEquals(world.argsOf('create_payment'), [{
    purpose: 'booking',
    provider: 'stripe',
    customer_id: RIDER,
    booking_id: PAYMENT,
    amount: 5,
    can_hold: false,
    client_key: KEY,
    card: null,
    consent: null,
  }])
  const [started] = world.argsOf('start_checkout')
  assertEquals([started?.['payment_id'], started?.['customer_id']], [PAYMENT, RIDER])
  assert(/^[0-9a-f]{64}$/.test(String(started?.['token_hash'])))
  assert(!JSON.stringify(world.calls).includes(token[1] ?? '-'), 'the token itself stays out of the database')
})

/** A provider with saved cards that behaves as `does` says. */
function keeping(does: 'pays' | 'asks' | 'declines') {
  const charged: string[] = []
  const adapter = adapterOf({
    create: () => Promise.resolve({ next: { kind: 'redirect', url: 'https://pay.example/new' }, ref: 'cs_new' }),
    cards: {
      charge: (_payment, { token }) => {
        charged.push(token)
        if (does === 'declines') return Promise.reject(new PaymentRefused('lost_card'))
        if (does === 'pays') return Promise.resolve({ facts: [factOf({ ref: 'pi_1' })], ref: 'pi_1' })
        return Promise.resolve({ facts: [], ref: 'pi_1', next: { kind: 'redirect', url: 'https://bank.example/3ds' } })
      },
      forget: () => Promise.resolve(),
    },
  })
  return { adapter, charged }
}

const withCard = {
  redeem_checkout: viewOf({ has_card: true }),
  payment_card: { token: 'pm_1', customer: 'cus_1' },
}
Deno.test('a saved card is charged with the token that only the database has', async () => {
  const { adapter, charged } = keeping('pays')
  const world = worldOf({ adapters: { stripe: adapter }, answers: withCard })
  assertEquals([await location(world, 'checkout/token'), charged], [page, ['pm_1']])
  assertEquals(world.argsOf('note_payment')[0], {
    payment_id: PAYMENT,
    provider_ref: 'pi_1',
    expires_at: null,
    next: null,
  })
  assertEquals(world.argsOf('record_payment_event').map(({ status }) => status), ['paid'])
  assert(!JSON.stringify(world.lines).includes('pm_1'), 'no token in the log')
})

Deno.test('a saved card follows its bank’s challenge, pays nothing if declined, and is replaced by a normal checkout after removal', async () => {
  const asks = worldOf({ adapters: { stripe: keeping('asks').adapter }, answers: withCard })
  assertEquals(await location(asks, 'checkout/token'), page)
  assertEquals(asks.argsOf('note_payment')[0]?.['next'], { kind: 'redirect', url: 'https://bank.example/3ds' })
  assertEquals(asks.argsOf('record_payment_event'), [])
  const declines = worldOf({ adapters: { stripe: keeping('declines').adapter }, answers: withCard })
  assertEquals(await location(declines, 'checkout/token'), `${page}?problem=payment_declined`)
  const { adapter, charged } = keeping('pays')
  const gone = worldOf({ adapters: { stripe: adapter }, answers: { ...withCard, payment_card: null } })
  await location(gone, 'checkout/token')
  assertEquals([charged, gone.argsOf('note_payment')[0]?.['provider_ref']], [[], 'cs_new'])
})

Deno.test('a card is saved under the current consent text, with a provider that stores cards', async () => {
  const stripe = keeping('pays').adapter
  const saves = worldOf({ adapters: { stripe } })
  assertEquals((await call(saves, 'checkout', { ...wish, consent: CARD_CONSENT })).status, 200)
  assertEquals(saves.argsOf('create_payment')[0]?.['consent'], CARD_CONSENT)
  for (const consent of ['2020-01', 'yes', true]) {
    assertEquals((await call(worldOf({ adapters: { stripe } }), 'checkout', { ...wish, consent })).status, 400)
  }
  for (const wanted of [{ consent: CARD_CONSENT }, { card: PAYMENT }]) {
    const { status, body } = await call(worldOf(), 'checkout', { ...wish, ...wanted })
    assertEquals([status, body['code']], [409, 'payment_not_possible'])
  }
})

Deno.test('a card in a provider’s fact goes to the database, and its token nowhere else', async () => {
  const card = { token: 'pm_secret', customer: null, brand: 'visa', last4: '4242', expMonth: 8, expYear: 2030 }
  const world = worldOf({ adapters: { stripe: adapterOf({ verify: () => Promise.resolve([factOf({ card })]) }) } })
  await world.handler(new Request(`${FUNCTION_URL}/webhook/stripe`, { method: 'POST', body: '{}' }))
  assertEquals(world.argsOf('save_card'), [{
    payment_id: PAYMENT,
    token: 'pm_secret',
    customer_ref: null,
    brand: 'visa',
    last4: '4242',
    exp_month: 8,
    exp_year: 2030,
  }])
  assert(!JSON.stringify([world.lines, world.argsOf('record_payment_event')]).includes('pm_secret'))
})

Deno.test('a checkout is refused to visitors, for unknown providers, and for amounts that the provider does not take', async () => {
  const cases: [World, object, number, string][] = [
    [worldOf({ person: 'visitor' }), wish, 401, 'must_login'],
    [worldOf(), { ...wish, provider: 'paypal' }, 403, 'no_provider_found'],
    [worldOf(), { ...wish, provider: '../stripe' }, 400, 'invalid_request'],
    [worldOf(), { ...wish, amount: '5' }, 400, 'invalid_request'],
    [worldOf(), { ...wish, purpose: 'gift' }, 400, 'invalid_request'],
    [worldOf(), { ...wish, client_key: 'again' }, 400, 'invalid_request'],
    [worldOf({ answers: { take_rate_limit: false } }), wish, 429, 'too_many_requests'],
    [worldOf({ answers: { create_payment: refused(404, 'booking_not_found') } }), wish, 404, 'booking_not_found'],
    [worldOf({ answers: { create_payment: viewOf({ currency: 'USD' }) } }), wish, 409, 'payment_not_possible'],
    [
      worldOf({ adapters: { stripe: adapterOf({ limits: () => ({ min: 5000 }) }) } }),
      wish,
      422,
      'payment_out_of_range',
    ],
  ]
  for (const [world, body, status, code] of cases) {
    const answer = await call(world, 'checkout', body)
    assertEquals([answer.status, answer.body['code']], [status, code])
    assertEquals(world.argsOf('start_checkout'), [])
  }
})

Deno.test('a link leads to the payment’s page, which knows the provider’s response', async () => {
  const world = worldOf()
  assertEquals(await location(world, 'checkout/some-token'), page)
  assertEquals(world.argsOf('note_payment'), [{
    payment_id: PAYMENT,
    provider_ref: 'cs_1',
    expires_at: null,
    next: { kind: 'redirect', url: 'https://pay.example/cs_1' },
  }])
})

Deno.test('a started payment continues where it was', async () => {
  const next = { kind: 'redirect', url: 'https://pay.example/before' } as const
  const begun = (changes: object) => worldOf({ answers: { payment_view: viewOf({ next, ...changes }) } })
  const soon = new Date(Date.now() + 10_000).toISOString()
  for (const [changes, times] of [[{}, 0], [{ expires_at: soon }, 1], [{ status: 'failed' }, 1]] as const) {
    const world = begun(changes)
    assertEquals(await location(world, 'checkout/t'), page)
    assertEquals(world.argsOf('note_payment').length, times)
  }
})

Deno.test('forms, scripts and the test provider continue on the payment’s page', async () => {
  const nexts = [
    { kind: 'form', action: 'https://pay.example/', fields: { a: '1' } },
    { kind: 'client', script: 'https://pay.example/a.js', params: { key: 'public' } },
    { kind: 'test' },
  ] as const
  for (const next of nexts) {
    const world = worldOf({ adapters: { stripe: adapterOf({ create: () => Promise.resolve({ next }) }) } })
    assertEquals(await location(world, 'checkout/t'), page)
    assertEquals(world.argsOf('note_payment')[0]?.['next'], next)
  }
})

Deno.test('a used link, or a failing provider, leads to a page that says so', async () => {
  const failing = (error: Error) =>
    worldOf({ adapters: { stripe: adapterOf({ create: () => Promise.reject(error) }) } })
  const elsewhere = (url: string) =>
    worldOf({ adapters: { stripe: adapterOf({ create: () => Promise.resolve({ next: { kind: 'redirect', url } }) }) } })
  const cases: [World, string][] = [
    [
      worldOf({ answers: { redeem_checkout: refused(410, 'checkout_expired', PAYMENT) } }),
      `${page}?problem=checkout_expired`,
    ],
    [
      worldOf({ answers: { redeem_checkout: refused(410, 'checkout_expired') } }),
      `${SITE_URL}/pay/expired?problem=checkout_expired`,
    ],
    [
      worldOf({ answers: { redeem_checkout: refused(503, 'server_busy') } }),
      `${SITE_URL}/pay/expired?problem=server_busy`,
    ],
    [failing(new ProviderFailure('timeout', 'late')), `${page}?problem=provider_busy`],
    [failing(new PaymentRefused('no', 'payment_not_possible')), `${page}?problem=payment_not_possible`],
    [failing(new TypeError('a bug')), `${page}?problem=server_busy`],
    [elsewhere('http://pay.example/'), `${page}?problem=provider_busy`],
    [elsewhere('javascript:alert(1)'), `${page}?problem=provider_busy`],
    [worldOf({ answers: { note_payment: refused(503, 'server_busy') } }), `${page}?problem=server_busy`],
  ]
  for (const [world, expected] of cases) {
    assertEquals(await location(world, 'checkout/t'), expected)
    assertEquals(world.argsOf('note_payment').some(({ next }) => /http:|javascript:/.test(JSON.stringify(next))), false)
  }
})

Deno.test('a return leads only to the payment’s page', async () => {
  const queries = [
    `payment=${PAYMENT}&next=https://evil.example`,
    `payment=${PAYMENT}&url=//evil.example&return_to=https://evil.example&status=paid&amount=0.01`,
  ]
  for (const query of queries) {
    for (const method of ['GET', 'POST']) {
      const world = worldOf()
      assertEquals(await location(world, `return/stripe?${query}`, { method }), page)
      assertEquals(world.argsOf('record_payment_event'), [], 'nothing in it pays')
    }
  }
  for (
    const id of ['', '//evil.example', 'https://evil.example', '../..', `${PAYMENT}@evil.example`, '%0d%0aset-cookie:a']
  ) {
    assertEquals(await location(worldOf(), `return/stripe?payment=${id}`, {}), `${SITE_URL}/pay/expired`)
  }
  const unknown = worldOf({ answers: { payment_view: refused(404, 'payment_not_found') } })
  assertEquals(await location(unknown, `return/stripe?payment=${PAYMENT}`, {}), page)
})

Deno.test('a return triggers a request to the provider', async () => {
  const asked: string[] = []
  const adapter = adapterOf({
    fetch: (payment) => {
      asked.push(payment.ref ?? '')
      return Promise.resolve([factOf({ eventId: 'ch_1:paid' })])
    },
  })
  const world = worldOf({ adapters: { stripe: adapter } })
  assertEquals(await location(world, `return/stripe?payment=${PAYMENT}`, {}), page)
  assertEquals(asked, ['cs_1'])
  assertEquals(world.argsOf('record_payment_event').map((args) => args['event_id']), ['ch_1:paid'])
  const other = worldOf({ adapters: { stripe: adapter, paypal: adapterOf() } })
  await location(other, `return/paypal?payment=${PAYMENT}`, {})
  assertEquals(asked.length, 1, 'a payment of another provider is not asked about')
})

Deno.test('a signed return is verified with the address that the provider knows', async () => {
  const adapter = adapterOf(
    {
      returned: (_payment, { url }) => {
        if (url.href !== `${FUNCTION_URL}/return/stripe?payment=${PAYMENT}&hash=good`) throw new BadSignature('no')
        return Promise.resolve([factOf({ currency: null, paymentId: null })])
      },
    } as Parameters<typeof adapterOf>[0],
  )
  const good = worldOf({ adapters: { stripe: adapter } })
  const inside = new Request(`http://127.0.0.1:9999/payments/return/stripe?payment=${PAYMENT}&hash=good`)
  assertEquals((await good.handler(inside)).headers.get('location'), page)
  const [recorded] = good.argsOf('record_payment_event')
  assertEquals([recorded?.['payment_id'], recorded?.['amount'], recorded?.['currency']], [PAYMENT, '12.34', 'EUR'])
  const bad = worldOf({ adapters: { stripe: adapter } })
  assertEquals(await location(bad, `return/stripe?payment=${PAYMENT}&hash=bad`, {}), page)
  assertEquals(bad.argsOf('record_payment_event'), [])
  assertEquals(bad.lines.map(({ event }) => event), ['return_refused'])
})

Deno.test('an approved payment is captured when its customer returns, and not if they cancelled', async () => {
  const heard: Record<string, string>[] = []
  const adapter = adapterOf({
    complete: (_payment, params) => {
      heard.push(params)
      return Promise.resolve([factOf()])
    },
  })
  const next = { kind: 'redirect', url: 'https://pay.example/' } as const
  const world = worldOf({ adapters: { stripe: adapter }, answers: { payment_view: viewOf({ next }) } })
  await location(world, `return/stripe?payment=${PAYMENT}&token=T&PayerID=P`, {})
  assertEquals(heard, [{ token: 'T', PayerID: 'P' }])
  assertEquals(world.argsOf('record_payment_event').length, 1)
  await location(world, `return/stripe?payment=${PAYMENT}&cancelled=1`, {})
  assertEquals(heard.length, 1)
})

Deno.test('a webhook is recorded with its currency’s decimals, and gets the response that its sender expects', async () => {
  const facts = [
    factOf(),
    factOf({ eventId: '2', amount: 1234, currency: 'jpy' }),
    factOf({ eventId: '3', amount: 1234, currency: 'KWD', fee: 5, refundId: 'not ours', refundRef: 're_9' }),
    factOf({ eventId: '4', paymentId: 'of another shop', raw: { text: 'half \ud800' } }),
    factOf({
      eventId: '5',
      kind: 'chargeback',
      disputeRef: 'dp_1',
      dueAt: '2026-04-01T00:00:00Z',
      raw: { a: 'x'.repeat(20_000) },
    }),
  ]
  const adapter = adapterOf({
    verify: ({ url, bytes }) => {
      assertEquals(url.href, `${FUNCTION_URL}/webhook/stripe?source=1`)
      assertEquals(new TextDecoder().decode(bytes), '{"as": "sent"}')
      return Promise.resolve(facts)
    },
    acknowledge: () => new Response('OK', { status: 200 }),
  })
  const world = worldOf({ adapters: { stripe: adapter } })
  const answer = await world.handler(post('functions/v1/payments/webhook/stripe?source=1', '{"as": "sent"}'))
  assertEquals([answer.status, await answer.text()], [200, 'OK'])
  const recorded = world.argsOf('record_payment_event')
  assertEquals(recorded.map(({ amount, currency }) => [amount, currency]), [
    ['12.34', 'EUR'],
    ['1234', 'JPY'],
    ['1.234', 'KWD'],
    ['12.34', 'EUR'],
    ['12.34', 'EUR'],
  ])
  assertEquals([recorded[2]?.['fee'], recorded[2]?.['refund_id'], recorded[2]?.['refund_ref']], ['0.005', null, 're_9'])
  assertEquals([recorded[3]?.['payment_id'], recorded[3]?.['provider_ref']], [null, 'cs_1'])
  assertEquals(Object.keys(recorded[3]?.['payload'] as object), ['left_out'])
  assertEquals(Object.keys(recorded[4]?.['payload'] as object), ['left_out'])
  assertEquals([recorded[4]?.['dispute_ref'], recorded[4]?.['due_at']], ['dp_1', '2026-04-01T00:00:00Z'])
})

Deno.test('a provider’s GET challenge gets its response, and other GET requests are refused', async () => {
  const get = () => new Request('http://localhost/payments/webhook/stripe?challenge=1')
  const challenge = ({ url }: { url: URL }) =>
    url.searchParams.get('challenge') === '1'
      ? Promise.resolve(new Response('it is'))
      : Promise.reject(new BadSignature('no'))
  const world = worldOf({ adapters: { stripe: adapterOf({ challenge }) } })
  assertEquals(await (await world.handler(get())).text(), 'it is')
  const other = await world.handler(new Request('http://localhost/payments/webhook/stripe'))
  assertEquals([other.status, world.argsOf('record_payment_event')], [401, []])
  await other.body?.cancel()
  const without = worldOf({ adapters: { stripe: adapterOf({}) } })
  assertEquals((await without.handler(get())).status, 405)
})

Deno.test('the response to a webhook makes its sender retry exactly when that helps', async () => {
  const verifying = (error: Error) =>
    worldOf({ adapters: { stripe: adapterOf({ verify: () => Promise.reject(error) }) } })
  const cases: [World, string, number][] = [
    [worldOf(), 'stripe', 200],
    [worldOf(), 'paypal', 404],
    [worldOf(), '__proto__', 404],
    [verifying(new BadSignature('wrong')), 'stripe', 401],
    [verifying(new ProviderFailure('server', 'status 500')), 'stripe', 503],
    [verifying(new TypeError('a bug')), 'stripe', 503],
    [worldOf({ answers: { record_payment_event: refused(503, 'server_busy') } }), 'stripe', 503],
    [worldOf({ answers: { record_payment_event: refused(409, 'try_again') } }), 'stripe', 503],
    [worldOf({ answers: { record_payment_event: refused(403, 'no_provider_found') } }), 'stripe', 403],
    [worldOf({ adapters: { stripe: adapterOf({ verify: () => Promise.resolve([]) }) } }), 'stripe', 200],
  ]
  for (const [world, name, status] of cases) {
    const answer = await world.handler(post(`payments/webhook/${name}`, '{}'))
    assertEquals(answer.status, status)
    if (status === 401) assertEquals((await answer.json())['code'], 'bad_signature')
    else await answer.body?.cancel()
  }
  const large = await worldOf().handler(post('payments/webhook/stripe', 'x'.repeat(300_000)))
  assertEquals(large.status, 413)
  await large.body?.cancel()
})

Deno.test('an undecided payment is queried when its page polls, at a limited rate', async () => {
  let asked = 0
  const adapter = adapterOf({
    fetch: () => {
      asked++
      return Promise.resolve([factOf()])
    },
  })
  const look = async (answers: Record<string, unknown>) => {
    const world = worldOf({ adapters: { stripe: adapter }, answers })
    const { status } = await call(world, 'status', { payment_id: PAYMENT })
    assertEquals(status, 200)
    return world
  }
  const world = await look({})
  assertEquals(asked, 1)
  assertEquals(world.argsOf('payment_view')[0], { payment_id: PAYMENT, customer_id: RIDER })
  assertEquals(world.argsOf('record_payment_event').length, 1)
  await look({ take_rate_limit: false })
  for (const status of ['paid', 'authorized', 'voided'] as const) await look({ payment_view: viewOf({ status }) })
  await look({ payment_view: viewOf({ provider_ref: null }) })
  assertEquals(asked, 1)
  const failing = worldOf({
    adapters: { stripe: adapterOf({ fetch: () => Promise.reject(new ProviderFailure('server', '')) }) },
  })
  assertEquals((await call(failing, 'status', { payment_id: PAYMENT })).status, 200)
})

Deno.test('another person’s payment is not found', async () => {
  const mine = ({ customer_id }: Record<string, unknown>) =>
    customer_id === RIDER ? refused(404, 'payment_not_found')() : viewOf()
  const world = worldOf({ answers: { payment_view: mine } })
  const asked = { payment_id: PAYMENT }
  for (
    const [path, body] of [['status', asked], ['complete', { ...asked, params: {} }], ['test/act', {
      ...asked,
      act: 'approve',
    }]] as const
  ) {
    const answer = await call(world, path, body)
    assertEquals([answer.status, answer.body['code']], [404, 'payment_not_found'], path)
  }
  assertEquals(world.argsOf('record_payment_event'), [])
})

Deno.test('the result of a payment page completes the payment, or is refused', async () => {
  const completing = (complete?: () => Promise<never>) =>
    worldOf({ adapters: { stripe: adapterOf({ complete: complete ?? (() => Promise.resolve([factOf()])) }) } })
  const body = { payment_id: PAYMENT, params: { nonce: 'n' } }
  const done = completing()
  assertEquals((await call(done, 'complete', body)).status, 200)
  assertEquals(done.argsOf('record_payment_event').length, 1)
  const cases: [World, number, string][] = [
    [worldOf(), 409, 'payment_not_possible'],
    [completing(() => Promise.reject(new PaymentRefused('no'))), 402, 'payment_declined'],
    [completing(() => Promise.reject(new PaymentRefused('no', 'payment_not_possible'))), 409, 'payment_not_possible'],
    [completing(() => Promise.reject(new ProviderFailure('timeout', 'late'))), 503, 'provider_busy'],
  ]
  for (const [world, status, code] of cases) {
    const answer = await call(world, 'complete', body)
    assertEquals([answer.status, answer.body['code']], [status, code])
  }
  for (const params of [{ nonce: 1 }, 'nonce', { nonce: 'x'.repeat(20_001) }]) {
    assertEquals((await call(completing(), 'complete', { payment_id: PAYMENT, params })).status, 400)
  }
})

const PAY_TOKEN = '0123456789abcdef0123456789abcdef'

Deno.test('a passenger with the pay link of a street trip pays without an account', async () => {
  const street = viewOf({ pay_token: PAY_TOKEN } as object)
  const world = worldOf({ person: 'visitor', answers: { start_street_checkout: street, street_payment_view: street } })
  const asked = { ...wish, pay_token: PAY_TOKEN }
  const { status, body } = await call(world, 'checkout', asked)
  assertEquals([status, body['payment_id']], [200, PAYMENT])
  const [started] = world.argsOf('start_street_checkout')
  assertEquals([started?.['pay_token'], started?.['provider'], started?.['client_key']], [PAY_TOKEN, 'stripe', KEY])
  assertEquals(world.argsOf('create_payment'), [])
  assertEquals((await call(world, 'status', { payment_id: PAYMENT, pay_token: PAY_TOKEN })).status, 200)
  const other = await call(world, 'status', { payment_id: KEY, pay_token: PAY_TOKEN })
  assertEquals([other.status, other.body['code']], [404, 'payment_not_found'])
  assertEquals((await call(world, 'status', { payment_id: PAYMENT, pay_token: 'guess' })).status, 400)
  assertEquals((await call(world, 'status', { payment_id: PAYMENT })).status, 401)
})

Deno.test('a browser that pays by a link returns to the link', async () => {
  const street = viewOf({ pay_token: PAY_TOKEN } as object)
  const world = worldOf({
    person: 'visitor',
    answers: { redeem_checkout: street, payment_view: street, note_payment: street },
  })
  const response = await world.handler(
    new Request('https://api.example.com/payments/checkout/token', { method: 'POST' }),
  )
  assertEquals(response.headers.get('location'), `${SITE_URL}/pay/street/${PAY_TOKEN}`)
})
