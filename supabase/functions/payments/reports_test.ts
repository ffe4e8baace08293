/** The payments function: what returns, webhooks, queries and payment pages report about a payment. */
import { assertEquals } from '@std/assert'
import { ProviderFailure } from '../_shared/http-client/failure.ts'
import { post } from '../_shared/kernel/testing/doubles.ts'
import { BadSignature, PaymentRefused } from './providers/errors.ts'
import { call, location, page } from './testing/calls.ts'
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
        return Promise.resolve([factOf({ paymentId: null })])
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

Deno.test('a report without an amount or without a currency gets neither from the payment', async () => {
  for (const currency of [null, ''] as const) {
    const adapter = adapterOf({ fetch: () => Promise.resolve([factOf({ amount: null, currency, paymentId: null })]) })
    const world = worldOf({ adapters: { stripe: adapter } })
    await location(world, `return/stripe?payment=${PAYMENT}`, {})
    const [recorded] = world.argsOf('record_payment_event')
    assertEquals([recorded?.['payment_id'], recorded?.['amount'], recorded?.['currency']], [PAYMENT, null, null])
  }
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
