// Facts from Razorpay's entities: links, payments, refunds, disputes. Amounts are minor units.
import type { Json } from '../../../_shared/http-client/json.ts'
import { inside, ourId, pick, textOf, timeOf } from '../read.ts'
import type { Fact } from '../types.ts'

type Kind = Fact['kind']

/** The owner of an entity of Razorpay: our payment, and its link. */
export interface Owner {
  paymentId: string | null
  ref?: string | undefined
}

/** The owner of a payment link. */
export const ownerOf = (link: Json): Owner => ({ paymentId: ourId(link.reference_id), ref: textOf(link.id) })

const named = ({ paymentId, ref }: Owner) => ({ paymentId, ...(ref !== undefined && { ref }) })

function sumOf(entity: Json): { amount: number | null; currency: string | null } {
  const { amount } = entity
  return { amount: Number.isSafeInteger(amount) ? amount as number : null, currency: textOf(entity.currency) ?? null }
}

const PAYMENTS: Record<string, Kind> = {
  captured: 'paid',
  // The payment counts as paid; its refund is a separate fact.
  refunded: 'paid',
  created: 'pending',
  authorized: 'pending',
  // Pending, since the link allows another attempt.
  failed: 'pending',
}

/**
 * The fact of a payment. Its id is the same from every source (the link's event, the payment's event, a response), so it counts
 * once.
 */
export function paymentFact(payment: Json, owner: Owner): Fact | null {
  const kind = PAYMENTS[textOf(payment.status) ?? '']
  const id = textOf(payment.id)
  if (!kind || !id) return null
  const sum = sumOf(payment)
  // Razorpay's fee is always in rupees, whatever the payment's currency.
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

/** A fact of a link that took no money. */
export function linkFact(link: Json, kind: Kind): Fact {
  const raw = pick(link, 'id', 'status', 'amount_paid', 'expired_at', 'cancelled_at')
  return { eventId: `${textOf(link.id)}:${kind}`, kind, ...named(ownerOf(link)), ...sumOf(link), raw }
}

const REFUNDS: Record<string, Kind> = { processed: 'refunded', failed: 'refund_failed' }

/** The fact of a refund; null while the refund is pending. */
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
    ...sumOf(refund),
    ...(refundId !== null && { refundId }),
    refundRef: id,
    raw: pick(refund, 'id', 'status', 'payment_id', 'speed_processed'),
  }
}

const DISPUTES: Record<string, Kind> = {
  'payment.dispute.created': 'chargeback',
  'payment.dispute.won': 'chargeback_won',
  'payment.dispute.lost': 'chargeback_lost',
  // The bank or the customer withdrew the dispute.
  'payment.dispute.closed': 'chargeback_won',
}
/** Phases of a dispute in which the bank only asks and takes no money. */
const INQUIRIES = new Set(['retrieval', 'fraud'])

/** The fact of a dispute; null if nothing changes. */
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
    ...sumOf(dispute),
    disputeRef: id,
    ...(dueAt !== undefined && { dueAt }),
    raw: pick(dispute, 'id', 'status', 'phase', 'reason_code', 'payment_id', 'amount_deducted'),
  }
}
