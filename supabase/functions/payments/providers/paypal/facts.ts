// Converts PayPal's objects into facts (`Fact`, a provider's report about a payment): orders, captures, authorizations, refunds
// and disputes, with their amounts.
import type { Json } from '../../../_shared/http-client/json.ts'
import { PaymentRefused } from '../errors.ts'
import { toMajor, toMinor } from '../money.ts'
import { inside, items, ourId, pick, textOf } from '../read.ts'
import type { Fact, Sum } from '../types.ts'

type Kind = Fact['kind']

/**
 * Currencies of which PayPal accepts only whole units, although ISO 4217 gives them two decimals:
 * https://developer.paypal.com/reference/currency-codes/
 */
const WHOLE = new Set(['HUF', 'TWD'])

export interface Money {
  currency_code: string
  value: string
}

/** The smallest part of a currency that PayPal takes, in minor units. */
export const stepOf = (currency: string): number => WHOLE.has(currency) ? 100 : 1

export const isTaken = (minor: number, currency: string): boolean => minor % stepOf(currency) === 0

/** Converts an amount into PayPal's format. @throws {PaymentRefused} for a fraction that PayPal does not accept */
export function moneyOf(minor: number, currency: string): Money {
  if (!isTaken(minor, currency)) throw new PaymentRefused(`PayPal takes whole ${currency} only`, 'payment_not_possible')
  const value = WHOLE.has(currency) ? String(minor / 100) : toMajor(minor, currency)
  return { currency_code: currency, value }
}

function sumOf(money: unknown): Sum {
  const { currency_code, value } = inside(money)
  const currency = textOf(currency_code) ?? null
  if (!currency) return { amount: null, currency }
  try {
    return { amount: toMinor(textOf(value) ?? '', currency), currency }
  } catch {
    return { amount: null, currency }
  }
}

const CAPTURES: Record<string, Kind> = {
  COMPLETED: 'paid',
  // A refunded capture has taken the money before; its refund is a separate fact.
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
}

const AUTHORIZATIONS: Record<string, Kind> = {
  CREATED: 'authorized',
  PENDING: 'pending',
  DENIED: 'failed',
  VOIDED: 'voided',
  EXPIRED: 'voided',
}

const REFUNDS: Record<string, Kind> = { COMPLETED: 'refunded', FAILED: 'refund_failed', CANCELLED: 'refund_failed' }

/**
 * Returns the fact about a capture; null for an unknown status.
 *
 * @param eventId id of the webhook; for a capture in a response it is absent, and the fact's id is made of capture and state
 */
export const captureFact = (capture: Json, eventId?: string): Fact | null => chargeFact(capture, CAPTURES, eventId)

/** Returns the fact about an authorization; null for a status that says nothing new, such as captured. */
export const authorizationFact = (authorization: Json, eventId?: string): Fact | null =>
  chargeFact(authorization, AUTHORIZATIONS, eventId)

function chargeFact(charge: Json, kinds: Record<string, Kind>, eventId?: string): Fact | null {
  const kind = kinds[textOf(charge.status) ?? '']
  const id = textOf(charge.id)
  if (!kind || !id) return null
  const ref = textOf(inside(inside(charge.supplementary_data).related_ids).order_id)
  const sum = sumOf(charge.amount)
  const fee = sumOf(inside(charge.seller_receivable_breakdown).paypal_fee)
  return {
    eventId: eventId ?? `${id}:${kind}`,
    kind,
    paymentId: ourId(charge.custom_id),
    ...(ref !== undefined && { ref }),
    chargeRef: id,
    ...sum,
    ...(fee.amount !== null && fee.currency === sum.currency && { fee: fee.amount }),
    raw: { ...pick(charge, 'id', 'status'), ...pick(inside(charge.status_details), 'reason') },
  }
}

/** Returns the id of the capture that a refund gives back, from the link `up` of the refund. */
export function captureOf(refund: Json): string | undefined {
  const up = items(refund.links).find(({ rel }) => rel === 'up')
  return /\/captures\/(\w+)$/.exec(textOf(up?.href) ?? '')?.[1]
}

export function refundFact(refund: Json, paymentId: string | null, eventId: string): Fact | null {
  const kind = REFUNDS[textOf(refund.status) ?? '']
  const id = textOf(refund.id)
  if (!kind || !id) return null
  const chargeRef = captureOf(refund)
  const refundId = ourId(refund.invoice_id)
  return {
    eventId,
    kind,
    paymentId,
    ...(chargeRef !== undefined && { chargeRef }),
    ...sumOf(refund.amount),
    // The invoice id is our refund's id, or the payment's id if somebody made the refund in PayPal's control panel.
    ...(refundId !== null && refundId !== paymentId && { refundId }),
    refundRef: id,
    raw: { ...pick(refund, 'id', 'status'), ...pick(inside(refund.status_details), 'reason') },
  }
}

const LOST = new Set(['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'])
// Outcomes of a dispute with which we keep the money. RESOLVED_WITH_PAYOUT means that PayPal pays the customer itself.
const WON = new Set(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'CANCELED_BY_BUYER', 'DENIED', 'NONE'])

/** Returns the fact about a dispute; null if a webhook about its end states no known outcome. */
export function disputeFact(dispute: Json, type: string, eventId: string, paymentId: string | null): Fact | null {
  const outcome = textOf(inside(dispute.dispute_outcome).outcome_code) ?? ''
  const kind: Kind | null = type === 'CUSTOMER.DISPUTE.CREATED'
    ? 'chargeback'
    : LOST.has(outcome)
    ? 'chargeback_lost'
    : WON.has(outcome)
    ? 'chargeback_won'
    : null
  if (!kind) return null
  const disputeRef = textOf(dispute.dispute_id)
  const chargeRef = textOf(items(dispute.disputed_transactions)[0]?.seller_transaction_id)
  const dueAt = textOf(dispute.seller_response_due_date)
  return {
    eventId,
    kind,
    paymentId,
    ...(chargeRef !== undefined && { chargeRef }),
    ...sumOf(dispute.dispute_amount),
    ...(disputeRef !== undefined && { disputeRef }),
    ...(dueAt !== undefined && { dueAt }),
    raw: { ...pick(dispute, 'dispute_id', 'status', 'reason', 'dispute_life_cycle_stage'), outcome },
  }
}

/** Returns the facts about an order's captures and authorizations. If captures are paid, returns only the facts about these. */
export function factsOf(order: Json): Fact[] {
  const ref = textOf(order.id)
  const units = items(order.purchase_units)
  const facts = units.flatMap(({ payments, custom_id }) => {
    const { captures, authorizations } = inside(payments)
    const taken = items(captures).map((capture) => captureFact(capture))
    const held = items(authorizations).map((authorization) => authorizationFact(authorization))
    return [...taken, ...held].flatMap((fact) =>
      fact ? [{ ...fact, paymentId: fact.paymentId ?? ourId(custom_id), ...(ref !== undefined && { ref }) }] : []
    )
  })
  const taken = facts.filter(({ kind }) => kind === 'paid')
  return taken.length > 0 ? taken : facts
}

/** Returns the fact about an order that has no capture or authorization. */
export const orderFact = (
  ref: string,
  paymentId: string | null,
  kind: 'pending' | 'failed',
  eventId?: string,
): Fact => ({
  eventId: eventId ?? `${ref}:${kind}`,
  kind,
  paymentId,
  ref,
  amount: null,
  currency: null,
  raw: { id: ref },
})
