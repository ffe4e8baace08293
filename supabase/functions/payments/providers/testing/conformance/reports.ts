/** Conformance of an adapter: the facts that it reads from webhooks and from responses to queries. */
import { assert, assertEquals } from '@std/assert'
import { ProviderFailure } from '../../../../_shared/http-client/failure.ts'
import type { Fact } from '../../types.ts'
import type { Fixture, Message } from '../simulation.ts'
import { NOW, paymentOf } from '../world.ts'
import { assertFact, assertFacts, idsOf, isOfHold, REFUND } from './facts.ts'
import { assertNoPersons, assertNoSecrets } from './secrets.ts'
import { begin, happeningOf, tell, type Test, verify } from './steps.ts'

/** Defines tests of the facts in webhooks and in responses to queries. */
export function reports(fixture: Fixture, test: Test): void {
  const { tells } = fixture
  const answers = fixture.answers ?? ['paid', 'pending', 'failed']
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

  if (fixture.hasOneCurrency) return
  test('an amount whose currency is empty is no money', async (world) => {
    const payment = await begin(fixture, world)
    const happening = happeningOf('paid', payment, { currency: '' })
    const { adapter } = world
    const told = tells.includes('paid') ? await foundBy(() => tell(fixture, world, happening)) : null
    if (!told) await world.simulation.happen(happening)
    const asked = await foundBy(async () => await adapter.fetch?.(payment, world.budget()) ?? [])
    for (const fact of [...told ?? [], ...asked ?? []]) assertEquals(fact.amount, null)
  })
}

/** Returns what a step found; null if it refused the provider's message as none that is documented. */
async function foundBy(step: () => Promise<Fact[]>): Promise<Fact[] | null> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'garbage') return null
    throw error
  }
}

async function all<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await run(item))
  return results
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
