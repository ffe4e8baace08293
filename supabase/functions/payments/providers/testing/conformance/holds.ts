/** Conformance of an adapter: reserved amounts, which are captured or released. */
import { assertEquals } from '@std/assert'
import type { Payment } from '../../types.ts'
import type { Fixture } from '../simulation.ts'
import type { World } from '../world.ts'
import { assertFacts, idsOf } from './facts.ts'
import { begin, happeningOf, tell, type Test } from './steps.ts'

/** Defines tests of holds (reserved amounts). */
export function holds(fixture: Fixture, test: Test): void {
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
