import type { Budget, Question } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, list, object, text } from '../../../_shared/http-client/json.ts'
import { PaymentRefused } from '../errors.ts'
import { knownEmailOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { decimalsOf } from '../money.ts'
import { inside, items, ourId, parsed, textOf } from '../read.ts'
import type { Adapter, Fact, Payment, Provider, ProviderRequest, Refund, Refunded, Started, Urls } from '../types.ts'
import { disputeFact, linkFact, type Owner, ownerOf, paymentFact, refundFact } from './facts.ts'
import { verifySignature } from './signature.ts'

const API = 'https://api.razorpay.com'
/** Lifetime of a payment link (ms); Razorpay requires at least 15 minutes. */
const LIFE_MS = 2 * 60 * 60_000

// deno-fmt-ignore
const CURRENCIES = ('INR AED ALL AMD ARS AUD AWG BBD BDT BHD BMD BND BOB BSD BWP BZD CAD CHF CNY COP CRC CZK DKK DOP DZD EGP ETB EUR FJD GBP GHS ' +
  'GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS JMD JPY KES KGS KHR KWD KYD KZT LAK LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR ' +
  'NAD NGN NIO NOK NPR NZD OMR PEN PGK PHP QAR RUB SAR SCR SEK SGD SOS SZL THB TTD TZS USD UYU UZS YER ZAR').split(' ')

/** Razorpay, by its payment links: https://razorpay.com/docs/api/payments/payment-links/ */
export const razorpay: Provider = {
  name: 'razorpay',
  variables: ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
  hosts: ['api.razorpay.com'],
  make: (kit) => new Razorpay(kit),
}

/** The smallest part that Razorpay takes: in currencies with three decimals the last decimal has to be 0. */
const stepOf = (currency: string): number => decimalsOf(currency) === 3 ? 10 : 1

const isTaken = (amount: number, currency: string): boolean => amount % stepOf(currency) === 0

class Razorpay implements Adapter {
  readonly currencies = CURRENCIES
  readonly isTest: boolean
  readonly origins = { form: ['https://rzp.io', 'https://api.razorpay.com', 'https://pages.razorpay.com'] }
  readonly #kit: Kit

  constructor(kit: Kit) {
    this.#kit = kit
    this.isTest = kit.secret('RAZORPAY_KEY_ID').startsWith('rzp_test_')
  }

  step = stepOf

  limits(currency: string) {
    return currency === 'INR' ? { min: 100 } : {}
  }

  async create(payment: Payment, urls: Urls, budget: Budget): Promise<Started> {
    const { id, amount, currency, product, customer } = payment
    if (!isTaken(amount, currency)) {
      throw new PaymentRefused(`Razorpay does not take ${amount} minor units of ${currency}`, 'payment_not_possible')
    }
    const body = {
      amount,
      currency,
      accept_partial: false,
      // Razorpay accepts a reference only once, so it refuses a second link for the same payment.
      reference_id: id,
      description: product,
      customer: {
        name: `${customer.firstName} ${customer.lastName}`.trim() || undefined,
        email: knownEmailOf(payment),
        contact: /^\+\d{8,14}$/.test(customer.mobile) ? customer.mobile : undefined,
      },
      notify: { sms: false, email: false },
      reminder_enable: false,
      notes: { payment_id: id },
      callback_url: urls.back,
      callback_method: 'get',
      expire_by: Math.floor((Date.parse(payment.createdAt) + LIFE_MS) / 1000),
    }
    const link = await this.#ask({ operation: 'create', body, accept: [400] }, '/v1/payment_links', budget, answerOf)
    if (!link.error) return startedOf(link)
    const before = await this.#links({ reference_id: id }, budget)
    const same = before.find((one) => one.amount === amount && one.currency === currency)
    if (same) return startedOf(same)
    throw new PaymentRefused(`razorpay: ${reasonOf(link)}`, 'payment_not_possible')
  }

  async verify({ bytes, headers }: ProviderRequest, budget: Budget): Promise<Fact[]> {
    const secret = this.#kit.secret('RAZORPAY_WEBHOOK_SECRET')
    await verifySignature(secret, headers.get('x-razorpay-signature'), bytes)
    const event = parsed(bytes)
    const fact = await this.#read(text(event.event, 'the event'), inside(event.payload), budget)
    // Other systems may use the same account: ignore payments that are not ours.
    return fact?.paymentId ? [fact] : []
  }

  async #read(type: string, payload: Json, budget: Budget): Promise<Fact | null> {
    const entity = (name: string) => inside(inside(payload[name]).entity)
    const [link, payment] = [entity('payment_link'), entity('payment')]
    if (type === 'payment_link.paid') return paymentFact(payment, ownerOf(link))
    if (type === 'payment_link.expired' || type === 'payment_link.cancelled') return linkFact(link, 'failed')
    if (type.startsWith('refund.')) {
      return refundFact(entity('refund'), await this.#ownerOf(entity('refund'), payment, budget))
    }
    if (type.startsWith('payment.dispute.')) {
      return disputeFact(entity('dispute'), type, await this.#ownerOf(entity('dispute'), payment, budget))
    }
    // The notes of Razorpay's payment have our payment's id. If it is missing, the webhook is ignored, because the webhook
    // about the payment link has the id, too.
    if (type.startsWith('payment.')) return paymentFact(payment, { paymentId: ourId(inside(payment.notes).payment_id) })
    return null
  }

  /**
   * Returns to which of our payments a refund or dispute belongs. The notes of our refunds have our payment's id. The notes of
   * Razorpay's payments usually have it, too. If the id is in neither, the payment link is queried, which has the id.
   */
  async #ownerOf(entity: Json, payment: Json, budget: Budget): Promise<Owner> {
    const paymentId = ourId(inside(entity.notes).payment_id) ?? ourId(inside(payment.notes).payment_id)
    const charge = textOf(entity.payment_id)
    if (paymentId || !charge) return { paymentId }
    const [link] = await this.#links({ payment_id: charge }, budget)
    return link ? ownerOf(link) : { paymentId: null }
  }

  async fetch(payment: Payment, budget: Budget): Promise<Fact[]> {
    if (!payment.ref) return []
    const link = await this.#ask(
      { operation: 'link' },
      `/v1/payment_links/${encodeURIComponent(payment.ref)}`,
      budget,
      linkOf,
    )
    const attempts = items(link.payments)
    const taken = attempts.find(({ status }) => status === 'captured') ?? attempts.at(-1)
    if (link.status === 'expired' || link.status === 'cancelled') return [linkFact(link, 'failed')]
    if (!taken) return [linkFact(link, 'pending')]
    const id = text(taken.payment_id, 'the payment')
    const path = `/v1/payments/${encodeURIComponent(id)}`
    const found = await this.#ask({ operation: 'payment' }, path, budget, (json) => entityOf(json, 'payment'))
    const fact = paymentFact(found, ownerOf(link))
    return fact ? [fact] : []
  }

  async refund(payment: Payment, { id, amount }: Refund, budget: Budget): Promise<Refunded> {
    const { chargeRef, currency } = payment
    if (!chargeRef) return { state: 'failed', reason: 'no charge is known' }
    if (!isTaken(amount, currency)) return { state: 'failed', reason: `Razorpay takes tenths of a unit of ${currency}` }
    const path = `/v1/payments/${encodeURIComponent(chargeRef)}`
    // Look for the refund among the existing ones: Razorpay documents the idempotency key only for India and Malaysia.
    const known = await this.#ask({ operation: 'refunds' }, `${path}/refunds?count=100`, budget, (json) => {
      return items(list(object(json, 'the refunds').items, 'the refunds'))
    })
    const found = known.find((one) => inside(one.notes).refund_id === id)
    if (found) return refundedOf(found)
    const question = {
      operation: 'refund',
      body: { amount, speed: 'normal', receipt: id, notes: { payment_id: payment.id, refund_id: id } },
      headers: { 'x-refund-idempotency': id },
      isRepeatable: true,
      accept: [400],
    }
    const refund = await this.#ask(question, `${path}/refund`, budget, answerOf)
    return refund.error ? { state: 'failed', reason: reasonOf(refund) } : refundedOf(refund)
  }

  #links(query: Record<string, string>, budget: Budget): Promise<Json[]> {
    const path = `/v1/payment_links?${new URLSearchParams(query)}`
    return this.#ask({ operation: 'links' }, path, budget, (json) => {
      return items(list(object(json, 'the links').payment_links, 'the links'))
    })
  }

  #ask<Result>(
    question: Omit<Question, 'url'>,
    path: string,
    budget: Budget,
    read: (json: unknown, status: number) => Result,
  ): Promise<Result> {
    const { secret, client } = this.#kit
    const login = btoa(`${secret('RAZORPAY_KEY_ID')}:${secret('RAZORPAY_KEY_SECRET')}`)
    const headers = { ...question.headers, authorization: `Basic ${login}` }
    return client.ask({ ...question, url: new URL(path, API), headers }, budget, read)
  }
}

function startedOf(link: Json): Started {
  const ends = link.expire_by
  return {
    next: { kind: 'redirect', url: text(link.short_url, 'the address of the link') },
    ref: text(link.id, 'the id of the link'),
    ...(typeof ends === 'number' && ends > 0 && { expiresAt: new Date(ends * 1000).toISOString() }),
  }
}

function linkOf(json: unknown): Json {
  const link = object(json, 'the link')
  text(link.id, 'its id')
  text(link.status, 'its state')
  return link
}

function entityOf(json: unknown, kind: string): Json {
  const entity = object(json, kind)
  if (entity.entity !== kind) throw garbage(`the answer is no ${kind}`)
  return entity
}

/** Reads the object that Razorpay created. After a refusal the result has a field `error` instead. */
function answerOf(json: unknown, status: number): Json {
  const answer = object(json, 'the answer')
  if (status >= 400) object(answer.error, 'the error')
  else text(answer.id, 'its id')
  return answer
}

/** Returns the reason of Razorpay's error, or else its code. Its description is not used: it may repeat what we sent. */
function reasonOf(answer: Json): string {
  const { reason, code } = inside(answer.error)
  return textOf(reason) ?? textOf(code) ?? 'refused'
}

function refundedOf(refund: Json): Refunded {
  const ref = text(refund.id, 'the id of the refund')
  if (refund.status === 'processed') return { state: 'done', ref }
  return refund.status === 'failed' ? { state: 'failed', ref, reason: 'the bank refused' } : { state: 'pending', ref }
}
