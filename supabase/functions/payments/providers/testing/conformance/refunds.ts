/** Conformance of an adapter: refunds of all or a part of a payment. */
import { assert, assertEquals } from '@std/assert'
import { ProviderFailure } from '../../../../_shared/http-client/failure.ts'
import { PaymentRefused } from '../../errors.ts'
import type { Payment } from '../../types.ts'
import type { Fixture } from '../simulation.ts'
import { REFUND_ID, type World } from '../world.ts'
import { assertFacts, REFUND } from './facts.ts'
import { outcomeOf, show } from './outcomes.ts'
import { assertRequests } from './requests.ts'
import { begin, chargeOf, happeningOf, tell, type Test } from './steps.ts'

/** Defines tests of refunds. */
export function refunds(fixture: Fixture, test: Test): void {
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
