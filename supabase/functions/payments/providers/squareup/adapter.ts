import type { Budget, Question } from '../../../_shared/http-client/client.ts'
import { type Json, object, text } from '../../../_shared/http-client/json.ts'
import { currencyOf, knownEmailOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { inside, items, parsed, textOf } from '../read.ts'
import {
  type Adapter,
  type Fact,
  type Heard,
  type Payment,
  PaymentRefused,
  type Provider,
  type Refund,
  type Refunded,
  type Started,
  type Urls,
} from '../types.ts'
import { disputeFact, orderFact, paymentFact, reasonOf, refundFact, refundIdOf } from './facts.ts'
import { verifySignature } from './signature.ts'

/** Its answers have the shapes that are read here, whatever the application's default is. */
const VERSION = '2025-01-23'

/** Payment links of Square. https://developer.squareup.com/reference/square/checkout-api/create-payment-link */
export const squareup: Provider = {
  name: 'squareup',
  variables: ['SQUAREUP_ACCESS_TOKEN', 'SQUAREUP_LOCATION_ID', 'SQUAREUP_CURRENCY', 'SQUAREUP_WEBHOOK_KEY'],
  options: ['SQUAREUP_SANDBOX'],
  hosts: ['connect.squareup.com', 'connect.squareupsandbox.com'],
  make: (kit) => new Square(kit),
}

class Square implements Adapter {
  /** A location has one currency. */
  readonly currencies: readonly string[]
  readonly isTest: boolean
  readonly origins: { form: string[] }
  readonly #kit: Kit
  readonly #origin: string

  constructor(kit: Kit) {
    this.#kit = kit
    this.currencies = [currencyOf(kit.secret('SQUAREUP_CURRENCY'))]
    this.isTest = kit.option('SQUAREUP_SANDBOX') === 'true'
    this.#origin = this.isTest ? 'https://connect.squareupsandbox.com' : 'https://connect.squareup.com'
    this.origins = {
      form: this.isTest
        ? ['https://sandbox.square.link', 'https://connect.squareupsandbox.com']
        : ['https://square.link', 'https://checkout.square.site'],
    }
  }

  async create(payment: Payment, urls: Urls, budget: Budget): Promise<Started> {
    const { id, amount, currency, product } = payment
    const buyer_email = knownEmailOf(payment)
    const body = {
      idempotency_key: id,
      order: {
        location_id: this.#kit.secret('SQUAREUP_LOCATION_ID'),
        reference_id: id,
        line_items: [{ name: product, quantity: '1', base_price_money: { amount, currency } }],
      },
      checkout_options: { redirect_url: urls.back, ask_for_shipping_address: false, allow_tipping: false },
      pre_populated_data: buyer_email === undefined ? undefined : { buyer_email },
      payment_note: id,
    }
    const question = { operation: 'create', body, isRepeatable: true, accept: [400, 404] }
    const begun = await this.#ask(question, '/v2/online-checkout/payment-links', budget, (json, status) => {
      const answer = object(json, 'the answer')
      if (status >= 400) return codeOf(answer)
      const link = object(answer.payment_link, 'the link')
      return {
        next: { kind: 'redirect' as const, url: text(link.url, 'the address of the link') },
        ref: text(link.order_id, 'the order'),
      }
    })
    if (typeof begun === 'string') throw new PaymentRefused(`square: ${begun}`, 'payment_not_possible')
    return begun
  }

  async verify({ bytes, headers, url }: Heard, budget: Budget): Promise<Fact[]> {
    const key = this.#kit.secret('SQUAREUP_WEBHOOK_KEY')
    await verifySignature(key, headers.get('x-square-hmacsha256-signature'), url.href, bytes)
    const event = parsed(bytes)
    const [type, id] = [text(event.type, 'the type'), text(event.event_id, 'the id')]
    const fact = await this.#read(type, id, inside(inside(event.data).object), budget)
    // The tills of the same shop use the same account.
    return fact?.paymentId ? [fact] : []
  }

  async #read(type: string, eventId: string, about: Json, budget: Budget): Promise<Fact | null> {
    if (type.startsWith('payment.')) return paymentFact(inside(about.payment), eventId)
    if (type.startsWith('refund.')) {
      const refund = inside(about.refund)
      return refundFact(refund, await this.#payment(text(refund.payment_id, 'the payment'), budget), eventId)
    }
    if (type === 'dispute.created' || type === 'dispute.state.updated') {
      const dispute = inside(about.dispute)
      const payment = text(inside(dispute.disputed_payment).payment_id, 'the payment')
      return disputeFact(dispute, await this.#payment(payment, budget), eventId)
    }
    const order = inside(about.order_updated)
    if (type !== 'order.updated' || order.state !== 'CANCELED') return null
    // The event does not say whose order it is.
    return orderFact(await this.#order(text(order.order_id, 'the order'), budget), eventId)
  }

  async fetch(payment: Payment, budget: Budget): Promise<Fact[]> {
    if (!payment.ref) return []
    const order = await this.#order(payment.ref, budget)
    const tender = items(order.tenders).at(-1)
    if (!tender) return [orderFact(order)]
    const id = text(tender.payment_id ?? tender.id, 'the payment')
    const fact = paymentFact(await this.#payment(id, budget))
    return fact ? [{ ...fact, paymentId: fact.paymentId ?? payment.id }] : []
  }

  async refund(payment: Payment, refund: Refund, budget: Budget): Promise<Refunded> {
    const { chargeRef, currency } = payment
    if (!chargeRef) return { state: 'failed', reason: 'no charge is known' }
    const before = refund.isRepeated ? await this.#refundBefore(chargeRef, refund.id, budget) : null
    if (before) return refundedOf(before)
    const body = {
      idempotency_key: refund.id,
      payment_id: chargeRef,
      amount_money: { amount: refund.amount, currency },
      reason: reasonOf(refund.id),
    }
    const question = { operation: 'refund', body, isRepeatable: true, accept: [400, 404] }
    return await this.#ask(question, '/v2/refunds', budget, (json, status) => {
      const answer = object(json, 'the answer')
      if (status >= 400) return { state: 'failed' as const, reason: codeOf(answer) }
      return refundedOf(object(answer.refund, 'the refund'))
    })
  }

  /** What became of a refund that was asked for before; null where it never arrived. */
  async #refundBefore(charge: string, refundId: string, budget: Budget): Promise<Json | null> {
    const { refund_ids } = await this.#payment(charge, budget)
    for (const id of Array.isArray(refund_ids) ? refund_ids : []) {
      const refund = await this.#get('refund', `/v2/refunds/${encodeURIComponent(text(id, 'the refund'))}`, budget)
      if (refundIdOf(refund) === refundId) return refund
    }
    return null
  }

  #payment = (id: string, budget: Budget): Promise<Json> =>
    this.#get('payment', `/v2/payments/${encodeURIComponent(id)}`, budget)

  #order = (id: string, budget: Budget): Promise<Json> =>
    this.#get('order', `/v2/orders/${encodeURIComponent(id)}`, budget)

  #get(kind: string, path: string, budget: Budget): Promise<Json> {
    return this.#ask({ operation: `get ${kind}` }, path, budget, (json) => {
      const found = object(object(json, 'the answer')[kind], kind)
      text(found.id, 'its id')
      return found
    })
  }

  #ask<Result>(
    question: Omit<Question, 'url'>,
    path: string,
    budget: Budget,
    read: (json: unknown, status: number) => Result,
  ): Promise<Result> {
    const headers = { authorization: `Bearer ${this.#kit.secret('SQUAREUP_ACCESS_TOKEN')}`, 'square-version': VERSION }
    return this.#kit.client.ask({ ...question, url: new URL(path, this.#origin), headers }, budget, read)
  }
}

/** Square's own word for a refusal. */
const codeOf = (answer: Json): string => textOf(items(answer.errors)[0]?.code) ?? 'refused'

function refundedOf(refund: Json): Refunded {
  const ref = text(refund.id, 'the id of the refund')
  if (refund.status === 'COMPLETED') return { state: 'done', ref }
  if (refund.status === 'PENDING') return { state: 'pending', ref }
  return { state: 'failed', ref, reason: textOf(refund.status) ?? 'refused' }
}
