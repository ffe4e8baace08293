// Converts Stripe's objects into facts (`Fact`, a provider's report about a payment): Checkout Sessions, PaymentIntents,
// refunds, disputes.
import { type Json, text } from '../../../_shared/http-client/json.ts'
import { sumOf } from '../figures.ts'
import { inside, items, ourId, pick, textOf, timeOf } from '../read.ts'
import type { Fact, NamedCard, Refunded, Sum } from '../types.ts'
import { fromStripe } from './money.ts'

type Kind = Fact['kind']

/** Returns the id of an object, which Stripe's response contains as a whole object or only as its id. */
export const idOf = (value: unknown): string | undefined => textOf(value) ?? textOf(inside(value).id)

const currencyOf = (object: Json): string | null => textOf(object.currency)?.toUpperCase() ?? null

/** Converts an amount of Stripe's object into minor units, and returns it with the object's currency. */
function sumIn(amount: unknown, object: Json): Sum {
  const currency = currencyOf(object)
  return sumOf(currency && fromStripe(amount, currency), currency)
}

/** Returns Stripe's fee if it is in the payment's currency. Otherwise only Stripe's payout report states it. */
function feeOf(intent: Json): { fee?: number } {
  const balance = inside(inside(intent.latest_charge).balance_transaction)
  const currency = currencyOf(balance)
  const fee = currency && currency === currencyOf(intent) ? fromStripe(balance.fee, currency) : null
  return fee === null ? {} : { fee }
}

/** Returns the fact about a session. @param eventId id of the webhook, or an id made of session and state after a query */
export function sessionFact(session: Json, kind: Kind, eventId: string): Fact {
  const chargeRef = idOf(session.payment_intent)
  const ref = textOf(session.id)
  return {
    eventId,
    kind,
    paymentId: ourId(session.client_reference_id),
    ...(ref !== undefined && { ref }),
    ...(chargeRef !== undefined && { chargeRef }),
    ...sumIn(session.amount_total, session),
    raw: pick(session, 'id', 'status', 'payment_status', 'livemode'),
  }
}

/** Returns the card that a PaymentIntent saves, if any. The PaymentIntent must include its `latest_charge`. */
export function cardOf(intent: Json): { card?: NamedCard } {
  const { brand, last4, exp_month, exp_year } = inside(inside(inside(intent.latest_charge).payment_method_details).card)
  const token = idOf(intent.payment_method)
  if (!intent.setup_future_usage || !token || typeof exp_month !== 'number' || typeof exp_year !== 'number') return {}
  const named = { brand: textOf(brand) ?? 'card', last4: textOf(last4) ?? '', expMonth: exp_month, expYear: exp_year }
  return { card: { token, customer: idOf(intent.customer) ?? null, ...named } }
}

/** Returns the kind of fact for a PaymentIntent; null while its status decides nothing. */
export function kindOfIntent(intent: Json): Kind | null {
  switch (intent.status) {
    case 'succeeded':
      return 'paid'
    case 'requires_capture':
      return 'authorized'
    case 'processing':
      return 'pending'
    case 'canceled':
      // With manual capture a PaymentIntent gets a charge only once the amount is held. So a cancelled one with a charge was a
      // hold, which is now voided.
      return intent.capture_method === 'manual' && intent.latest_charge ? 'voided' : 'failed'
    default:
      return null
  }
}

const SUMS: Partial<Record<Kind, string>> = { paid: 'amount_received', authorized: 'amount_capturable' }

/**
 * Returns the fact about a PaymentIntent.
 *
 * @param eventId id of the webhook; for a PaymentIntent in a response it is absent, and the fact's id is made of id and state
 */
export function intentFact(intent: Json, kind: Kind, eventId?: string): Fact {
  const id = idOf(intent)
  return {
    eventId: eventId ?? `${id}:${kind}`,
    kind,
    paymentId: ourId(inside(intent.metadata).payment_id),
    ...(id !== undefined && { chargeRef: id }),
    ...sumIn(intent[SUMS[kind] ?? 'amount'], intent),
    ...(kind === 'paid' && feeOf(intent)),
    ...((kind === 'paid' || kind === 'authorized') && cardOf(intent)),
    raw: pick(intent, 'id', 'status', 'capture_method', 'cancellation_reason', 'livemode'),
  }
}

const REFUNDS: Record<string, Kind> = { succeeded: 'refunded', failed: 'refund_failed', canceled: 'refund_failed' }

/** Returns the fact about a refund; null while it is pending. All webhooks about the same state give the same `eventId`. */
export function refundFact(refund: Json, paymentId: string | null): Fact | null {
  const kind = REFUNDS[textOf(refund.status) ?? '']
  const id = textOf(refund.id)
  if (!kind || !id) return null
  const chargeRef = idOf(refund.payment_intent)
  const refundId = ourId(inside(refund.metadata).refund_id)
  return {
    eventId: `${id}:${kind}`,
    kind,
    paymentId,
    ...(chargeRef !== undefined && { chargeRef }),
    ...sumIn(refund.amount, refund),
    ...(refundId !== null && { refundId }),
    refundRef: id,
    raw: pick(refund, 'id', 'status', 'reason', 'failure_reason', 'charge'),
  }
}

/** Returns Stripe's fee for a dispute; empty until Stripe has taken the disputed money. */
function disputeFeeOf(dispute: Json): { fee?: number } {
  const currency = currencyOf(dispute)
  const moves = items(dispute.balance_transactions)
  if (!currency || moves.length === 0 || moves.some((move) => currencyOf(move) !== currency)) return {}
  const fees = moves.map(({ fee }) => fromStripe(fee, currency) ?? 0)
  const sum = fees.reduce((all, fee) => all + fee, 0)
  return sum > 0 ? { fee: sum } : {}
}

/**
 * Returns the fact about a dispute. Null for an inquiry, which takes no money, and if the dispute is closed without a decision.
 */
export function disputeFact(dispute: Json, type: string, eventId: string, paymentId: string | null): Fact | null {
  const status = textOf(dispute.status) ?? ''
  const kind: Kind | null = type === 'charge.dispute.closed'
    ? status === 'won' ? 'chargeback_won' : status === 'lost' ? 'chargeback_lost' : null
    : status.startsWith('warning_')
    ? null
    : 'chargeback'
  if (!kind) return null
  const chargeRef = idOf(dispute.payment_intent)
  const disputeRef = textOf(dispute.id)
  const dueAt = timeOf(inside(dispute.evidence_details).due_by)
  return {
    eventId,
    kind,
    paymentId,
    ...(chargeRef !== undefined && { chargeRef }),
    ...sumIn(dispute.amount, dispute),
    ...disputeFeeOf(dispute),
    ...(disputeRef !== undefined && { disputeRef }),
    ...(dueAt !== undefined && { dueAt }),
    raw: pick(dispute, 'id', 'status', 'reason', 'charge', 'livemode'),
  }
}

/**
 * Whether a payment's reference is a PaymentIntent. Payments by a saved card have such a reference; all others have that of a
 * checkout session.
 */
export const isIntent = (ref: string | null): ref is string => ref?.startsWith('pi_') ?? false

/** Returns the fact if it is about a payment of ours; otherwise null: other systems may use the same account. */
export const ours = (fact: Fact | null): Fact | null => fact?.paymentId ? fact : null

export function refundedOf(refund: Json): Refunded {
  const ref = text(refund.id, 'the id of the refund')
  if (refund.status === 'succeeded') return { state: 'done', ref }
  if (refund.status !== 'failed' && refund.status !== 'canceled') return { state: 'pending', ref }
  return { state: 'failed', ref, reason: textOf(refund.failure_reason) ?? 'refused' }
}
