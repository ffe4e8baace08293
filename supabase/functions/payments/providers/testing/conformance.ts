import { assert, assertEquals } from '@std/assert'
import { delay } from '@std/async/delay'
import { ProviderFailure } from '../../../_shared/http-client/failure.ts'
import { decimalsOf } from '../money.ts'
import {
  type Adapter,
  BadSignature,
  type Charged,
  type Fact,
  type KeptCard,
  type Payment,
  PaymentRefused,
  type ProviderRequest,
} from '../types.ts'
import type { Asked, Expected, Fixture, Happening, Message } from './simulation.ts'
import { NOW, PAYMENT_ID, paymentOf, REFUND_ID, urlsOf, withWorld, type World, type WorldOptions } from './world.ts'

/** Largest number of positions of a webhook's body at which a test changes a character, one position at a time. */
const SAMPLES = 400
/** Shortest secret that logs are searched for. Shorter values, such as `true`, occur in every log. */
const SECRET_LENGTH = 8
const REFUND = ['refunded', 'refund_failed']
const DISPUTE = ['chargeback', 'chargeback_won', 'chargeback_lost']

/**
 * Defines the tests that every provider's adapter has to pass. The fixture imitates the provider as its documentation says:
 * requests, responses, signatures.
 */
export function conform(fixture: Fixture): void {
  const { provider, currency, tells } = fixture
  const answers = fixture.answers ?? ['paid', 'pending', 'failed']
  const test = (label: string, run: (world: World) => Promise<void>, options: WorldOptions = {}) =>
    Deno.test(`${provider.name}: ${label}`, () =>
      withWorld(fixture, async (world) => {
        await run(world)
        assertNoSecrets(fixture, world.lines, 'a line of the log')
      }, options))

  test('create sends exactly the documented request', async (world) => {
    const payment = paymentOf(currency)
    await assertCreated(fixture, world, payment)
  })

  for (const other of otherCurrencies(fixture)) {
    test(`an amount in ${other} keeps its ${decimalsOf(other)} decimals in requests and responses`, async (world) => {
      const payment = await assertCreated(fixture, world, paymentOf(other))
      const [fact] = await tell(fixture, world, happeningOf('paid', payment))
      assertFact(fixture, fact, { amount: payment.amount, currency: other })
    })
  }

  test('a repeated create does not start a second payment', async (world) => {
    const one = await world.adapter.create(paymentOf(currency), urlsOf(provider.name), world.budget())
    const other = await world.adapter.create(paymentOf(currency), urlsOf(provider.name), world.budget())
    if (fixture.createsAnew === undefined) assertEquals(other, one)
  })

  test('the adapter describes itself correctly', ({ adapter }) => {
    assert(adapter.currencies.includes(currency), `${currency} is among its currencies`)
    for (const code of adapter.currencies) assert(/^[A-Z]{3}$/.test(code), code)
    assertEquals(new Set(adapter.currencies).size, adapter.currencies.length)
    for (const code of adapter.currencies) assertLimits(adapter, code)
    assertEquals(adapter.isTest, true)
    for (const origin of Object.values(adapter.origins).flat()) {
      assert(/^https:\/\/(\*\.)?[a-z0-9.-]+$/.test(origin), `${origin} is an origin`)
    }
    return Promise.resolve()
  })

  if (fixture.live) {
    test('live keys are recognised as live', ({ adapter }) => {
      assertEquals(adapter.isTest, false)
      return Promise.resolve()
    }, { environment: fixture.live })
  }

  for (const kind of tells) {
    if (REFUND.includes(kind)) continue
    test(`a webhook reports ${kind}`, async (world) => {
      const payment = await begin(fixture, world, isOfHold(kind))
      const happening = happeningOf(kind, payment)
      const facts = await tell(fixture, world, happening)
      assertFacts(fixture, facts, happening)
      assertNoSecrets(fixture, facts, 'a fact')
      assertNoPersons(payment, facts)
    })

    test(`${kind} reported twice is one fact`, async (world) => {
      const happening = happeningOf(kind, await begin(fixture, world, isOfHold(kind)))
      assertEquals(idsOf(await tell(fixture, world, happening)), idsOf(await tell(fixture, world, happening)))
    })
  }

  for (const kind of answers) {
    test(`a query reports ${kind}`, async (world) => {
      if (!world.adapter.fetch) return
      const payment = await begin(fixture, world, isOfHold(kind))
      const happening = happeningOf(kind, payment)
      await world.simulation.happen(happening)
      const facts = await world.adapter.fetch(payment, world.budget())
      assertFacts(fixture, facts, happening)
      assertEquals(idsOf(await world.adapter.fetch(payment, world.budget())), idsOf(facts))
      assertNoSecrets(fixture, facts, 'a fact')
      assertNoPersons(payment, facts)
    })
  }

  test('a query of a new payment does not report it as paid', async ({ adapter, ...world }) => {
    if (!adapter.fetch) return
    const payment = await begin(fixture, { adapter, ...world })
    const facts = await adapter.fetch(payment, world.budget())
    assertEquals(facts.filter(({ kind }) => kind !== 'pending'), [])
  })

  test('a webhook and a query name the same charge', async (world) => {
    if (!world.adapter.fetch || !tells.includes('paid')) return
    const payment = await begin(fixture, world)
    const [told] = await tell(fixture, world, happeningOf('paid', payment))
    const [asked] = await world.adapter.fetch(payment, world.budget())
    assert(told?.chargeRef, 'the fact names its charge')
    assertEquals(asked?.chargeRef, told.chargeRef)
  })

  test('webhooks in the wrong order give the same facts', async (world) => {
    const kinds = tells.filter((kind) => !isOfHold(kind) && !REFUND.includes(kind) && kind !== 'failed')
    const payment = await begin(fixture, world)
    const messages: Message[] = []
    for (const [number, kind] of kinds.entries()) {
      const happening = happeningOf(kind, payment, { number, at: NOW + number })
      await world.simulation.happen(happening)
      const message = await world.simulation.webhook(happening)
      if (message) messages.push(message)
    }
    const inOrder = await all(messages, (message) => verify(world, message))
    const reversed = await all([...messages].reverse(), (message) => verify(world, message))
    assertEquals(reversed.reverse(), inOrder)
  })

  for (const [what, amount, other] of wrongFigures(fixture)) {
    test(`${what} is passed on as the provider reported it`, async (world) => {
      const payment = await begin(fixture, world)
      const happening = happeningOf('paid', payment, { amount, currency: other })
      if (tells.includes('paid')) {
        const [fact] = await tell(fixture, world, happening)
        assertFact(fixture, fact, { amount, currency: other })
      } else await world.simulation.happen(happening)
      if (!world.adapter.fetch) return
      const [fact] = await world.adapter.fetch(payment, world.budget())
      assertFact(fixture, fact, { amount, currency: other })
    })
  }

  forgeries(fixture, test)
  failureTests(fixture, test)
  refunds(fixture, test)
  holds(fixture, test)
  cards(fixture, test)

  test('a payment is completed once the customer has approved', async (world) => {
    if (!world.adapter.complete) return
    assert(world.simulation.yields, 'the fixture says what the page yields')
    const payment = await begin(fixture, world)
    const happening = happeningOf('paid', payment)
    const params = await world.simulation.yields(happening)
    const facts = await world.adapter.complete(payment, params, world.budget())
    assertFacts(fixture, facts, happening)
    await refusesOrFails(() => world.adapter.complete?.(payment, {}, world.budget()), 'nothing')
    await refusesOrFails(
      () => world.adapter.complete?.(payment, { amount: '1', total: '1', status: 'paid' }, world.budget()),
      'made-up fields',
    )
  })

  test('a return counts only with its signature', async (world) => {
    const { adapter, simulation } = world
    if (!adapter.returned) return
    assert(simulation.back, 'the fixture says how the browser comes back')
    const payment = await begin(fixture, world)
    const happening = happeningOf('paid', payment)
    await simulation.happen(happening)
    const message = await simulation.back(happening)
    const heard = returnRequest(fixture, message)
    assertFacts(fixture, await adapter.returned(payment, heard, world.budget()), happening)
    const truth = essence(await adapter.returned(payment, heard, world.budget()))
    for (const changed of changedQueries(heard)) {
      const facts = await heardOrRefused(() => adapter.returned?.(payment, changed, world.budget()))
      if (facts) assertEquals(essence(facts), truth, changed.url.search)
    }
    const other = { ...payment, id: REFUND_ID, ref: null }
    const facts = await heardOrRefused(() => adapter.returned?.(other, heard, world.budget()))
    assertEquals(facts?.filter(({ kind }) => kind === 'paid') ?? [], [], 'a return of another payment')
  })
}

type Test = (label: string, run: (world: World) => Promise<void>, options?: WorldOptions) => void

/** Defines tests with webhooks that another sender made, that are too old, or that were changed on the way. */
function forgeries(fixture: Fixture, test: Test): void {
  const { isSigned, ageLimitMs, tells, provider } = fixture
  if (tells.length === 0) {
    test('no webhook is accepted, since the provider sends none', async (world) => {
      for (const body of ['', '{}', 'status=paid', `{"id":"${PAYMENT_ID}","status":"paid"}`]) {
        assertEquals(await heardOrRefused(() => verify(world, { body, signed: [] })), null, body)
      }
    })
    return
  }

  test('a forged webhook is refused or has no effect', async (world) => {
    const payment = await begin(fixture, world)
    const stranger = fixture.start(forgedEnvironment(fixture))
    await stranger.happen(happeningOf('paid', payment))
    const message = await stranger.webhook(happeningOf('paid', payment))
    assert(message, 'the fixture sends webhooks')
    if (isSigned) await refuses(() => verify(world, message))
    else assertEquals(paidOf(await heardOrRefused(() => verify(world, message))), [])
  })

  test('an invalid webhook is refused or has no effect', async (world) => {
    const payment = await begin(fixture, world)
    const message = await world.simulation.webhook(happeningOf('paid', payment))
    assert(message, 'the fixture sends webhooks')
    // None of these bodies may make the payment paid.
    const bodies = ['', '{', 'null', '[]', '{}', '"text"', '<html></html>', 'a=%', '\0', '[[[[[[[[', '{"data":null}']
    for (const body of bodies) {
      const facts = await heardOrRefused(() => verify(world, { ...message, body }))
      assertEquals(paidOf(facts), [], JSON.stringify(body))
    }
    // The rest tests webhooks without their headers; skip it for providers that put the signature into the body.
    if (Object.keys(message.headers ?? {}).length === 0) return
    const bare = await heardOrRefused(() => verify(world, { body: message.body, signed: [] }))
    assertEquals(paidOf(bare), [], 'without its headers')
    if (isSigned) await refuses(() => verify(world, { ...message, headers: {} }))
  })

  test('a webhook with a changed byte is refused or unchanged in effect', async (world) => {
    const payment = await begin(fixture, world)
    const happening = happeningOf('paid', payment)
    await world.simulation.happen(happening)
    const message = await world.simulation.webhook(happening)
    assert(message, 'the fixture sends webhooks')
    const truth = essence(await verify(world, message))
    const bytes = bytesOf(message)
    const signed = signedPositions(message, bytes)
    assertEquals(signed.size > 0, isSigned && message.signed !== 'all' || message.signed === 'all')
    for (const at of positionsOf(bytes.length)) {
      const changed = bytes.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      const facts = await heardOrRefused(() => verify(world, { ...message, body: changed }))
      const where = `byte ${at} of ${bytes.length}, ${
        JSON.stringify(new TextDecoder().decode(changed.slice(at - 8, at + 8)))
      }`
      if (signed.has(at)) assertEquals(facts, null, `${where} is signed`)
      else if (facts && facts.length > 0) assertEquals(essence(facts), truth, `${where} is not signed`)
    }
  })

  test('a webhook with a changed header or query is refused or unchanged in effect', async (world) => {
    const payment = await begin(fixture, world)
    const happening = happeningOf('paid', payment)
    await world.simulation.happen(happening)
    const message = await world.simulation.webhook(happening)
    assert(message, 'the fixture sends webhooks')
    const truth = essence(await verify(world, message))
    const tried = [
      ...Object.entries(message.headers ?? {}).flatMap(([name, value]) =>
        changesOf(value).map((other) => ({ ...message, headers: { ...message.headers, [name]: other } }))
      ),
      ...changesOf(message.query ?? '').map((query) => ({ ...message, query })),
    ]
    for (const changed of tried) {
      const facts = await heardOrRefused(() => verify(world, changed))
      if (facts && facts.length > 0) {
        assertEquals(essence(facts), truth, JSON.stringify([changed.headers, changed.query]))
      }
    }
  })

  if (ageLimitMs !== undefined) {
    test('a webhook is refused if it is too old', async (world) => {
      const payment = await begin(fixture, world)
      const happening = happeningOf('paid', payment)
      await world.simulation.happen(happening)
      const message = await world.simulation.webhook(happening)
      assert(message, 'the fixture sends webhooks')
      world.clock.now = NOW + ageLimitMs - 2000
      assertFacts(fixture, await verify(world, message), happening)
      world.clock.now = NOW + ageLimitMs + 2000
      await refuses(() => verify(world, message))
    })
  }

  test('a webhook that is not about money is accepted without effect', async (world) => {
    const message = await world.simulation.unrelated?.()
    if (message) assertEquals(await verify(world, message), [], provider.name)
  })
}

/** Ways in which a provider's server can fail, by name. */
const bad: Record<string, () => Response | Promise<Response>> = {
  'a server error': () => new Response('{}', { status: 500, headers: { 'content-type': 'application/json' } }),
  'a page': () => new Response('<html><body>Be right back</body></html>', { headers: { 'content-type': 'text/html' } }),
  'a redirect': () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example/' } }),
  'an empty object': () => Response.json({}),
  'a list of lists': () => Response.json([[[]]]),
  'a slow server': async () => {
    await delay(400)
    return Response.json({})
  },
}

/** Defines tests in which the provider's server fails. */
function failureTests(fixture: Fixture, test: Test): void {
  for (const [what, answer] of Object.entries(bad)) {
    test(`${what} is a failure of the provider, never a payment`, async (world) => {
      const { adapter, budget, misbehave, asked } = world
      const payment = await begin(fixture, world, false, asked)
      const happening = happeningOf('paid', payment)
      const params = await world.simulation.yields?.(happening) ?? {}
      await world.simulation.happen(happening)
      const message = fixture.tells.includes('paid') ? await world.simulation.webhook(happening) : null
      const charged = { ...payment, chargeRef: await chargeOf(fixture, world, payment, message) }
      misbehave(answer)
      const fails = async (name: string, run: () => Promise<unknown> | undefined) => {
        const before = asked.length
        const outcome = await outcomeOf(run)
        if (asked.length > before) assert(outcome instanceof ProviderFailure, `${name} with ${what}: ${show(outcome)}`)
        assertNoSecrets(fixture, outcome instanceof Error ? outcome.message : '', `what ${name} throws`)
      }
      await fails('create', () => adapter.create(paymentOf(fixture.currency), urlsOf(fixture.provider.name), budget()))
      await fails('fetch', () => adapter.fetch?.(charged, budget()))
      await fails('complete', () => adapter.complete?.(payment, params, budget()))
      await fails('refund', () => adapter.refund(charged, { id: REFUND_ID, amount: payment.amount }, budget()))
      await fails('capture', () => adapter.capture?.({ ...charged, isHold: true }, payment.amount, budget()))
      await fails('void', () => adapter.void?.({ ...charged, isHold: true }, budget()))
      if (message) {
        const before = asked.length
        const outcome = await outcomeOf(() => verify(world, message))
        // An adapter may query the provider to confirm the webhook, and refuse the webhook after a bad response.
        if (asked.length > before) {
          assert(
            outcome instanceof ProviderFailure || outcome instanceof BadSignature,
            `verify with ${what}: ${show(outcome)}`,
          )
        }
      }
    }, { isHasty: what === 'a slow server' })
  }

  test('wrong keys are a failure whose message contains no key', async (world) => {
    const outcome = await outcomeOf(() =>
      world.adapter.create(paymentOf(fixture.currency), urlsOf(fixture.provider.name), world.budget())
    )
    if (world.asked.length === 0) return
    assert(outcome instanceof ProviderFailure || outcome instanceof PaymentRefused, show(outcome))
    assertNoSecrets(
      { ...fixture, environment: forgedEnvironment(fixture) },
      [outcome.message, world.lines],
      'the failure',
    )
  }, { environment: forgedEnvironment(fixture) })
}

/** Defines tests of refunds. */
function refunds(fixture: Fixture, test: Test): void {
  const paid = async (world: World): Promise<Payment> => {
    const payment = await begin(fixture, world)
    const happening = happeningOf('paid', payment)
    await world.simulation.happen(happening)
    const message = fixture.tells.includes('paid') ? await world.simulation.webhook(happening) : null
    return { ...payment, chargeRef: await chargeOf(fixture, world, payment, message) }
  }
  for (const [what, share] of [['all of it', 1], ['a part', 0.4]] as const) {
    test(`a refund returns ${what}, and only once`, async (world) => {
      const payment = await paid(world)
      const amount = Math.round(payment.amount * share / 10) * 10
      const refund = { id: REFUND_ID, amount }
      const before = world.asked.length
      const done = await world.adapter.refund(payment, refund, world.budget())
      const expected = fixture.refunds?.(payment, refund)
      if (expected) assertRequests(world.asked.slice(before), expected)
      if (fixture.asksNobody) assertEquals(done.state, 'done')
      if (world.asked.length === before) {
        if (fixture.asksNobody) return
        // The adapter sent no request, because the provider supports no refunds: the refund has to fail, with a reason for
        // staff.
        assertEquals(done.state, 'failed')
        assert(done.reason)
        return
      }
      assert(done.state !== 'failed', show(done))
      assertEquals(world.simulation.refunds().map((one) => one.amount), [amount])
      const again = await world.adapter.refund(payment, { ...refund, isRepeated: true, doneBefore: 0 }, world.budget())
      assert(again.state !== 'failed', show(again))
      assertEquals(world.simulation.refunds().map((one) => one.amount), [amount], 'the same refund requested again')
      for (const kind of fixture.tells.filter((kind) => REFUND.includes(kind))) {
        const happening = happeningOf(kind, payment, { amount, refund: { id: REFUND_ID, ref: done.ref ?? null } })
        const facts = await tell(fixture, world, happening)
        assertFacts(fixture, facts, happening)
        const fact = facts.find((one) => one.kind === kind)
        assert(fact?.refundId === REFUND_ID || done.ref && fact?.refundRef === done.ref, 'the fact names the refund')
      }
    })
  }

  if (fixture.asksNobody) return

  test('two partial refunds are separate', async (world) => {
    const payment = await paid(world)
    const ids = [REFUND_ID, REFUND_ID.replace('feed', 'beef')]
    for (const [index, id] of ids.entries()) {
      await world.adapter.refund(payment, { id, amount: 1000, doneBefore: index * 1000 }, world.budget())
    }
    if (world.simulation.refunds().length > 0) {
      assertEquals(world.simulation.refunds().map(({ amount }) => amount), [1000, 1000])
    }
  })

  test('a refund above the paid amount fails', async (world) => {
    const payment = await paid(world)
    const outcome = await outcomeOf(() =>
      world.adapter.refund(payment, { id: REFUND_ID, amount: payment.amount + 10 }, world.budget())
    )
    const isRefused = outcome instanceof PaymentRefused || outcome instanceof ProviderFailure ||
      (outcome as { state?: string } | undefined)?.state === 'failed'
    assert(isRefused, show(outcome))
    assertEquals(world.simulation.refunds(), [])
  })
}

/** Defines tests of holds (reserved amounts). */
function holds(fixture: Fixture, test: Test): void {
  test('a hold is captured in part', async (world) => {
    const { adapter } = world
    if (!adapter.capture) return
    const payment = await held(fixture, world)
    const amount = payment.amount - 10_000
    const facts = await adapter.capture(payment, amount, world.budget())
    assertFacts(fixture, facts, happeningOf('paid', payment, { amount }))
    assertEquals(idsOf(await adapter.capture(payment, amount, world.budget())), idsOf(facts), 'the same capture again')
  })

  test('a hold is released', async (world) => {
    const { adapter } = world
    if (!adapter.void) return
    const payment = await held(fixture, world)
    const facts = await adapter.void(payment, world.budget())
    assertEquals(facts.map(({ kind }) => kind), ['voided'])
  })
}

/** Defines tests of saved cards. */
function cards(fixture: Fixture, test: Test): void {
  test('the fixture and the adapter agree whether cards can be saved', ({ adapter }) => {
    assertEquals(adapter.cards !== undefined, fixture.cards !== undefined)
    return Promise.resolve()
  })
  const { cards } = fixture
  if (!cards) return
  const { token, customer } = cards.found
  const card: KeptCard = { token, customer }
  const urls = urlsOf(fixture.provider.name)

  /** Pays as a customer and returns the facts: with the result of the page if the provider has one, otherwise by a webhook. */
  const pay = async (payment: Payment, world: World): Promise<Fact[]> => {
    const happening = happeningOf('paid', payment)
    const params = await world.simulation.yields?.(happening)
    return params && world.adapter.complete
      ? await world.adapter.complete(payment, params, world.budget())
      : await tell(fixture, world, happening)
  }

  test('a card is saved with its owner’s consent, and its token is stored nowhere else', async (world) => {
    const payment = paymentOf(fixture.currency, { savesCard: true })
    const { ref = null } = await world.adapter.create(payment, urls, world.budget())
    assertRequests(world.asked, cards.creates(payment, urls))
    const facts = await pay({ ...payment, ref }, world)
    const [fact] = facts.filter(({ kind }) => kind === 'paid')
    assertEquals(fact?.card, cards.found)
    assert(!JSON.stringify(facts.map(({ card: _, ...kept }) => kept)).includes(token), 'a token is in the stored fact')
    assert(!world.lines.join().includes(token), 'a token is in the log')
  })

  test('no card is saved without consent', async (world) => {
    const payment = await begin(fixture, world)
    const facts = await pay(payment, world)
    assertEquals(facts.map(({ card }) => card), facts.map(() => undefined))
  })

  for (const isHold of [...fixture.tells, ...fixture.answers ?? []].includes('authorized') ? [false, true] : [false]) {
    test(`a saved card ${isHold ? 'is reserved' : 'pays'} at once, and only once`, async (world) => {
      world.simulation.bank?.('pays')
      const payment = paymentOf(fixture.currency, { isHold, ...small(fixture) })
      const charged = await world.adapter.cards?.charge(payment, card, urls, world.budget())
      assertRequests(world.asked, cards.charges(payment, card, urls))
      assertEquals(charged?.next, undefined)
      const known = { ...payment, ref: charged?.ref ?? null }
      assertFacts(fixture, charged?.facts ?? [], happeningOf(isHold ? 'authorized' : 'paid', known))
      const again = await world.adapter.cards?.charge(payment, card, urls, world.budget())
      assertEquals(idsOf(again?.facts ?? []), idsOf(charged?.facts ?? []))
      if (world.simulation.charges) assertEquals(world.simulation.charges(), 1)
      assert(!world.lines.join().includes(token), 'a token is in the log')
    })
  }

  test('a saved card whose bank requires authentication pays only after the bank’s confirmation', async (world) => {
    if (cards.neverAsks) return
    world.simulation.bank?.('asks')
    const payment = paymentOf(fixture.currency)
    const charged = await world.adapter.cards?.charge(payment, card, urls, world.budget())
    assert(charged?.next, 'the owner is sent to the bank')
    assertGoesTo(world.adapter, charged.next)
    assertEquals(charged.facts.filter(({ kind }) => kind !== 'pending'), [])
    const known = { ...payment, ref: charged.ref ?? null }
    if (!world.adapter.fetch) return
    assertEquals((await world.adapter.fetch(known, world.budget())).filter(({ kind }) => kind !== 'pending'), [])
    await world.simulation.happen(happeningOf('paid', known))
    assertFacts(fixture, await world.adapter.fetch(known, world.budget()), happeningOf('paid', known))
  })

  test('a declined saved card pays nothing', async (world) => {
    if (!world.simulation.bank) return
    world.simulation.bank('declines')
    const payment = paymentOf(fixture.currency)
    const outcome = await outcomeOf(() => world.adapter.cards?.charge(payment, card, urls, world.budget()))
    if (outcome instanceof PaymentRefused) return assertEquals(outcome.key, 'payment_declined')
    assertEquals((outcome as Charged).facts.map(({ kind }) => kind), ['failed'])
  })

  test('a card is removed at the provider, even if removed repeatedly', async (world) => {
    await world.adapter.cards?.forget(card, world.budget())
    assertRequests(world.asked, cards.forgets(card))
    await world.adapter.cards?.forget(card, world.budget())
    assert(!world.lines.join().includes(token), 'a token is in the log')
  })

  if (fixture.asksNobody) return
  for (const [what, answer] of Object.entries(bad)) {
    test(`${what} neither charges nor removes a card`, async (world) => {
      world.misbehave(answer)
      const payment = paymentOf(fixture.currency)
      const charged = await outcomeOf(() => world.adapter.cards?.charge(payment, card, urls, world.budget()))
      assert(charged instanceof ProviderFailure, show(charged))
      const forgot = await outcomeOf(() => world.adapter.cards?.forget(card, world.budget()))
      assert(forgot instanceof ProviderFailure, show(forgot))
    }, { isHasty: what === 'a slow server' })
  }
}

/** Returns a change of the payment's amount for the test provider, so that it requires no authentication for a saved card. */
const small = ({ asksNobody }: Fixture): Partial<Payment> => asksNobody ? { amount: 1500 } : {}

async function held(fixture: Fixture, world: World): Promise<Payment> {
  const payment = await begin(fixture, world, true)
  const happening = happeningOf('authorized', payment)
  await world.simulation.happen(happening)
  const facts = world.adapter.complete
    ? await world.adapter.complete(payment, await world.simulation.yields?.(happening) ?? {}, world.budget())
    : world.adapter.fetch
    ? await world.adapter.fetch(payment, world.budget())
    : await tell(fixture, world, happening)
  assertFacts(fixture, facts, happening)
  return { ...payment, chargeRef: facts.find(({ kind }) => kind === 'authorized')?.chargeRef ?? null }
}

/**
 * Begins a payment at the provider and returns it as the database would store it afterwards. Forgets the requests in `asked`.
 */
async function begin(
  fixture: Fixture,
  { adapter, budget }: Pick<World, 'adapter' | 'budget'>,
  isHold = false,
  asked: Asked[] = [],
): Promise<Payment> {
  const payment = paymentOf(fixture.currency, { isHold })
  const { ref = null } = await adapter.create(payment, urlsOf(fixture.provider.name), budget())
  asked.length = 0
  return { ...payment, ref }
}

async function assertCreated(fixture: Fixture, world: World, payment: Payment): Promise<Payment> {
  const urls = urlsOf(fixture.provider.name, payment.id)
  const { asks, ...started } = fixture.creates(payment, urls)
  const answered = await world.adapter.create(payment, urls, world.budget())
  assertRequests(world.asked, asks)
  assertEquals(answered, started)
  const hosts = fixture.provider.hosts ?? []
  for (const { url } of world.asked) assert(hosts.includes(url.host), `${url.host} is among the provider's hosts`)
  assertNoSecrets(fixture, started, 'what the browser gets')
  assertGoesTo(world.adapter, started.next)
  return { ...payment, ref: answered.ref ?? null }
}

/** Checks that the next step uses https and only an origin that the adapter lists in `origins`. */
function assertGoesTo({ origins }: Adapter, next: ReturnType<Fixture['creates']>['next']): void {
  if (next.kind === 'test') return
  const url = new URL(next.kind === 'form' ? next.action : next.kind === 'client' ? next.script : next.url)
  assertEquals(url.protocol, 'https:')
  const allowed = next.kind === 'client' ? origins.script : origins.form
  assert(allowed?.some((origin) => isOrigin(url, origin)), `${url.origin} is among the origins of a ${next.kind}`)
}

const isOrigin = (url: URL, origin: string): boolean =>
  origin === url.origin || origin.startsWith('https://*.') && url.hostname.endsWith(origin.slice('https://*'.length))

function assertRequests(asked: readonly Asked[], expected: readonly Expected[]): void {
  const plain = asked.map(({ method, url, headers, json, form }, index) => {
    const asks = expected[index]
    return {
      method,
      url: url.href,
      ...(asks?.headers && {
        headers: Object.fromEntries(Object.keys(asks.headers).map((name) => [name, headers.get(name)])),
      }),
      ...((asks?.json !== undefined || json !== null) && { json }),
      ...((asks?.form || form.size > 0) && { form: Object.fromEntries(form) }),
    }
  })
  assertEquals(plain, expected.map((one) => ({ ...one, url: new URL(one.url).href })))
}

function happeningOf(kind: Fact['kind'], payment: Payment, changes: Partial<Happening> = {}): Happening {
  return { kind, payment, amount: payment.amount, currency: payment.currency, at: NOW, number: 1, ...changes }
}

/**
 * Makes an event happen at the provider and returns the facts that the adapter learns of it: by a webhook if the provider sends
 * one, otherwise by a query, the browser's return or the page's result.
 */
async function tell(fixture: Fixture, world: World, happening: Happening): Promise<Fact[]> {
  await world.simulation.happen(happening)
  const message = await world.simulation.webhook(happening)
  if (message) return await verify(world, message)
  if (world.adapter.fetch) return await world.adapter.fetch(happening.payment, world.budget())
  if (world.adapter.returned && world.simulation.back) {
    const heard = returnRequest(fixture, await world.simulation.back(happening))
    return await world.adapter.returned(happening.payment, heard, world.budget())
  }
  if (world.adapter.complete && world.simulation.yields) {
    return await world.adapter.complete(happening.payment, await world.simulation.yields(happening), world.budget())
  }
  throw new Error(`${fixture.provider.name} tells nobody of ${happening.kind}`)
}

const verify = (world: World, message: Message): Promise<Fact[]> =>
  world.adapter.verify(world.heardOf(message), world.budget())

/**
 * Returns the id of a payment's charge. The id is in the webhook `message`. If that is null, `tell` pays and returns the id.
 */
async function chargeOf(fixture: Fixture, world: World, payment: Payment, message: Message | null) {
  const facts = message ? await verify(world, message) : await tell(fixture, world, happeningOf('paid', payment))
  return facts.find(({ kind }) => kind === 'paid')?.chargeRef ?? null
}

function returnRequest(fixture: Fixture, { body, headers = {}, method = 'GET', query = '' }: Message): ProviderRequest {
  const url = new URL(urlsOf(fixture.provider.name).back)
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.append(name, value)
  return {
    bytes: typeof body === 'string' ? new TextEncoder().encode(body) : body.slice(),
    headers: new Headers(headers),
    url,
    method,
  }
}

/** Yields copies of a browser's return, each with one value of its query changed or omitted. */
function* changedQueries(heard: ProviderRequest): Generator<ProviderRequest> {
  for (const [name, value] of heard.url.searchParams) {
    if (name === 'payment') continue
    const others = [...changesOf(value), '', '0', '1', 'success', 'paid']
    for (const other of others.filter((other) => other !== value)) {
      const url = new URL(heard.url)
      url.searchParams.set(name, other)
      yield { ...heard, url }
    }
    const url = new URL(heard.url)
    url.searchParams.delete(name)
    yield { ...heard, url }
  }
}

/** Checks that the facts contain exactly one of the event's kind, with the event's payment, amount and ids. */
function assertFacts(fixture: Fixture, facts: readonly Fact[], happening: Happening): void {
  const { kind, payment, amount, currency } = happening
  if (kind === 'pending' && facts.length === 0) return
  const found = facts.filter((fact) => fact.kind === kind)
  assertEquals(found.length, 1, `one fact ${kind} among ${show(facts)}`)
  const [fact] = found
  assert(fact && fact.eventId.length > 0 && fact.eventId.length <= 200, 'it has an id')
  if (fact.paymentId !== null) assertEquals(fact.paymentId, payment.id)
  assert(
    fact.paymentId === payment.id || fact.ref !== undefined && fact.ref === payment.ref,
    `${kind} names the payment`,
  )
  if (kind === 'pending' || kind === 'failed' || kind === 'voided' || kind === 'refund_failed') return
  const isDecided = kind === 'chargeback_won' || kind === 'chargeback_lost'
  if (!isDecided || fact.amount !== null) assertFact(fixture, fact, { amount, currency })
  if (kind === 'paid' || kind === 'authorized') assert(fact.chargeRef, `${kind} names its charge`)
  if (DISPUTE.includes(kind)) assert(fact.disputeRef, `${kind} names the dispute`)
}

function assertFact({ silentAbout = [] }: Fixture, fact: Fact | undefined, said: { amount: number; currency: string }) {
  const expected = {
    amount: silentAbout.includes('amount') ? null : said.amount,
    currency: silentAbout.includes('currency') ? null : said.currency,
  }
  assertEquals({ amount: fact?.amount, currency: fact?.currency }, expected)
}

/** Returns facts without the provider's message (`raw`), which may differ between two facts that are otherwise equal. */
const essence = (facts: readonly Fact[]) => facts.map(({ raw: _, ...fact }) => fact)
const idsOf = (facts: readonly Fact[]) => facts.map(({ eventId, kind }) => [eventId, kind])
const paidOf = (facts: readonly Fact[] | null) =>
  facts?.filter(({ kind }) => kind === 'paid' || kind === 'authorized') ?? []
const isOfHold = (kind: Fact['kind']) => kind === 'authorized' || kind === 'voided'

/** Returns the result of a call, or the error that it throws. */
async function outcomeOf(run: () => Promise<unknown> | undefined): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    return error
  }
}

/**
 * Returns the facts, or null if the adapter throws one of our own errors. Any other error fails the test, because it would
 * become a response with status 500.
 */
async function heardOrRefused(run: () => Promise<Fact[]> | undefined): Promise<Fact[] | null> {
  const outcome = await outcomeOf(run)
  if (outcome instanceof BadSignature || outcome instanceof ProviderFailure) return null
  if (outcome instanceof Error) throw outcome
  return outcome as Fact[]
}

async function refuses(run: () => Promise<Fact[]>): Promise<void> {
  const outcome = await outcomeOf(run)
  assert(outcome instanceof BadSignature, `refused as a bad signature, not ${show(outcome)}`)
}

async function refusesOrFails(run: () => Promise<Fact[]> | undefined, what: string): Promise<void> {
  const outcome = await outcomeOf(run)
  if (outcome instanceof PaymentRefused || outcome instanceof ProviderFailure) return
  assert(Array.isArray(outcome), show(outcome))
  // Facts may also be correct here: an adapter such as PayPal's ignores the page's result and queries the order instead. They
  // then have to name the payment, by our id or by the provider's reference.
  assert(paidOf(outcome as Fact[]).every(({ paymentId, ref }) => paymentId ?? ref), `${what} is no payment`)
}

const show = (value: unknown): string => value instanceof Error ? `${value.stack}` : JSON.stringify(value)

async function all<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await run(item))
  return results
}

const bytesOf = ({ body }: Message): Uint8Array<ArrayBuffer> =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body.slice()

/** Returns the positions in the body that the signature covers. */
function signedPositions({ signed }: Message, bytes: Uint8Array): Set<number> {
  if (signed === 'all') return new Set(bytes.keys())
  const body = new TextDecoder('latin1').decode(bytes)
  return new Set(signed.flatMap((part) => {
    const at = body.indexOf(part)
    assert(at >= 0 && body.indexOf(part, at + 1) < 0, `${part} stands in the body once`)
    return [...part].map((_, index) => at + index)
  }))
}

function positionsOf(length: number): number[] {
  const step = Math.max(1, length / SAMPLES)
  return [...new Set(Array.from({ length: Math.ceil(length / step) }, (_, index) => Math.floor(index * step)))]
}

/** Returns changed copies of a text: one character replaced, the end cut off, a digit appended, other letter case. */
function changesOf(text: string): string[] {
  if (text === '') return []
  const places = [0, Math.floor(text.length / 3), Math.floor(text.length / 2), text.length - 1]
  const changed = places.map((at) => `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`)
  return [...changed, text.slice(0, -1), `${text}0`, text.toUpperCase(), text.toLowerCase()].filter((other) =>
    other !== text
  )
}

/** Returns the environment of another account: every secret is replaced by another one of the same length. */
function forgedEnvironment(fixture: Fixture): Record<string, string> {
  const secrets = new Set(secretsOf(fixture))
  return Object.fromEntries(
    Object.entries(fixture.environment).map(([name, value]) => [name, secrets.has(value) ? turned(value) : value]),
  )
}

/**
 * Returns a secret with other letters and digits in its last part. The first third stays, and all before the last `_`, which
 * states the key's mode (live or test).
 */
function turned(secret: string): string {
  const from = Math.max(secret.lastIndexOf('_') + 1, Math.floor(secret.length / 3))
  const rest = secret.slice(from).replaceAll(/[a-y0-8]/gi, (sign) => String.fromCharCode(sign.charCodeAt(0) + 1))
  return secret.slice(0, from) + rest
}

function secretsOf({ environment, public: known = [] }: Fixture): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    known.includes(name) || value.length < SECRET_LENGTH ? [] : [value]
  )
}

function assertNoSecrets(fixture: Fixture, value: unknown, where: string): void {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  for (const secret of secretsOf(fixture)) {
    for (const written of [secret, encodeURIComponent(secret), btoa(secret)]) {
      assert(!text.includes(written), `a secret of ${fixture.provider.name} stands in ${where}`)
    }
  }
}

/** Checks that facts, whose `raw` is stored for the operator's staff, contain no personal data. */
function assertNoPersons({ customer }: Payment, facts: readonly Fact[]): void {
  const text = JSON.stringify(facts)
  for (const word of [customer.email, customer.mobile, customer.lastName]) {
    assert(!text.includes(word), `${word} is not kept with a fact`)
  }
}

function assertLimits({ limits }: Adapter, currency: string): void {
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = limits?.(currency) ?? {}
  assert(Number.isSafeInteger(min) && Number.isSafeInteger(max) && min >= 1 && max >= min, `limits of ${currency}`)
}

function otherCurrencies({ provider, environment, currency, currencies }: Fixture): readonly string[] {
  if (currencies) return currencies
  const adapter = provider.make({
    secret: (variable) => environment[variable] ?? '',
    option: (variable) => environment[variable],
    client: { ask: () => Promise.reject(new Error('nothing is asked while it is made')) },
    log: () => {},
    now: () => NOW,
    nonce: () => '',
  })
  const kinds = new Set([decimalsOf(currency)])
  return adapter.currencies.filter((code) => {
    const isNew = !kinds.has(decimalsOf(code))
    kinds.add(decimalsOf(code))
    return isNew
  })
}

function wrongFigures({ currency }: Fixture): [string, number, string][] {
  const { amount } = paymentOf(currency)
  const other = currency === 'USD' ? 'EUR' : 'USD'
  return [
    ['too small an amount', amount - 100, currency],
    ['a hundredth of the amount', Math.round(amount / 100), currency],
    ['another currency', amount, other],
  ]
}
