// Converts Razorpay's objects ("entities") into facts (`Fact`, a provider's report about a payment): links, payments, refunds,
// disputes. Amounts are minor units.
import type { Json } from '../../../_shared/http-client/json.ts'
import { sumOf } from '../figures.ts'
import { inside, ourId, pick, textOf, timeOf } from '../read.ts'
import type { Fact } from '../types.ts'

type Kind = Fact['kind']

/** What an object of Razorpay belongs to: our payment, and Razorpay's link for that payment (`ref`). */
export interface Owner {
  paymentId: string | null
  ref?: string | undefined
}

/** Returns the owner of a payment link. */
export const ownerOf = (link: Json): Owner => ({ paymentId: ourId(link.reference_id), ref: textOf(link.id) })

const named = ({ paymentId, ref }: Owner) => ({ paymentId, ...(ref !== undefined && { ref }) })

const sumIn = ({ amount, currency }: Json) => sumOf(amount, textOf(currency))

const PAYMENTS: Record<string, Kind> = {
  captured: 'paid',
  // A refunded payment was paid before; its refund is a separate fact.
  refunded: 'paid',
  created: 'pending',
  authorized: 'pending',
  // A failed attempt leaves the payment pending, because the link allows another attempt.
  failed: 'pending',
}

/**
 * Returns the fact about a payment; null for an unknown status. The fact counts once, because its id is the same from every
 * source: the webhook about the link, the webhook about the payment, or a query.
 */
export function paymentFact(payment: Json, owner: Owner): Fact | null {
  const kind = PAYMENTS[textOf(payment.status) ?? '']
  const id = textOf(payment.id)
  if (!kind || !id) return null
  const sum = sumIn(payment)
  // Razorpay's fee is always in rupees, so it is unknown for payments in other currencies.
  const fee = sum.currency === 'INR' && Number.isSafeInteger(payment.fee) ? payment.fee as number : undefined
  return {
    eventId: `${id}:${kind}`,
    kind,
    ...named(owner),
    chargeRef: id,
    ...sum,
    ...(kind === 'paid' && fee !== undefined && { fee }),
    raw: pick(payment, 'id', 'status', 'method', 'order_id', 'international', 'error_code', 'error_reason'),
  }
}

/** Returns the fact about a link that took no money. */
export function linkFact(link: Json, kind: Kind): Fact {
  const raw = pick(link, 'id', 'status', 'amount_paid', 'expired_at', 'cancelled_at')
  return { eventId: `${textOf(link.id)}:${kind}`, kind, ...named(ownerOf(link)), ...sumIn(link), raw }
}

const REFUNDS: Record<string, Kind> = { processed: 'refunded', failed: 'refund_failed' }

/** Returns the fact about a refund; null while the refund is pending. */
export function refundFact(refund: Json, owner: Owner): Fact | null {
  const kind = REFUNDS[textOf(refund.status) ?? '']
  const id = textOf(refund.id)
  if (!kind || !id) return null
  const chargeRef = textOf(refund.payment_id)
  const refundId = ourId(inside(refund.notes).refund_id)
  return {
    eventId: `${id}:${kind}`,
    kind,
    ...named(owner),
    ...(chargeRef !== undefined && { chargeRef }),
    ...sumIn(refund),
    ...(refundId !== null && { refundId }),
    refundRef: id,
    raw: pick(refund, 'id', 'status', 'payment_id', 'speed_processed'),
  }
}

const DISPUTES: Record<string, Kind> = {
  'payment.dispute.created': 'chargeback',
  'payment.dispute.won': 'chargeback_won',
  'payment.dispute.lost': 'chargeback_lost',
  // A dispute is closed if the bank or the customer withdrew it.
  'payment.dispute.closed': 'chargeback_won',
}
/** Phases of a dispute in which the bank only asks for information and takes no money. */
const INQUIRIES = new Set(['retrieval', 'fraud'])

/** Returns the fact about a dispute; null if the webhook moves no money and decides nothing. */
export function disputeFact(dispute: Json, type: string, owner: Owner): Fact | null {
  const kind = DISPUTES[type]
  const id = textOf(dispute.id)
  if (!kind || !id || INQUIRIES.has(textOf(dispute.phase) ?? '')) return null
  const chargeRef = textOf(dispute.payment_id)
  const dueAt = timeOf(dispute.respond_by)
  return {
    eventId: `${id}:${kind}`,
    kind,
    ...named(owner),
    ...(chargeRef !== undefined && { chargeRef }),
    ...sumIn(dispute),
    disputeRef: id,
    ...(dueAt !== undefined && { dueAt }),
    raw: pick(dispute, 'id', 'status', 'phase', 'reason_code', 'payment_id', 'amount_deducted'),
  }
}
