/** What a transaction in Braintree's responses means: facts, amounts, outcomes of refunds. */
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, object, text } from '../../../_shared/http-client/json.ts'
import { currencyOf } from '../figures.ts'
import { toMinor } from '../money.ts'
import { inside, textOf } from '../read.ts'
import { PaymentRefused } from '../errors.ts'
import type { Fact, Payment, Refunded } from '../types.ts'
import { cardOf, isDeclined, kindOf, transactionFact } from './facts.ts'

/** Reads the transaction in a response. @throws {ProviderFailure} if the transaction or its id or status is missing */
export function chargeOf(answer: unknown): Json {
  const charge = object(object(answer, 'the answer').transaction, 'the transaction')
  text(charge.legacyId, 'its id')
  text(charge.status, 'its state')
  return charge
}

export function factOf(charge: Json): Fact {
  const fact = transactionFact(charge)
  if (!fact) throw garbage('the transaction has an unknown state')
  return fact
}

/** Returns the fact about a new charge, with its card if that is to be saved. @throws {PaymentRefused} if it was declined */
export function takenBy(charge: Json, payment: Payment): Fact[] {
  if (isDeclined(charge)) throw new PaymentRefused(`braintree: ${charge.status}`)
  return [withCard(factOf(charge), charge, payment)]
}

export function withCard(fact: Fact, charge: Json, { savesCard }: Payment): Fact {
  const card = savesCard && (fact.kind === 'paid' || fact.kind === 'authorized') ? cardOf(charge) : null
  return card ? { ...fact, card } : fact
}

export function minorOf(charge: Json): number {
  const { value, currencyCode } = inside(charge.amount)
  try {
    return toMinor(text(value, 'the amount'), currencyOf(currencyCode))
  } catch {
    throw garbage('the amount is none')
  }
}

export const wholeBack = (charge: Json, isDone: boolean): Refunded =>
  isDone
    ? { state: 'done', ref: `${text(charge.legacyId, 'the charge')}-void` }
    : { state: 'failed', reason: 'the charge was voided as a whole, or cannot be' }

export function refundedOf(refund: Json): Refunded {
  const ref = text(refund.legacyId, 'the refund')
  const kind = kindOf(refund)
  if (kind === 'paid') return { state: 'done', ref }
  return kind === 'failed' || isDeclined(refund)
    ? { state: 'failed', ref, reason: textOf(refund.status) ?? 'refused' }
    : { state: 'pending', ref }
}
