import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, object, text } from '../../../_shared/http-client/json.ts'
import { PaymentRefused } from '../errors.ts'
import type { Kit } from '../kit.ts'
import { inside, items, ourId, parsed, textOf } from '../read.ts'
import type { Adapter, Fact, Payment, Provider, ProviderRequest, Refund, Refunded, Started, Urls } from '../types.ts'
import { issueOf, PayPalApi } from './api.ts'
import {
  authorizationFact,
  captureFact,
  captureOf,
  disputeFact,
  factsOf,
  isTaken,
  moneyOf,
  orderFact,
  refundFact,
  stepOf,
} from './facts.ts'
import { Keys } from './keys.ts'
import { readHeaders, sourceOf, verifySignature } from './signature.ts'

const CURRENCIES = 'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'
  .split(' ')
/** Statuses of error responses whose body states the reason. */
const REFUSALS = [400, 404, 422]
const MADE = [200, 201]
/** Age of a payment (ms) after which PayPal no longer has its order, unless the customer approved the order. */
const GONE_MS = 6 * 60 * 60_000

/**
 * PayPal, by its API "Orders v2": create an order, let the customer approve it on PayPal's page, then capture it, or authorise
 * it for a hold (intent AUTHORIZE).
 * https://developer.paypal.com/docs/api/orders/v2/
 */
export const paypal: Provider = {
  name: 'paypal',
  variables: ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  options: ['PAYPAL_SANDBOX'],
  hosts: [
    'api-m.paypal.com',
    'api-m.sandbox.paypal.com',
    ...sourceOf(false).hosts.slice(0, 1),
    ...sourceOf(true).hosts.slice(0, 1),
  ],
  make: (kit) => new PayPal(kit),
}

class PayPal implements Adapter {
  readonly currencies = CURRENCIES
  readonly step = stepOf
  readonly isTest: boolean
  readonly origins: { form: string[] }
  readonly #kit: Kit
  readonly #api: PayPalApi
  readonly #keys: Keys

  constructor(kit: Kit) {
    this.#kit = kit
    this.isTest = kit.option('PAYPAL_SANDBOX') === 'true'
    this.#api = new PayPalApi(kit, this.isTest ? 'https://api-m.sandbox.paypal.com' : 'https://api-m.paypal.com')
    this.#keys = new Keys(this.#api, sourceOf(this.isTest), kit.now)
    this.origins = { form: [this.isTest ? 'https://www.sandbox.paypal.com' : 'https://www.paypal.com'] }
  }

  async create(payment: Payment, urls: Urls, budget: Budget): Promise<Started> {
    const { id, currency, product, isHold } = payment
    const body = {
      intent: isHold ? 'AUTHORIZE' : 'CAPTURE',
      purchase_units: [{
        reference_id: id,
        custom_id: id,
        // An invoice id can be used once in an account, so PayPal itself refuses to charge a payment twice.
        invoice_id: id,
        description: product,
        amount: moneyOf(payment.amount, currency),
      }],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: urls.back,
            cancel_url: urls.cancel,
            user_action: 'PAY_NOW',
            shipping_preference: 'NO_SHIPPING',
          },
        },
      },
    }
    const part = { operation: 'create', path: '/v2/checkout/orders', body, ok: MADE, accept: REFUSALS }
    const begun = await this.#api.ask({ ...part, requestId: `create-${id}` }, budget, (json, status) => {
      const order = object(json, 'the order')
      if (status >= 400) return issueOf(order)
      const link = items(order.links).find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      return {
        next: { kind: 'redirect' as const, url: text(link?.href, 'the address of the order') },
        ref: text(order.id, 'the id of the order'),
      }
    })
    if (typeof begun === 'string') throw new PaymentRefused(`paypal: ${begun}`, 'payment_not_possible')
    return begun
  }

  /**
   * Completes a payment whose customer returned from PayPal. The return's parameters are ignored; only PayPal's answer counts.
   */
  complete(payment: Payment, _params: Record<string, string>, budget: Budget): Promise<Fact[]> {
    return this.fetch(payment, budget)
  }

  /** Queries the payment's order, and captures or authorises the order if the customer has approved it. */
  async fetch(payment: Payment, budget: Budget): Promise<Fact[]> {
    if (!payment.ref) return []
    const order = await this.#order(payment.ref, budget)
    if (order) return await this.#settle(order, budget)
    const isGone = this.#kit.now() - Date.parse(payment.createdAt) > GONE_MS
    return isGone ? [orderFact(payment.ref, payment.id, 'failed')] : []
  }

  async verify({ bytes, headers }: ProviderRequest, budget: Budget): Promise<Fact[]> {
    const source = sourceOf(this.isTest)
    const signed = readHeaders(headers, source)
    const key = await this.#keys.at(signed.certificate, budget)
    await verifySignature(key, this.#kit.secret('PAYPAL_WEBHOOK_ID'), signed, bytes)
    const event = parsed(bytes)
    const [type, id] = [text(event.event_type, 'the type'), text(event.id, 'the id')]
    const facts = await this.#read(type, id, inside(event.resource), budget)
    // Other systems may use the same account: ignore payments that are not ours.
    return facts.flatMap((fact) => fact?.paymentId ? [fact] : [])
  }

  async #read(type: string, eventId: string, resource: Json, budget: Budget): Promise<(Fact | null)[]> {
    if (type === 'CHECKOUT.ORDER.APPROVED') return await this.#approved(resource, budget)
    if (type === 'CHECKOUT.PAYMENT-APPROVAL.REVERSED') {
      const order = textOf(resource.order_id) ?? textOf(resource.id) ?? ''
      return [orderFact(order, ourId(items(resource.purchase_units)[0]?.custom_id), 'failed', eventId)]
    }
    if (type === 'PAYMENT.CAPTURE.REFUNDED' || type.startsWith('PAYMENT.REFUND.')) {
      return [refundFact(resource, await this.#paymentIdOf(resource.custom_id, captureOf(resource), budget), eventId)]
    }
    if (type.startsWith('PAYMENT.CAPTURE.')) return [captureFact(resource, eventId)]
    if (type.startsWith('PAYMENT.AUTHORIZATION.')) return [authorizationFact(resource, eventId)]
    if (type === 'CUSTOMER.DISPUTE.CREATED' || type === 'CUSTOMER.DISPUTE.RESOLVED') {
      const [disputed = {}] = items(resource.disputed_transactions)
      const capture = textOf(disputed.seller_transaction_id)
      return [disputeFact(resource, type, eventId, await this.#paymentIdOf(disputed.custom, capture, budget))]
    }
    return []
  }

  /**
   * Handles the webhook about an approval. It completes the payment even if the customer closed the page after approving.
   */
  async #approved(resource: Json, budget: Budget): Promise<Fact[]> {
    if (!ourId(items(resource.purchase_units)[0]?.custom_id)) return []
    const order = await this.#order(text(resource.id, 'the order'), budget)
    return order ? await this.#settle(order, budget) : []
  }

  /** Returns the facts about an order. An approved order is captured or authorised first. */
  async #settle(order: Json, budget: Budget): Promise<Fact[]> {
    const id = text(order.id, 'the id of the order')
    const facts = factsOf(order)
    if (facts.length > 0) return facts
    const paymentId = ourId(items(order.purchase_units)[0]?.custom_id)
    if (order.status === 'VOIDED') return [orderFact(id, paymentId, 'failed')]
    if (order.status !== 'APPROVED') return [orderFact(id, paymentId, 'pending')]
    const act = order.intent === 'AUTHORIZE' ? 'authorize' : 'capture'
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}/${act}`
    const part = { operation: act, path, body: {}, ok: MADE, accept: REFUSALS, requestId: `${act}-${id}` }
    const [done, status] = await this.#api.ask(
      part,
      budget,
      (json, status) => [object(json, 'the order'), status] as const,
    )
    if (status < 400) {
      const taken = factsOf(done)
      if (taken.length === 0) throw garbage('the order names no charge')
      return taken
    }
    const issue = issueOf(done)
    // A concurrent request has captured or authorised the order: query the result.
    if (/^ORDER_ALREADY_(CAPTURED|AUTHORIZED)$/.test(issue)) return factsOf(await this.#order(id, budget) ?? {})
    return [{ ...orderFact(id, paymentId, 'failed', `${id}:${issue}`), raw: { id, issue } }]
  }

  async refund(payment: Payment, { id, amount }: Refund, budget: Budget): Promise<Refunded> {
    const { currency } = payment
    const capture = await this.#captured(payment, budget)
    if (!capture) return { state: 'failed', reason: 'no charge is known' }
    if (!isTaken(amount, currency)) return { state: 'failed', reason: `PayPal takes whole ${currency} only` }
    const path = `/v2/payments/captures/${encodeURIComponent(capture)}/refund`
    const body = { amount: moneyOf(amount, currency), custom_id: payment.id, invoice_id: id }
    const part = { operation: 'refund', path, body, ok: MADE, accept: REFUSALS, requestId: `refund-${id}` }
    return await this.#api.ask(part, budget, (json, status) => {
      const refund = object(json, 'the refund')
      return status >= 400 ? { state: 'failed' as const, reason: issueOf(refund) } : refundedOf(refund)
    })
  }

  /**
   * Returns the id of the capture that took the money. For a hold the stored `chargeRef` may be the id of the authorization. So
   * the order is queried, because it also names the capture.
   */
  async #captured({ isHold, ref, chargeRef }: Payment, budget: Budget): Promise<string | null> {
    if (!isHold || !ref) return chargeRef
    const facts = factsOf(await this.#order(ref, budget) ?? {})
    return facts.find(({ kind }) => kind === 'paid')?.chargeRef ?? chargeRef
  }

  async capture(payment: Payment, amount: number, budget: Budget): Promise<Fact[]> {
    const body = { amount: moneyOf(amount, payment.currency), final_capture: true }
    const part = {
      operation: 'capture hold',
      path: `${this.#holdOf(payment)}/capture`,
      body,
      ok: MADE,
      accept: REFUSALS,
    }
    const requestId = `capture-${payment.id}-${amount}`
    const [capture, status] = await this.#api.ask({ ...part, requestId }, budget, (json, status) => {
      return [object(json, 'the capture'), status] as const
    })
    if (status >= 400) return await this.#holdFacts(payment, issueOf(capture), budget)
    const fact = captureFact(capture)
    if (!fact) throw garbage('the capture has no state')
    return [{ ...fact, paymentId: payment.id }]
  }

  async void(payment: Payment, budget: Budget): Promise<Fact[]> {
    if (!payment.chargeRef) return await this.fetch(payment, budget)
    const part = { operation: 'void', path: `${this.#holdOf(payment)}/void`, ok: [204], accept: REFUSALS, body: {} }
    const refusal = await this.#api.ask({ ...part, requestId: `void-${payment.id}` }, budget, (json, status) => {
      return status >= 400 ? object(json, 'the refusal') : null
    })
    if (refusal) return await this.#holdFacts(payment, issueOf(refusal), budget)
    const { id, chargeRef, currency } = payment
    const raw = { id: chargeRef, status: 'VOIDED' }
    return [{ eventId: `${chargeRef}:voided`, kind: 'voided', paymentId: id, chargeRef, amount: null, currency, raw }]
  }

  #holdOf({ chargeRef }: Payment): string {
    if (!chargeRef) throw new PaymentRefused('paypal: no hold is known', 'payment_not_possible')
    return `/v2/payments/authorizations/${encodeURIComponent(chargeRef)}`
  }

  /**
   * Returns the facts about a hold after PayPal refused to capture or void it: it was captured, voided or has expired before.
   *
   * @throws {PaymentRefused} if the hold is still open, or if PayPal does not know its order
   */
  async #holdFacts({ ref }: Payment, issue: string, budget: Budget): Promise<Fact[]> {
    const facts = factsOf(ref ? await this.#order(ref, budget) ?? {} : {})
    if (facts.length > 0 && facts.every(({ kind }) => kind !== 'authorized')) return facts
    throw new PaymentRefused(`paypal: ${issue}`, 'payment_not_possible')
  }

  /** Queries an order; null if PayPal does not have it, or no longer has it. */
  #order(id: string, budget: Budget): Promise<Json | null> {
    const part = { operation: 'order', path: `/v2/checkout/orders/${encodeURIComponent(id)}`, accept: [404] }
    return this.#api.ask(part, budget, (json, status) => {
      if (status === 404) return null
      const order = object(json, 'the order')
      text(order.status, 'its state')
      text(order.id, 'its id')
      return order
    })
  }

  async #paymentIdOf(custom: unknown, capture: string | undefined, budget: Budget): Promise<string | null> {
    const known = ourId(custom)
    if (known || !capture) return known
    const part = {
      operation: 'get capture',
      path: `/v2/payments/captures/${encodeURIComponent(capture)}`,
      accept: [404],
    }
    return await this.#api.ask(part, budget, (json, status) => {
      if (status === 404) return null
      const found = object(json, 'the capture')
      text(found.id, 'its id')
      return ourId(found.custom_id)
    })
  }
}

function refundedOf(refund: Json): Refunded {
  const ref = text(refund.id, 'the id of the refund')
  if (refund.status === 'COMPLETED') return { state: 'done', ref }
  if (refund.status === 'PENDING') return { state: 'pending', ref }
  return { state: 'failed', ref, reason: textOf(inside(refund.status_details).reason) ?? 'refused' }
}
