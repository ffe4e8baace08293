/** Checks of the conformance tests on facts. */
import { assert, assertEquals } from '@std/assert'
import type { Fact } from '../../types.ts'
import type { Fixture, Happening } from '../simulation.ts'
import { show } from './outcomes.ts'

export const REFUND = ['refunded', 'refund_failed']
const DISPUTE = ['chargeback', 'chargeback_won', 'chargeback_lost']

/** Checks that the facts contain exactly one of the event's kind, with the event's payment, amount and ids. */
export function assertFacts(fixture: Fixture, facts: readonly Fact[], happening: Happening): void {
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

export function assertFact(
  { hasOneCurrency, currency }: Fixture,
  fact: Fact | undefined,
  said: { amount: number; currency: string },
) {
  const expected = { amount: said.amount, currency: hasOneCurrency ? currency : said.currency }
  assertEquals({ amount: fact?.amount, currency: fact?.currency }, expected)
}

/** Returns facts without the provider's message (`raw`), which may differ between two facts that are otherwise equal. */
export const essence = (facts: readonly Fact[]) => facts.map(({ raw: _, ...fact }) => fact)
export const idsOf = (facts: readonly Fact[]) => facts.map(({ eventId, kind }) => [eventId, kind])
export const isOfHold = (kind: Fact['kind']) => kind === 'authorized' || kind === 'voided'
