// Converts Square's objects into facts (`Fact`, a provider's report about a payment): payments, orders, refunds, disputes.
// Amounts are minor units.
import type { Json } from '../../../_shared/http-client/json.ts'
import { sumOf } from '../figures.ts'
import { inside, items, ourId, pick, textOf } from '../read.ts'
import type { Fact, NamedCard, Sum } from '../types.ts'

type Kind = Fact['kind']

/**
 * Returns the note that we send with a payment: our payment's id, followed by ` card` if the card is to be stored. Square
 * returns the note with the payment.
 */
export const noteOf = ({ id, savesCard }: { id: string; savesCard: boolean }): string => savesCard ? `${id} card` : id
const paymentIdOf = (payment: Json): string | null => ourId(textOf(payment.note)?.replace(/ card$/, ''))
export const isToKeep = (payment: Json): boolean => paymentIdOf(payment) !== null && / card$/.test(`${payment.note}`)

/** Returns a card that Square stores; null if Square omits the id, the last digits or the customer. */
export function cardOf({ id, customer_id, card_brand, last_4, exp_month, exp_year }: Json): NamedCard | null {
  const [token, last4, customer] = [textOf(id), textOf(last_4), textOf(customer_id)]
  if (!token || !last4 || !customer) return null
  const brand = (textOf(card_brand) ?? 'card').toLowerCase()
  return { token, customer, brand, last4, expMonth: Number(exp_month), expYear: Number(exp_year) }
}

function sumIn(money: unknown): Sum {
  const { amount, currency } = inside(money)
  return sumOf(amount, textOf(currency))
}

const PAYMENTS: Record<string, Kind> = {
  COMPLETED: 'paid',
  APPROVED: 'pending',
  PENDING: 'pending',
  // A failed attempt leaves the payment pending, because the link allows another attempt.
  CANCELED: 'pending',
  FAILED: 'pending',
}

/** Returns Square's fee for a payment; undefined until Square reports the fee, some time after the payment. */
function feeOf(payment: Json, currency: string | null): number | undefined {
  const fees = items(payment.processing_fee).map(({ amount_money }) => sumIn(amount_money))
  if (fees.length === 0 || fees.some((fee) => fee.amount === null || fee.currency !== currency)) return undefined
  return fees.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
}

/**
 * Returns the fact about a payment; null for an unknown status.
 *
 * @param eventId id of the webhook; for a payment in a response it is absent, and the fact's id is made of payment and state
 */
export function paymentFact(payment: Json, eventId?: string): Fact | null {
  const kind = PAYMENTS[textOf(payment.status) ?? '']
  const id = textOf(payment.id)
  if (!kind || !id) return null
  const sum = sumIn(payment.total_money ?? payment.amount_money)
  const fee = feeOf(payment, sum.currency)
  const ref = textOf(payment.order_id)
  return {
    eventId: eventId ?? `${id}:${kind}`,
    kind,
    paymentId: paymentIdOf(payment),
    ...(ref !== undefined && { ref }),
    chargeRef: id,
    ...sum,
    ...(kind === 'paid' && fee !== undefined && { fee }),
    raw: pick(payment, 'id', 'status', 'source_type', 'order_id', 'location_id'),
  }
}

/**
 * Returns the fact about an order that has no payment.
 *
 * @param eventId id of the webhook; without it the order was queried, and the fact's id is made of order and state
 */
export function orderFact(order: Json, eventId?: string): Fact {
  const id = textOf(order.id) ?? ''
  const kind = order.state === 'CANCELED' ? 'failed' : 'pending'
  const raw = pick(order, 'id', 'state', 'location_id')
  const paymentId = ourId(order.reference_id)
  return { eventId: eventId ?? `${id}:${kind}`, kind, paymentId, ref: id, ...sumIn(order.total_money), raw }
}

const REFUNDS: Record<string, Kind> = { COMPLETED: 'refunded', REJECTED: 'refund_failed', FAILED: 'refund_failed' }

/** Returns the reason to send with a refund. It contains our refund's id, because Square returns no other field that we set. */
export const reasonOf = (refundId: string): string => `Refund ${refundId}`
/** Returns our refund's id from a refund; null for a refund that somebody made in Square's control panel. */
export const refundIdOf = (refund: Json): string | null => ourId(textOf(refund.reason)?.replace(/^Refund /, ''))

/** Returns the fact about a refund; null while the refund is pending. @param of payment that was refunded */
export function refundFact(refund: Json, of: Json, eventId: string): Fact | null {
  const kind = REFUNDS[textOf(refund.status) ?? '']
  const id = textOf(refund.id)
  if (!kind || !id) return null
  const refundId = refundIdOf(refund)
  return {
    eventId,
    kind,
    ...whose(of),
    ...sumIn(refund.amount_money),
    ...(refundId !== null && { refundId }),
    refundRef: id,
    raw: pick(refund, 'id', 'status', 'payment_id'),
  }
}

const DISPUTES: Record<string, Kind> = {
  EVIDENCE_REQUIRED: 'chargeback',
  WON: 'chargeback_won',
  LOST: 'chargeback_lost',
  ACCEPTED: 'chargeback_lost',
}

/**
 * Returns the fact about a dispute. Null for an inquiry, which takes no money, and for a state that decides nothing.
 *
 * @param of the disputed payment
 */
export function disputeFact(dispute: Json, of: Json, eventId: string): Fact | null {
  const kind = DISPUTES[textOf(dispute.state) ?? '']
  const id = textOf(dispute.id)
  if (!kind || !id) return null
  const dueAt = textOf(dispute.due_at)
  return {
    eventId,
    kind,
    ...whose(of),
    ...sumIn(dispute.amount_money),
    disputeRef: id,
    ...(dueAt !== undefined && { dueAt }),
    raw: pick(dispute, 'id', 'state', 'reason', 'card_brand'),
  }
}

function whose(payment: Json): Pick<Fact, 'paymentId' | 'ref' | 'chargeRef'> {
  const [chargeRef, ref] = [textOf(payment.id), textOf(payment.order_id)]
  return {
    paymentId: paymentIdOf(payment),
    ...(ref !== undefined && { ref }),
    ...(chargeRef !== undefined && { chargeRef }),
  }
}
