import type { Budget, Question } from '../../../_shared/http-client/client.ts'
import { garbage, ProviderFailure } from '../../../_shared/http-client/failure.ts'
import { type Json, object, text } from '../../../_shared/http-client/json.ts'
import { PaymentRefused } from '../errors.ts'
import { currencyOf, knownEmailOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { inside, items, parsed, textOf } from '../read.ts'
import type {
  Adapter,
  Cards,
  Charged,
  Fact,
  KeptCard,
  Payment,
  Provider,
  ProviderRequest,
  Refund,
  Refunded,
  Started,
  Urls,
} from '../types.ts'
import {
  cardOf,
  disputeFact,
  isToKeep,
  noteOf,
  orderFact,
  paymentFact,
  reasonOf,
  refundFact,
  refundIdOf,
} from './facts.ts'
import { verifySignature } from './signature.ts'

/** Version of Square's API. Sending it fixes the format of responses, whatever default the application has at Square. */
const VERSION = '2025-01-23'

/** Square, by its payment links: https://developer.squareup.com/reference/square/checkout-api/create-payment-link */
export const squareup: Provider = {
  name: 'squareup',
  variables: ['SQUAREUP_ACCESS_TOKEN', 'SQUAREUP_LOCATION_ID', 'SQUAREUP_CURRENCY', 'SQUAREUP_WEBHOOK_KEY'],
  options: ['SQUAREUP_SANDBOX'],
  hosts: ['connect.squareup.com', 'connect.squareupsandbox.com'],
  make: (kit) => new Square(kit),
}

class Square implements Adapter {
  /** The accepted currencies: only one, because each of the merchant's locations at Square has one currency. */
  readonly currencies: readonly string[]
  readonly isTest: boolean
  readonly origins: { form: string[] }
  readonly cards: Cards = {
    offSession: false,
    charge: (payment, card, _urls, budget) => this.#charge(payment, card, budget),
    forget: (card, budget) => this.#forget(card, budget),
  }
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
      payment_note: noteOf(payment),
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

  async verify({ bytes, headers, url }: ProviderRequest, budget: Budget): Promise<Fact[]> {
    const key = this.#kit.secret('SQUAREUP_WEBHOOK_KEY')
    await verifySignature(key, headers.get('x-square-hmacsha256-signature'), url.href, bytes)
    const event = parsed(bytes)
    const [type, id] = [text(event.type, 'the type'), text(event.event_id, 'the id')]
    const fact = await this.#read(type, id, inside(inside(event.data).object), budget)
    // The merchant's tills may use the same account: ignore payments that are not ours.
    return fact?.paymentId ? [fact] : []
  }

  async #read(type: string, eventId: string, about: Json, budget: Budget): Promise<Fact | null> {
    if (type.startsWith('payment.')) {
      const payment = inside(about.payment)
      const fact = paymentFact(payment, eventId)
      return fact && this.#withCard(fact, payment, budget)
    }
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
    // The webhook does not name our payment, so query the order, which does.
    return orderFact(await this.#order(text(order.order_id, 'the order'), budget), eventId)
  }

  async fetch(payment: Payment, budget: Budget): Promise<Fact[]> {
    if (!payment.ref) return []
    const order = await this.#order(payment.ref, budget)
    const tender = items(order.tenders).at(-1)
    if (!tender) return [orderFact(order)]
    const id = text(tender.payment_id ?? tender.id, 'the payment')
    const paid = await this.#payment(id, budget)
    const fact = paymentFact(paid)
    return fact ? [await this.#withCard({ ...fact, paymentId: fact.paymentId ?? payment.id }, paid, budget)] : []
  }

  /**
   * Stores the card of a paid payment at Square if the customer agreed, and adds the card to the fact. Safe to repeat, because
   * the idempotency keys are made from the payment's id.
   * https://developer.squareup.com/docs/cards-api/walkthrough/card-from-payment-id
   */
  async #withCard(fact: Fact, payment: Json, budget: Budget): Promise<Fact> {
    if (fact.kind !== 'paid' || !isToKeep(payment)) return fact
    try {
      const card = await this.#keep(text(fact.paymentId, 'our payment'), payment, budget)
      return card ? { ...fact, card } : fact
    } catch (error) {
      // The payment counts even if storing the card fails. The card is stored when Square reports the payment again; if it does
      // not, the card stays unsaved.
      if (!(error instanceof ProviderFailure)) throw error
      this.#kit.log({ event: 'card_not_kept', provider: 'squareup', payment: fact.paymentId, reason: error.kind })
      return fact
    }
  }

  async #keep(id: string, payment: Json, budget: Budget): Promise<ReturnType<typeof cardOf>> {
    // Square stores a card only for a customer with a name. Use the card's last digits as the family name.
    const name = {
      given_name: 'Saved card',
      family_name: textOf(inside(inside(payment.card_details).card).last_4) ?? id,
    }
    const customer = await this.#made(
      'customer',
      '/v2/customers',
      { reference_id: id, ...name },
      `customer-${id}`,
      budget,
    )
    if (!customer) return null
    const body = { source_id: payment.id, card: { customer_id: customer.id, reference_id: id } }
    const card = await this.#made('card', '/v2/cards', body, `card-${id}`, budget)
    return card && cardOf({ customer_id: customer.id, ...card })
  }

  /** Creates an object at Square (`kind`: `customer` or `card`) and returns it; null if Square refuses. */
  #made(kind: string, path: string, more: Json, idempotency_key: string, budget: Budget): Promise<Json | null> {
    const body = { idempotency_key, ...more }
    const question = { operation: `create ${kind}`, body, isRepeatable: true, accept: [400, 402, 404] }
    return this.#ask(question, path, budget, (json, status) => {
      const answer = object(json, 'the answer')
      return status >= 400 ? null : object(answer[kind], kind)
    })
  }

  /**
   * Charges a saved card. If the bank requires authentication, the charge is declined: Square can authenticate only by its
   * script in our page, which we do not use.
   */
  async #charge({ id, amount, currency }: Payment, { token, customer }: KeptCard, budget: Budget): Promise<Charged> {
    const body = {
      idempotency_key: `charge-${id}`,
      source_id: token,
      customer_id: customer,
      amount_money: { amount, currency },
      location_id: this.#kit.secret('SQUAREUP_LOCATION_ID'),
      autocomplete: true,
      reference_id: id,
      note: id,
      customer_details: { customer_initiated: true, seller_keyed_in: false },
    }
    const question = { operation: 'charge', body, isRepeatable: true, accept: [400, 402, 404] }
    const answer = await this.#ask(question, '/v2/payments', budget, (json, status) => {
      const answer = object(json, 'the answer')
      return status >= 400 ? codeOf(answer) : paymentFact(object(answer.payment, 'the payment'))
    })
    if (answer === null) throw garbage('the payment has an unknown state')
    const fact = typeof answer === 'string' ? null : answer
    if (fact?.kind !== 'paid') throw new PaymentRefused(`square: ${typeof answer === 'string' ? answer : 'not paid'}`)
    return { facts: [fact], ...(fact.ref !== undefined && { ref: fact.ref }) }
  }

  async #forget({ token }: KeptCard, budget: Budget): Promise<void> {
    const question = { operation: 'disable card', body: {}, isRepeatable: true, accept: [400, 404] }
    const path = `/v2/cards/${encodeURIComponent(token)}/disable`
    await this.#ask(question, path, budget, (json, status) => {
      if (status < 400) text(object(object(json, 'the answer').card, 'the card').id, 'its id')
    })
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

  /** Returns the refund that an earlier request created; null if that request never arrived. */
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

/** Returns Square's error code. */
const codeOf = (answer: Json): string => textOf(items(answer.errors)[0]?.code) ?? 'refused'

function refundedOf(refund: Json): Refunded {
  const ref = text(refund.id, 'the id of the refund')
  if (refund.status === 'COMPLETED') return { state: 'done', ref }
  if (refund.status === 'PENDING') return { state: 'pending', ref }
  return { state: 'failed', ref, reason: textOf(refund.status) ?? 'refused' }
}
