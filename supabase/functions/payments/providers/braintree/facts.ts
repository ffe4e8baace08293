// Converts Braintree's objects into facts (`Fact`, a provider's report about a payment): transactions of its API, and
// transactions and disputes of its webhooks.
import type { Json } from '../../../_shared/http-client/json.ts'
import { toMinor } from '../money.ts'
import { inside, items, ourId, pick, textOf } from '../read.ts'
import type { Fact, NamedCard, Sum } from '../types.ts'
import { type Element, textAt } from './xml.ts'

type Kind = Fact['kind']

/** The kind of fact for each status of a transaction in GraphQL. */
const STATES: Record<string, Kind> = {
  SUBMITTED_FOR_SETTLEMENT: 'paid',
  SETTLING: 'paid',
  SETTLED: 'paid',
  SETTLEMENT_CONFIRMED: 'paid',
  AUTHORIZED: 'authorized',
  AUTHORIZING: 'pending',
  SETTLEMENT_PENDING: 'pending',
  // A declined attempt leaves the payment pending, because the customer may try another card.
  PROCESSOR_DECLINED: 'pending',
  GATEWAY_REJECTED: 'pending',
  FAILED: 'pending',
  SETTLEMENT_DECLINED: 'failed',
  VOIDED: 'voided',
  AUTHORIZATION_EXPIRED: 'voided',
}

/** Whether a transaction is an attempt that was declined. */
export const isDeclined = ({ status }: Json): boolean =>
  status === 'PROCESSOR_DECLINED' || status === 'GATEWAY_REJECTED' || status === 'FAILED'

/**
 * Whether a charge was declined only because the card's owner has to authenticate. The bank then answers with code 2099,
 * "cardholder authentication required"
 * (https://developer.paypal.com/braintree/docs/reference/general/processor-responses/authorization-responses). Rules of
 * Braintree's gateway may require the authentication, too.
 */
export const wantsOwner = ({ status, statusHistory }: Json): boolean =>
  (status === 'PROCESSOR_DECLINED' || status === 'GATEWAY_REJECTED') &&
  items(statusHistory).some(({ processorResponse, gatewayRejectionReason }) =>
    inside(processorResponse).legacyCode === '2099' || gatewayRejectionReason === 'THREE_D_SECURE'
  )

export const kindOf = ({ status }: Json): Kind | undefined => STATES[textOf(status) ?? '']

function sumOf(value: string, currency: string): Sum {
  if (!currency) return { amount: null, currency: null }
  try {
    return { amount: toMinor(value, currency), currency }
  } catch {
    return { amount: null, currency }
  }
}

/**
 * Returns the fact about a transaction; null for a status that says nothing about the payment. The charge's id is `legacyId`,
 * because Braintree's control panel and reports show that one.
 */
export function transactionFact(transaction: Json): Fact | null {
  const kind = kindOf(transaction)
  const id = textOf(transaction.legacyId)
  if (!kind || !id) return null
  const { value, currencyCode } = inside(transaction.amount)
  return {
    eventId: `${id}:${kind}`,
    kind,
    paymentId: ourId(transaction.orderId),
    chargeRef: id,
    ...sumOf(textOf(value) ?? '', textOf(currencyCode) ?? ''),
    raw: pick(transaction, 'legacyId', 'status', 'orderId'),
  }
}

/** Returns the card of a transaction; null if it was not saved in Braintree's vault. */
export function cardOf(transaction: Json): NamedCard | null {
  const { id, usage, customer, details } = inside(transaction.paymentMethod)
  const { brandCode, last4, expirationMonth, expirationYear } = inside(details)
  const token = textOf(id)
  if (!token || usage !== 'MULTI_USE' || !textOf(last4)) return null
  return {
    token,
    customer: textOf(inside(customer).id) ?? null,
    brand: (textOf(brandCode) ?? 'card').toLowerCase(),
    last4: textOf(last4) ?? '',
    expMonth: Number(expirationMonth),
    expYear: Number(expirationYear),
  }
}

/** Returns the fact about a transaction in a webhook; null if the webhook names no transaction. */
export function settledFact(transaction: Element, kind: 'paid' | 'failed', paymentId: string | null): Fact | null {
  const id = textAt(transaction, 'id')
  if (!id) return null
  return {
    eventId: `${id}:${kind}`,
    kind,
    paymentId,
    chargeRef: id,
    ...sumOf(textAt(transaction, 'amount'), textAt(transaction, 'currency-iso-code')),
    raw: { id, status: textAt(transaction, 'status'), type: textAt(transaction, 'type') },
  }
}

const DISPUTES: Record<string, Kind> = {
  dispute_opened: 'chargeback',
  dispute_won: 'chargeback_won',
  dispute_lost: 'chargeback_lost',
  dispute_accepted: 'chargeback_lost',
  dispute_auto_accepted: 'chargeback_lost',
  // The dispute is lost because it was not answered in time.
  dispute_expired: 'chargeback_lost',
}

/**
 * Returns the fact about a dispute. Null for a retrieval (a bank's request for documents), which takes no money, and for
 * webhooks that decide nothing.
 *
 * @param told kind of the webhook, such as `dispute_opened`
 */
export function disputeFact(dispute: Element, told: string, paymentId: string | null): Fact | null {
  const kind = DISPUTES[told]
  const id = textAt(dispute, 'id')
  if (!kind || !id || textAt(dispute, 'kind') === 'retrieval') return null
  const chargeRef = textAt(dispute, 'transaction', 'id')
  const due = textAt(dispute, 'reply-by-date')
  const value = textAt(dispute, 'amount-disputed') || textAt(dispute, 'amount')
  return {
    eventId: `${id}:${kind}`,
    kind,
    paymentId,
    ...(chargeRef && { chargeRef }),
    ...sumOf(value, textAt(dispute, 'currency-iso-code')),
    disputeRef: id,
    // Braintree names the last day for an answer, so the deadline is the end of that day.
    ...(/^\d{4}-\d\d-\d\d$/.test(due) && { dueAt: `${due}T23:59:59.000Z` }),
    raw: Object.fromEntries(
      ['id', 'kind', 'status', 'reason', 'reason-code'].map((name) => [name, textAt(dispute, name)]),
    ),
  }
}
