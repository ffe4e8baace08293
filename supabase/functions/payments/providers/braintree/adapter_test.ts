import { assert, assertEquals, assertRejects, assertThrows } from '@std/assert'
import { ProviderFailure } from '../../../_shared/http-client/failure.ts'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { toMajor } from '../money.ts'
import { conform } from '../testing/conformance.ts'
import type { Fixture } from '../testing/simulation.ts'
import { NOW, PAYMENT_ID, paymentOf, REFUND_ID, urlsOf, withWorld, type World } from '../testing/world.ts'
import type { KeptCard } from '../types.ts'
import { braintree } from './adapter.ts'
import { AUTHORIZE, CHARGE, CLIENT_TOKEN, FORGET, OF_ORDER, REFUND } from './api.ts'
import { isSigned } from './signature.ts'
import { BraintreeServer, KEPT, TOKEN } from './simulation.ts'
import { readXml, textAt } from './xml.ts'

const URL_OF_API = 'https://payments.sandbox.braintree-api.com/graphql'
const live = {
  BRAINTREE_PUBLIC_KEY: '9bxqbbz8p7crv2q6',
  BRAINTREE_PRIVATE_KEY: '2d4c1f0f8e2b4b7a9c3e5d6f7a8b9c0d',
  BRAINTREE_ACCOUNTS: 'EUR:acme_eur,JPY:acme_jpy,KWD:acme_kwd',
}
const headers = {
  authorization: `Basic ${btoa(`${live.BRAINTREE_PUBLIC_KEY}:${live.BRAINTREE_PRIVATE_KEY}`)}`,
  'braintree-version': '2019-01-01',
}

const fixture = {
  provider: braintree,
  environment: { ...live, BRAINTREE_SANDBOX: 'true' },
  live,
  public: ['BRAINTREE_PUBLIC_KEY', 'BRAINTREE_ACCOUNTS'],
  currency: 'EUR',
  start: (environment: Record<string, string>) => new BraintreeServer(environment),
  creates: ({ amount, currency }) => ({
    asks: [{
      method: 'POST',
      url: URL_OF_API,
      headers,
      json: {
        query: CLIENT_TOKEN,
        variables: { input: { clientToken: { merchantAccountId: `acme_${currency.toLowerCase()}` } } },
      },
    }],
    next: {
      kind: 'client',
      script: 'https://js.braintreegateway.com/web/dropin/1.44.1/js/dropin.min.js',
      params: { authorization: TOKEN, amount: toMajor(amount, currency), currency, lang: 'en', threeDSecure: true },
    },
  }),
  cards: {
    found: KEPT,
    creates: ({ currency }) => [{
      method: 'POST',
      url: URL_OF_API,
      json: {
        query: CLIENT_TOKEN,
        variables: { input: { clientToken: { merchantAccountId: `acme_${currency.toLowerCase()}` } } },
      },
    }],
    charges: ({ id, amount, currency, isHold }, card) => [
      { method: 'POST', url: URL_OF_API, json: { query: OF_ORDER, variables: { input: { orderId: { is: id } } } } },
      {
        method: 'POST',
        url: URL_OF_API,
        json: {
          query: isHold ? AUTHORIZE : CHARGE,
          variables: {
            input: {
              paymentMethodId: card.token,
              transaction: { amount: toMajor(amount, currency), orderId: id, merchantAccountId: 'acme_eur' },
            },
          },
        },
      },
    ],
    forgets: ({ token }) => [{
      method: 'POST',
      url: URL_OF_API,
      json: { query: FORGET, variables: { input: { paymentMethodId: token } } },
    }],
  },
  refunds: ({ id, currency }, refund) => [
    {
      method: 'POST',
      url: URL_OF_API,
      headers,
      json: { query: OF_ORDER, variables: { input: { orderId: { is: id } } } },
    },
    {
      method: 'POST',
      url: URL_OF_API,
      headers,
      json: {
        query: REFUND,
        variables: {
          input: {
            transactionId: btoa('transaction_6zksc0np'),
            apiRequestKey: refund.id,
            refund: { amount: toMajor(refund.amount, currency), orderId: refund.id },
          },
        },
      },
    },
  ],
  tells: ['paid', 'failed', 'chargeback', 'chargeback_won', 'chargeback_lost'],
  answers: ['paid', 'authorized', 'pending', 'failed', 'voided'],
  isSigned: true,
  createsAnew: 'a client token takes no money',
} satisfies Fixture

conform(fixture)

const server = (world: World) => world.simulation as BraintreeServer
const facts = (world: World, kind: string, subject: string) =>
  world.adapter.verify(world.heardOf(server(world).event(kind, subject)), world.budget())
const charges = (world: World) =>
  world.asked.filter(({ text }) => /chargePaymentMethod|authorizePaymentMethod/.test(text)).length

Deno.test('braintree: a nonce is charged with our amount, order and account, and an order only once', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('EUR')
    const [fact] = await world.adapter.complete?.(payment, server(world).yields(), world.budget()) ?? []
    assertEquals([fact?.kind, fact?.amount, fact?.currency, fact?.paymentId], ['paid', 123_450, 'EUR', PAYMENT_ID])
    assertEquals((world.asked.at(-1)?.json as { variables: unknown }).variables, {
      input: {
        paymentMethodId: server(world).yields().nonce,
        transaction: { amount: '1234.50', orderId: PAYMENT_ID, merchantAccountId: 'acme_eur' },
      },
    })
    const [again] = await world.adapter.complete?.(payment, { nonce: 'tokencc_another_one' }, world.budget()) ?? []
    assertEquals([again?.eventId, charges(world)], [fact?.eventId, 1])
  }))

Deno.test('braintree: a declined card can be followed by another one', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('EUR')
    server(world).declines = true
    const complete = (nonce: string) =>
      world.adapter.complete?.(payment, { nonce }, world.budget()) ?? Promise.resolve([])
    const refusal = await assertRejects(() => complete('tokencc_one_of_two'), PaymentRefused)
    assertEquals(refusal.key, 'payment_declined')
    assertEquals((await world.adapter.fetch?.(payment, world.budget()))?.map(({ kind }) => kind), ['pending'])
    server(world).declines = false
    assertEquals((await complete('tokencc_two_of_two')).map(({ kind }) => kind), ['paid'])
    assertEquals((await world.adapter.fetch?.(payment, world.budget()))?.map(({ kind }) => kind), ['paid'])
  }))

Deno.test('braintree: the bank’s challenge for a saved card is shown in Drop-in, and its result pays', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('EUR')
    const charge = (card: KeptCard) => world.adapter.cards?.charge(payment, card, urlsOf('braintree'), world.budget())
    for (
      const question of [{ processorResponse: { legacyCode: '2099' } }, { gatewayRejectionReason: 'THREE_D_SECURE' }]
    ) {
      server(world).question = question
      const asked = await charge(KEPT)
      assertEquals(asked?.facts, [])
      assert(asked?.next?.kind === 'client')
      assertEquals(asked.next.params, {
        authorization: TOKEN,
        amount: '1234.50',
        currency: 'EUR',
        lang: 'en',
        threeDSecure: true,
        asksOwner: true,
      })
      assertEquals((world.asked.at(-1)?.json as { variables: unknown }).variables, {
        input: { clientToken: { merchantAccountId: 'acme_eur', customerId: KEPT.customer } },
      })
    }
    // A card that was saved without its customer: its owner has to type it again.
    assertEquals((await charge({ ...KEPT, customer: null }))?.next?.kind, 'client')
    assertEquals((world.asked.at(-1)?.json as { variables: unknown }).variables, {
      input: { clientToken: { merchantAccountId: 'acme_eur' } },
    })
    const [paid] = await world.adapter.complete?.(payment, server(world).yields(), world.budget()) ?? []
    assertEquals([paid?.kind, paid?.amount], ['paid', 123_450])
    // Repeating the same checkout finds the payment, without a second charge.
    const before = charges(world)
    assertEquals((await charge(KEPT))?.facts.map(({ eventId }) => eventId), [paid?.eventId])
    assertEquals(charges(world), before)
  }))

Deno.test('braintree: a saved card declined for another reason shows no challenge', () =>
  withWorld(fixture, async (world) => {
    const charge = () =>
      world.adapter.cards?.charge(paymentOf('EUR'), KEPT, urlsOf('braintree'), world.budget()) ?? Promise.resolve(null)
    server(world).declines = true
    await assertRejects(charge, PaymentRefused)
    server(world).question = { gatewayRejectionReason: 'FRAUD' }
    await assertRejects(charge, PaymentRefused)
  }))

Deno.test('braintree: nothing is charged without a nonce', () =>
  withWorld(fixture, async (world) => {
    for (const params of [{}, { nonce: '' }, { nonce: 'a b' }, { nonce: 'x'.repeat(300) }]) {
      await assertRejects(
        async () => await world.adapter.complete?.(paymentOf('EUR'), params, world.budget()),
        PaymentRefused,
      )
    }
    assertEquals(charges(world), 0)
  }))

Deno.test('braintree: a hold is authorised, captured in part, and released', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('EUR', { isHold: true })
    const [held] = await world.adapter.complete?.(payment, server(world).yields(), world.budget()) ?? []
    assertEquals([held?.kind, held?.amount], ['authorized', 123_450])
    const stored = { ...payment, chargeRef: held?.chargeRef ?? null }
    const [paid] = await world.adapter.capture?.(stored, 100_000, world.budget()) ?? []
    assertEquals([paid?.kind, paid?.amount, paid?.chargeRef], ['paid', 100_000, held?.chargeRef])
    // Voiding is too late: the hold was captured.
    assertEquals((await world.adapter.void?.(stored, world.budget()))?.map(({ kind }) => kind), ['paid'])
  }))

Deno.test('braintree: before settlement a charge is refunded only in full, and a partial refund has to wait', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('EUR')
    const [fact] = await world.adapter.complete?.(payment, server(world).yields(), world.budget()) ?? []
    const stored = { ...payment, chargeRef: fact?.chargeRef ?? null }
    const refund = (amount: number) => world.adapter.refund(stored, { id: REFUND_ID, amount }, world.budget())
    assertEquals((await refund(1000)).state, 'pending')
    assertEquals((await refund(123_460)).state, 'failed')
    assertEquals((await refund(123_450)).state, 'done')
    assertEquals((await refund(123_450)).state, 'done')
    assertEquals(server(world).refunds(), [{ amount: 123_450 }])
  }))

Deno.test('braintree: a disputed transaction that the webhook does not describe is looked up', () =>
  withWorld(fixture, async (world) => {
    const payment = paymentOf('EUR')
    server(world).happen({ kind: 'paid', payment, amount: 123_450, currency: 'EUR', at: NOW, number: 1 })
    const dispute = (changes: string, kind = 'chargeback') =>
      `<dispute><id>d1</id><kind>${kind}</kind><amount-disputed>50.00</amount-disputed><amount>99.00</amount>` +
      `<currency-iso-code>EUR</currency-iso-code><reply-by-date type="date">2026-03-21</reply-by-date>${changes}</dispute>`
    const paid = '<transaction><id>6zksc0np</id></transaction>'
    const [fact] = await facts(world, 'dispute_opened', dispute(paid))
    assertEquals([fact?.kind, fact?.paymentId, fact?.amount, fact?.disputeRef, fact?.dueAt], [
      'chargeback',
      PAYMENT_ID,
      5000,
      'd1',
      '2026-03-21T23:59:59.000Z',
    ])
    const before = world.asked.length
    const known = `<transaction><id>6zksc0np</id><order-id>${PAYMENT_ID}</order-id></transaction>`
    assertEquals((await facts(world, 'dispute_expired', dispute(known))).map(({ kind }) => kind), ['chargeback_lost'])
    assertEquals(world.asked.length, before)
    assertEquals(await facts(world, 'dispute_opened', dispute(paid, 'retrieval')), [])
    assertEquals(await facts(world, 'dispute_under_review', dispute(known)), [])
    assertEquals(await facts(world, 'dispute_opened', dispute('<transaction><id>other</id></transaction>')), [])
    const stranger = '<transaction><id>6zksc0np</id><order-id>order-17</order-id></transaction>'
    assertEquals(await facts(world, 'dispute_opened', dispute(stranger)), [])
  }))

Deno.test('braintree: a currency without an account is refused, and unreadable accounts turn the provider off', () =>
  withWorld(fixture, async (world) => {
    const create = () => world.adapter.create(paymentOf('USD'), urlsOf('braintree'), world.budget())
    await assertRejects(create, PaymentRefused)
    const make = (accounts: string) => () =>
      braintree.make({
        secret: (name) => name === 'BRAINTREE_ACCOUNTS' ? accounts : 'x',
        option: () => undefined,
        client: { ask: () => Promise.reject(new Error()) },
        log: () => {},
        now: () => NOW,
        nonce: () => '',
      })
    for (const accounts of ['acme', 'EUR', 'EUR:', 'euros:acme', 'EUR:a,,']) assertThrows(make(accounts))
  }))

Deno.test('braintree: XML is parsed without document types and entities', () =>
  withWorld(fixture, async (world) => {
    const tricks = [
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      '<!DOCTYPE a [<!ENTITY x "y">]><a/>',
      '<?xml version="1.0"?><?xml-stylesheet href="https://evil.example.com"?><a/>',
      '<a><![CDATA[x]]></a>',
      '<a>&unknown;</a>',
      '<a>&amp</a>',
      '<a>&#0;</a>',
      '<a>&#x110000;</a>',
      '<a><b></a></b>',
      '<a>',
      '</a>',
      '<a/><b/>',
      '<a b="<"/>',
      '<a b=c/>',
      'text',
      '',
      '<a>'.repeat(100) + '</a>'.repeat(100),
      `<a>${'<b/>'.repeat(6000)}</a>`,
      `<a>${' '.repeat(300_000)}</a>`,
    ]
    for (const trick of tricks) {
      assertThrows(() => readXml(trick), ProviderFailure, '', trick.slice(0, 60))
      const message = server(world).send(trick)
      await assertRejects(() => world.adapter.verify(world.heardOf(message), world.budget()), ProviderFailure)
    }
    assertEquals(world.asked, [])
    const read = readXml(
      `<?xml version="1.0" encoding="UTF-8"?>\n<a x='1' y="2">\n <b nil="true"/><c> 1 &lt; 2 &amp;&#38; &#x41; </c></a>\n`,
    )
    assertEquals([textAt(read, 'b'), textAt(read, 'c'), textAt(read, 'd', 'e')], ['', '1 < 2 && A', ''])
  }))

// Test cases 6 and 7 of RFC 2202, as in https://github.com/braintree/braintree_node, spec/unit/braintree/digest_spec.js. HMAC
// first hashes a key longer than a block, so a key that is already hashed gives the same signature.
Deno.test('braintree: the key of the signature is the SHA-1 of the private key', async () => {
  const key = new Uint8Array(80).fill(0xaa)
  const cases = [
    ['Test Using Larger Than Block-Size Key - Hash Key First', 'aa4ae5e15272d00e95705637ce8a3b55ed402112'],
    [
      'Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data',
      'e8e99d0f45237d786d6bbaa7965c7808bbff1a91',
    ],
  ] as const
  for (const [message, hex] of cases) {
    const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    assertEquals(await isSigned(key, message, signature), true)
    assertEquals(await isSigned(key, `${message}.`, signature), false)
  }
})

Deno.test('braintree: a challenge gets a response, and nothing else is signed', () =>
  withWorld(fixture, async (world) => {
    const ask = (challenge: string) => {
      const heard = world.heardOf({ body: '', method: 'GET', query: `?bt_challenge=${challenge}`, signed: [] })
      return world.adapter.challenge?.(heard) ?? Promise.resolve(new Response())
    }
    const answer = await ask('20f9f8ed05f77439fe955c977e4c8a53')
    // Computed with Python: hmac.new(sha1(private key).digest(), challenge, 'sha1').
    assertEquals(await answer.text(), '9bxqbbz8p7crv2q6|cbe1b368b0eff413868d1c5b9aa70560150ed406')
    for (const other of ['', 'PG5vdGlmaWNhdGlvbj4', 'ab', 'a'.repeat(60)]) {
      await assertRejects(() => ask(other), BadSignature)
    }
  }))

Deno.test('braintree: a payload counts only with the signature of our own key', () =>
  withWorld(fixture, async (world) => {
    const message = server(world).event('check', '<check type="boolean">true</check>')
    const form = new URLSearchParams(String(message.body))
    const verify = (changes: Record<string, string>) => {
      const body = new URLSearchParams({ ...Object.fromEntries(form), ...changes }).toString()
      return world.adapter.verify(world.heardOf({ ...message, body }), world.budget())
    }
    assertEquals(await verify({}), [])
    // Also valid without the last line break, which forms lose.
    assertEquals(await verify({ bt_payload: (form.get('bt_payload') ?? '').trimEnd() }), [])
    const [, hex = ''] = (form.get('bt_signature') ?? '').split(`${live.BRAINTREE_PUBLIC_KEY}|`)
    const refused = [
      { bt_signature: '' },
      { bt_signature: hex },
      { bt_signature: `otherkey|${hex}` },
      { bt_signature: `${live.BRAINTREE_PUBLIC_KEY}|${'0'.repeat(40)}` },
      { bt_payload: '' },
      { bt_payload: `${form.get('bt_payload')}<` },
      { bt_payload: `${form.get('bt_payload')}\n` },
    ]
    for (const changes of refused) await assertRejects(() => verify(changes), BadSignature)
  }))
