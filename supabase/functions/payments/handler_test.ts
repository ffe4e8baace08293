/** The payments function: providers, checkouts, links, and the payment's page. */
import { assert, assertEquals } from '@std/assert'
import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { PaymentRefused } from './providers/errors.ts'
import { call, KEY, location, page, wish } from './testing/calls.ts'
import {
  adapterOf,
  FUNCTION_URL,
  PAYMENT,
  refused,
  RIDER,
  SITE_URL,
  viewOf,
  type World,
  worldOf,
} from './testing/doubles.ts'

// Spec 3.62, 7.44
Deno.test('providers are listed with their limits in the operator’s currency', async () => {
  const limited = adapterOf({
    limits: () => ({ min: 50, max: 99_999 }),
    capture: () => Promise.resolve([]),
    void: () => Promise.resolve([]),
    cards: { offSession: false, charge: () => Promise.resolve({ facts: [] }), forget: () => Promise.resolve() },
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
      off_session: false,
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
      off_session: false,
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
    rule: { step: '0.01' },
    request_id: null,
  }])
  const [started] = world.argsOf('start_checkout')
  assertEquals([started?.['payment_id'], started?.['customer_id']], [PAYMENT, RIDER])
  assert(/^[0-9a-f]{64}$/.test(String(started?.['token_hash'])))
  assert(!JSON.stringify(world.calls).includes(token[1] ?? '-'), 'the token itself stays out of the database')
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
    [worldOf({ answers: { create_payment: refused(422, 'payment_out_of_range') } }), wish, 422, 'payment_out_of_range'],
  ]
  for (const [world, body, status, code] of cases) {
    const answer = await call(world, 'checkout', body)
    assertEquals([answer.status, answer.body['code']], [status, code])
    assertEquals(world.argsOf('start_checkout'), [])
  }
})

Deno.test('a payment is created by what its provider takes, and none in a currency that it does not take', async () => {
  const settings = (currency: string) => ({ settings: () => Promise.resolve({ currency, hasTest: true }) })
  const exact = adapterOf({ limits: () => ({ min: 500, max: 999_990 }), step: () => 10 })
  const world = worldOf({ adapters: { stripe: exact }, deps: settings('KWD') })
  await call(world, 'checkout', wish)
  assertEquals(world.argsOf('create_payment')[0]?.['rule'], { step: '0.010', min: '0.500', max: '999.990' })
  for (const asked of [wish, { ...wish, pay_token: '0123456789abcdef0123456789abcdef' }]) {
    const other = worldOf({ deps: settings('USD') })
    const answer = await call(other, 'checkout', asked)
    assertEquals([answer.status, answer.body['code']], [409, 'payment_not_possible'])
    assertEquals([other.argsOf('create_payment'), other.argsOf('start_street_checkout')], [[], []])
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

Deno.test('the id of a payment does not tell the secret of the pay link by which it was begun', async () => {
  const view = viewOf({ pay_token: PAY_TOKEN, provider_ref: null })
  let back = ''
  const adapter = adapterOf({
    create: (_payment, urls) => {
      back = urls.back
      return Promise.resolve({ ref: 'cs_1', next: { kind: 'redirect', url: 'https://pay.example/' } })
    },
  })
  const world = worldOf({
    person: 'visitor',
    adapters: { stripe: adapter },
    answers: { redeem_checkout: view, payment_view: view, note_payment: view },
  })
  const locationOf = async (url: string, method = 'GET') =>
    (await world.handler(new Request(url, { method }))).headers.get('location')
  await locationOf('https://api.example.com/payments/checkout/token', 'POST')
  assertEquals(back.includes(PAY_TOKEN), false, 'the provider does not learn the secret')
  assertEquals(await locationOf(back), `${SITE_URL}/pay/street/${PAY_TOKEN}`)
  assertEquals(await locationOf(`${back}&cancelled=1`), `${SITE_URL}/pay/street/${PAY_TOKEN}`)
  const other = new URL(back)
  for (const link of [null, '', '0'.repeat(32), PAY_TOKEN]) {
    if (link === null) other.searchParams.delete('link')
    else other.searchParams.set('link', link)
    assertEquals(await locationOf(other.href), `${SITE_URL}/pay/${PAYMENT}`)
  }
})
