// Reads what PayU's queries return about an order: payment attempts and refunds.
import { ProviderFailure } from '../../../_shared/http-client/failure.ts'
import { type Json, object } from '../../../_shared/http-client/json.ts'
import { minorOf } from '../digest.ts'
import { sumOf } from '../figures.ts'
import { inside, items, ourId, pick, textOf } from '../read.ts'
import type { Fact, Sum } from '../types.ts'

/** One transaction of an order at PayU: a payment attempt or a refund. */
interface Try {
  order: string
  id: string
  type: string
  state: string
  sum: Sum
  /** Whether PayU will not retry this refund any more (`MANUAL_REFUND`), so that a decline is final. */
  isFinal: boolean
  at: number
}

const CHARGES = ['AUTHORIZATION_AND_CAPTURE', 'CAPTURE']
const REFUNDS = ['REFUND', 'PARTIAL_REFUND']
const FAILED = ['DECLINED', 'EXPIRED', 'ERROR']

/**
 * Returns the orders in the response to a query by reference.
 *
 * @throws {ProviderFailure} if PayU reports an error
 */
export function readOrders(answer: unknown): Json[] {
  const { code, error, result } = object(answer, 'the answer')
  if (code !== 'SUCCESS') throw refusal(error)
  const payload = inside(result).payload
  return Array.isArray(payload) ? items(payload) : payload ? [inside(payload)] : []
}

/** Returns the failure for an error of PayU. The HTTP client does not recognise it, because PayU sends it with status 200. */
export const refusal = (error: unknown): ProviderFailure =>
  /credential|login|api ?key/i.test(textOf(error) ?? '')
    ? new ProviderFailure('denied', 'PayU refuses the keys')
    : new ProviderFailure('refused', 'PayU answered an error')

function triesOf(order: Json, types: readonly string[]): Try[] {
  return items(order.transactions).flatMap((said) => {
    const id = textOf(said.id)
    const type = String(said.type)
    if (!id || !types.includes(type)) return []
    const { state, operationDate } = inside(said.transactionResponse)
    const { value, currency } = inside(inside(said.additionalValues).TX_VALUE)
    const code = textOf(currency)
    return [{
      order: String(order.id),
      id,
      type,
      state: String(state),
      sum: sumOf(code && minorOf(value, code, 'TX_VALUE'), code),
      isFinal: String(inside(said.extraParameters).MANUAL_REFUND).toUpperCase() === 'TRUE',
      at: Number(operationDate ?? 0),
    }]
  })
}

/** Returns the refunds of an order, oldest first. */
export const refundsOf = (order: Json): Try[] => triesOf(order, REFUNDS).sort((a, b) => a.at - b.at)

/**
 * Returns the facts about an order's payment. With live keys a test payment counts as failed: a customer can change the form's
 * field `test`, which the signature does not cover.
 */
export function factsOf(order: Json, isTest: boolean): Fact[] {
  const paymentId = ourId(order.referenceCode)
  if (!paymentId) return []
  const raw = pick(order, 'id', 'referenceCode', 'status', 'isTest')
  if (order.isTest === true && !isTest) {
    return [{ eventId: `${order.id}:test`, kind: 'failed', paymentId, amount: null, currency: null, raw }]
  }
  const factOf = (kind: Fact['kind']) => (one: Try): Fact => ({
    eventId: `${one.id}:${kind}`,
    kind,
    paymentId,
    chargeRef: `${one.order}/${one.id}`,
    ...one.sum,
    raw: { ...raw, transaction: one.id, type: one.type, state: one.state },
  })
  const charges = triesOf(order, CHARGES)
  const paid = charges.filter(({ state }) => state === 'APPROVED')
  if (paid.length > 0) return paid.map(factOf('paid'))
  // The order is pending while an attempt is undecided, even if others were declined: a customer may try several cards.
  const open = charges.filter(({ state }) => !FAILED.includes(state))
  return open.length > 0 ? open.map(factOf('pending')) : charges.map(factOf('failed'))
}
