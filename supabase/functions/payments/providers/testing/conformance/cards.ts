/** Conformance of an adapter: cards that customers save, and payments by them. */
import { assert, assertEquals } from '@std/assert'
import { ProviderFailure } from '../../../../_shared/http-client/failure.ts'
import { PaymentRefused } from '../../errors.ts'
import type { Charged, Fact, KeptCard, Payment } from '../../types.ts'
import type { Fixture } from '../simulation.ts'
import { paymentOf, urlsOf, type World } from '../world.ts'
import { assertFacts, idsOf } from './facts.ts'
import { bad } from './failures.ts'
import { outcomeOf, show } from './outcomes.ts'
import { assertGoesTo, assertRequests } from './requests.ts'
import { begin, happeningOf, tell, type Test } from './steps.ts'

/** Defines tests of saved cards. */
export function cards(fixture: Fixture, test: Test): void {
  test('the fixture and the adapter agree whether cards can be saved', ({ adapter }) => {
    assertEquals(adapter.cards !== undefined, fixture.cards !== undefined)
    return Promise.resolve()
  })
  const { cards } = fixture
  if (!cards) return
  const { token, customer } = cards.found
  const card: KeptCard = { token, customer }
  const urls = urlsOf(fixture.provider.name)

  /** Pays as a customer and returns the facts: those of `complete` if the adapter has it, otherwise those that `tell` reads. */
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

/**
 * Returns a small amount for the test provider, which requires authentication of saved cards only above it; for all others no
 * change of the payment.
 */
const small = ({ asksNobody }: Fixture): Partial<Payment> => asksNobody ? { amount: 1500 } : {}
