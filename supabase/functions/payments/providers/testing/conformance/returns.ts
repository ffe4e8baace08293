/** Conformance of an adapter: the customer comes back from the provider's page. */
import { assert, assertEquals } from '@std/assert'
import type { ProviderRequest } from '../../types.ts'
import type { Fixture } from '../simulation.ts'
import { REFUND_ID } from '../world.ts'
import { changesOf } from './changes.ts'
import { assertFacts, essence } from './facts.ts'
import { heardOrRefused, refusesOrFails } from './outcomes.ts'
import { begin, happeningOf, returnRequest, type Test } from './steps.ts'

/** Defines tests of how a payment ends when the customer comes back: `complete` with the page's result, or a signed return. */
export function returns(fixture: Fixture, test: Test): void {
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
