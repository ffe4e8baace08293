/** Facts from Paystack's transactions, disputes and refunds. */
import { garbage } from '../../../_shared/http-client/failure.ts'
import type { Json } from '../../../_shared/http-client/json.ts'
import { currencyOf, idOf, momentOf } from '../figures.ts'
import { inside, ourId, pick, textOf } from '../read.ts'
import type { Fact, NamedCard, Refunded } from '../types.ts'
import { minorOf } from './money.ts'

const REFUND_STATES: Record<string, Refunded['state']> = { processed: 'done', failed: 'failed' }

/**
 * Returns our payment's id from a transaction's reference; null if it is not ours. The reference is the payment's id; for a
 * second transaction of the payment it is the id, a dot and a random suffix.
 */
const paymentOf = (reference: unknown): string | null => ourId(String(reference).split('.')[0])

const KINDS: Record<string, Fact['kind']> = {
  success: 'paid',
  // A reversed payment was charged before its money went back; refunds and disputes are separate facts.
  reversed: 'paid',
  failed: 'failed',
  // With these statuses the customer has not paid yet, but still can.
  abandoned: 'pending',
  ongoing: 'pending',
  pending: 'pending',
  processing: 'pending',
  queued: 'pending',
}

export function chargeFact(transaction: Json): Fact {
  const { reference, amount, currency, fees, status } = transaction
  const kind = KINDS[String(status)]
  if (!kind) throw garbage('the status is not documented')
  const id = idOf(transaction.id)
  const code = currencyOf(currency)
  return {
    eventId: `charge:${id}:${kind}`,
    kind,
    paymentId: paymentOf(reference),
    ref: idOf(reference),
    chargeRef: id,
    amount: minorOf(amount, code),
    currency: code,
    ...(kind === 'paid' && typeof fees === 'number' && { fee: minorOf(fees, code) }),
    ...(kind === 'paid' && cardOf(transaction)),
    raw: pick(transaction, 'id', 'domain', 'status', 'reference', 'amount', 'currency', 'fees', 'channel', 'paid_at'),
  }
}

/** Returns the metadata that we sent. Paystack returns it as an object or as a text with JSON. Empty if unreadable. */
function metadataOf({ metadata }: Json): Json {
  if (typeof metadata !== 'string') return inside(metadata)
  try {
    return inside(JSON.parse(metadata))
  } catch {
    return {}
  }
}

/** Returns the card of a transaction, if the customer agreed to save it and Paystack can charge it again (`reusable`). */
function cardOf(transaction: Json): { card?: NamedCard } {
  const { authorization_code, reusable, brand, card_type, last4, exp_month, exp_year } = inside(
    transaction.authorization,
  )
  const token = textOf(authorization_code)
  if (!token || reusable !== true || metadataOf(transaction).saves_card !== true) return {}
  const customer = textOf(inside(transaction.customer).email) ?? null
  const named = { brand: (textOf(brand) ?? textOf(card_type) ?? 'card').trim(), last4: textOf(last4) ?? '' }
  return { card: { token, customer, ...named, expMonth: Number(exp_month), expYear: Number(exp_year) } }
}

export function disputeFacts(event: string, dispute: Json): Fact[] {
  const transaction = inside(dispute.transaction)
  const { reference } = transaction
  const id = idOf(dispute.id)
  const currency = currencyOf(dispute.currency ?? transaction.currency)
  const dueAt = momentOf(dispute.dueAt ?? dispute.due_at)
  const opened: Fact = {
    eventId: `dispute:${id}:chargeback`,
    kind: 'chargeback',
    paymentId: paymentOf(reference),
    ref: idOf(reference),
    chargeRef: idOf(transaction.id),
    amount: minorOf(dispute.refund_amount ?? transaction.amount, currency),
    currency,
    disputeRef: id,
    ...(dueAt && { dueAt }),
    raw: {
      event,
      ...pick(dispute, 'id', 'status', 'resolution', 'category', 'refund_amount', 'currency', 'dueAt', 'resolvedAt'),
      transaction: pick(transaction, 'id', 'reference', 'amount', 'currency', 'status'),
    },
  }
  if (event !== 'charge.dispute.resolve') return [opened]
  // `declined` means that the customer's claim was rejected. With any other resolution, such as `merchant-accepted` or
  // `auto-accepted`, we lose the money.
  const kind = dispute.resolution === 'declined' ? 'chargeback_won' : 'chargeback_lost'
  return [opened, { ...opened, eventId: `dispute:${id}:${kind}`, kind }]
}

export function refundFacts(transaction: Json, refund: Json): Fact[] {
  const { state } = refundedOf(refund)
  if (state === 'pending') return []
  const id = idOf(refund.id)
  const ours = ourId(refund.merchant_note)
  const currency = currencyOf(refund.currency)
  return [{
    eventId: `refund:${id}:${state}`,
    kind: state === 'done' ? 'refunded' : 'refund_failed',
    paymentId: paymentOf(transaction.reference),
    ref: idOf(transaction.reference),
    chargeRef: idOf(transaction.id),
    amount: minorOf(refund.amount, currency),
    currency,
    ...(ours && { refundId: ours }),
    refundRef: id,
    raw: pick(refund, 'id', 'domain', 'status', 'amount', 'currency', 'refunded_at', 'merchant_note'),
  }]
}

/** Returns the outcome of a refund. The statuses `needs-attention`, `pending` and `processing` are undecided. */
export function refundedOf(refund: Json): Refunded {
  const state = REFUND_STATES[String(refund.status)] ?? 'pending'
  return {
    state,
    ref: idOf(refund.id),
    ...(state === 'failed' && { reason: textOf(refund.reason) ?? 'the bank refused' }),
  }
}
