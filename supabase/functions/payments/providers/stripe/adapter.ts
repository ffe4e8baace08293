import type { Budget } from '../../../_shared/http-client/client.ts'
import { type Json, list, text } from '../../../_shared/http-client/json.ts'
import { BadSignature, PaymentRefused } from '../errors.ts'
import type { Kit } from '../kit.ts'
import { inside, items, ourId, parsed } from '../read.ts'
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
import { type Api, createApi, reasonOf, refusal } from './api.ts'
import {
  cardOf,
  disputeFact,
  idOf,
  intentFact,
  isIntent,
  kindOfIntent,
  ours,
  refundedOf,
  refundFact,
  sessionFact,
} from './facts.ts'
import { CURRENCIES, isTaken, limitsOf, stepOf, toStripe } from './money.ts'
import { sessionForm } from './session.ts'
import { verifySignature } from './signature.ts'

/** The objects that Stripe is asked to include in a PaymentIntent, instead of their ids; `balance_transaction` has the fee. */
const EXPANDED = 'latest_charge.balance_transaction'

/** Stripe, by sessions of Stripe Checkout; holds use manual capture: https://docs.stripe.com/api/checkout/sessions */
export const stripe: Provider = {
  name: 'stripe',
  variables: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  hosts: ['api.stripe.com'],
  make: (kit) => new Stripe(kit),
}

class Stripe implements Adapter {
  readonly currencies = CURRENCIES
  readonly limits = limitsOf
  readonly step = stepOf
  readonly isTest: boolean
  readonly origins = { form: ['https://checkout.stripe.com', 'https://hooks.stripe.com'] }
  readonly cards: Cards = {
    offSession: true,
    charge: (payment, card, urls, budget, isAway) => this.#charge(payment, card, urls, budget, isAway),
    forget: (card, budget) => this.#forget(card, budget),
  }
  readonly #kit: Kit
  readonly #api: Api

  constructor(kit: Kit) {
    this.#kit = kit
    this.#api = createApi(kit)
    this.isTest = /^[sr]k_test_/.test(kit.secret('STRIPE_SECRET_KEY'))
  }

  async create(payment: Payment, urls: Urls, budget: Budget): Promise<Started> {
    const { form, expiresAt } = sessionForm(payment, urls)
    const session = await this.#api.post(
      'checkout.session',
      '/v1/checkout/sessions',
      form,
      `create-${payment.id}`,
      budget,
    )
    if (session.error) throw refusal(session, 'payment_not_possible')
    return {
      next: { kind: 'redirect', url: text(session.url, 'the address of the session') },
      ref: text(session.id, 'the id of the session'),
      expiresAt,
    }
  }

  async verify(heard: ProviderRequest, budget: Budget): Promise<Fact[]> {
    const { bytes, headers } = heard
    const secret = this.#kit.secret('STRIPE_WEBHOOK_SECRET')
    await verifySignature(secret, headers.get('stripe-signature'), bytes, this.#kit.now())
    const event = parsed(bytes)
    // The webhook is of the other mode (test or live) than our API key. Refuse it, because test money must not pay a ride.
    if (event.livemode === this.isTest) throw new BadSignature('the event is of the other mode')
    const fact = await this.#read(text(event.type, 'the type'), text(event.id, 'the id'), inside(event.data), budget)
    return fact ? [fact] : []
  }

  async #read(type: string, eventId: string, data: Json, budget: Budget): Promise<Fact | null> {
    const about = inside(data.object)
    switch (type) {
      case 'checkout.session.completed':
        // A completed session can be unpaid: it is a hold, about which another webhook follows, or the payment method takes
        // days.
        return ours(
          await this.#sessionFact(about, about.payment_status === 'paid' ? 'paid' : 'pending', eventId, budget),
        )
      case 'checkout.session.async_payment_succeeded':
        return ours(await this.#sessionFact(about, 'paid', eventId, budget))
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired':
        return ours(sessionFact(about, 'failed', eventId))
      case 'payment_intent.amount_capturable_updated':
      case 'payment_intent.succeeded':
      case 'payment_intent.canceled':
      case 'payment_intent.processing': {
        const kind = kindOfIntent(about)
        const fact = kind && ours(intentFact(about, kind, eventId))
        if (!fact || !about.setup_future_usage || kind !== 'paid' && kind !== 'authorized') return fact
        // Query the card's brand and last digits, because the webhook has only the card's id.
        return { ...fact, ...cardOf(await this.#intent(about.id, budget)) }
      }
      // The customer may try another card in the same session, so the payment stays pending. A payment by a saved card has no
      // session, so it has failed.
      case 'payment_intent.payment_failed':
        // So it has, except if the bank wants the card's owner, who confirms the same PaymentIntent later.
        return ours(
          intentFact(
            about,
            inside(about.metadata).saved_card && !wantsOwner(about.last_payment_error) ? 'failed' : 'pending',
            eventId,
          ),
        )
      // The fee is known only now, after the payment: report the payment again with its fee.
      case 'charge.updated':
        return about.captured === true && about.balance_transaction
          ? ours(await this.#intentFact(about.payment_intent, budget, eventId))
          : null
      case 'refund.created':
      case 'refund.updated':
      case 'refund.failed':
      case 'charge.refund.updated':
        return ours(refundFact(about, await this.#paymentIdOf(about, budget)))
      case 'charge.dispute.created':
      case 'charge.dispute.funds_withdrawn':
      case 'charge.dispute.closed':
        return ours(disputeFact(about, type, eventId, await this.#paymentIdOf(about, budget)))
      default:
        return null
    }
  }

  async fetch(payment: Payment, budget: Budget): Promise<Fact[]> {
    if (!payment.ref) return []
    if (isIntent(payment.ref)) {
      const intent = await this.#intent(payment.ref, budget)
      return [
        intentFact(
          intent,
          kindOfIntent(intent) ?? (intent.status === 'requires_payment_method' ? 'failed' : 'pending'),
        ),
      ]
    }
    const query = `?expand[]=payment_intent.${EXPANDED}`
    const session = await this.#api.get(
      'checkout.session',
      `/v1/checkout/sessions/${encodeURIComponent(payment.ref)}${query}`,
      budget,
    )
    const intent = inside(session.payment_intent)
    const kind = kindOfIntent(intent)
    if (kind) return [intentFact(intent, kind)]
    // A session that has ended without payment has expired, or a slow payment method has failed.
    const isOver = session.status !== 'open'
    return [sessionFact(session, isOver ? 'failed' : 'pending', `${payment.ref}:${isOver ? 'failed' : 'pending'}`)]
  }

  async refund(payment: Payment, { id, amount }: Refund, budget: Budget): Promise<Refunded> {
    const intent = payment.chargeRef
    if (!intent) return { state: 'failed', reason: 'no charge is known' }
    // Look for the refund among the existing ones: Stripe forgets idempotency keys after a day, and a refund may be retried for
    // longer.
    const known = await this.#api.get(
      'list',
      `/v1/refunds?payment_intent=${encodeURIComponent(intent)}&limit=100`,
      budget,
    )
    const found = items(list(known.data, 'the refunds')).find((one) => inside(one.metadata).refund_id === id)
    if (found) return refundedOf(found)
    if (!isTaken(amount, payment.currency)) return { state: 'failed', reason: 'Stripe does not take such a fraction' }
    const form = new URLSearchParams({
      payment_intent: intent,
      amount: String(toStripe(amount, payment.currency)),
      'metadata[payment_id]': payment.id,
      'metadata[refund_id]': id,
    })
    const refund = await this.#api.post('refund', '/v1/refunds', form, `refund-${id}`, budget)
    return refund.error ? { state: 'failed', reason: reasonOf(refund) } : refundedOf(refund)
  }

  async capture(payment: Payment, amount: number, budget: Budget): Promise<Fact[]> {
    const form = new URLSearchParams({ amount_to_capture: String(toStripe(amount, payment.currency)) })
    form.set('expand[]', EXPANDED)
    return await this.#act(payment, 'capture', form, `capture-${payment.id}-${amount}`, budget)
  }

  async void(payment: Payment, budget: Budget): Promise<Fact[]> {
    if (payment.chargeRef || isIntent(payment.ref)) {
      return await this.#act(payment, 'cancel', new URLSearchParams(), `void-${payment.id}`, budget)
    }
    if (!payment.ref) return []
    // Nothing is held yet. End the session, so that the customer cannot start a hold later.
    const path = `/v1/checkout/sessions/${encodeURIComponent(payment.ref)}/expire`
    const session = await this.#api.post('checkout.session', path, new URLSearchParams(), `void-${payment.id}`, budget)
    // An error means that the session has ended already, or that the customer has paid meanwhile: query the payment.
    return session.error ? await this.fetch(payment, budget) : [sessionFact(session, 'failed', `${payment.ref}:failed`)]
  }

  async #act(payment: Payment, act: 'capture' | 'cancel', form: URLSearchParams, key: string, budget: Budget) {
    const charge = payment.chargeRef ?? (isIntent(payment.ref) ? payment.ref : null)
    if (!charge) throw new PaymentRefused('no hold is known', 'payment_not_possible')
    const path = `/v1/payment_intents/${encodeURIComponent(charge)}/${act}`
    const intent = await this.#api.post('payment_intent', path, form, key, budget)
    if (!intent.error) return [intentFact(intent, kindOfIntent(intent) ?? 'pending')]
    // An error means that the hold was captured or voided before, or has expired: query the PaymentIntent.
    const fact = await this.#intentFact(charge, budget)
    if (fact.kind === 'authorized') throw refusal(intent, 'payment_not_possible')
    return [fact]
  }

  /** Returns the fact about a session, with the card if the session is paid and the customer saves it. */
  async #sessionFact(session: Json, kind: Fact['kind'], eventId: string, budget: Budget): Promise<Fact> {
    const fact = sessionFact(session, kind, eventId)
    if (kind !== 'paid' || !session.customer) return fact
    return { ...fact, ...cardOf(await this.#intent(session.payment_intent, budget)) }
  }

  #intent(intent: unknown, budget: Budget): Promise<Json> {
    const path = `/v1/payment_intents/${encodeURIComponent(text(idOf(intent), 'the PaymentIntent'))}`
    return this.#api.get('payment_intent', `${path}?expand[]=${EXPANDED}`, budget)
  }

  async #intentFact(intent: unknown, budget: Budget, eventId?: string): Promise<Fact> {
    const found = await this.#intent(intent, budget)
    return intentFact(found, kindOfIntent(found) ?? 'pending', eventId)
  }

  /**
   * Charges a saved card by a PaymentIntent that is confirmed at once. If the owner is away and the bank wants them, Stripe
   * declines with `authentication_required`; the same PaymentIntent, confirmed again, then leads to the bank.
   * https://docs.stripe.com/api/payment_intents/create
   * https://docs.stripe.com/payments/save-and-reuse?payment-ui=direct-api#charge-saved-payment-method
   */
  async #charge(
    payment: Payment,
    card: KeptCard,
    urls: Urls,
    budget: Budget,
    isAway = false,
  ): Promise<Charged> {
    const { id, currency, product, isHold } = payment
    const form = new URLSearchParams({
      amount: String(toStripe(payment.amount, currency)),
      currency: currency.toLowerCase(),
      'payment_method_types[0]': 'card',
      payment_method: card.token,
      ...(card.customer !== null && { customer: card.customer }),
      confirm: 'true',
      ...(isAway ? { off_session: 'true' } : { return_url: urls.back }),
      description: product,
      ...(isHold && { capture_method: 'manual' }),
      'metadata[payment_id]': id,
      'metadata[saved_card]': '1',
      'expand[]': EXPANDED,
    })
    let intent = await this.#api.post('payment_intent', '/v1/payment_intents', form, `charge-${id}`, budget)
    if (isAway && wantsOwner(intent.error)) {
      const asked = text(idOf(inside(intent.error).payment_intent), 'the declined PaymentIntent')
      const again = new URLSearchParams({ payment_method: card.token, return_url: urls.back, 'expand[]': EXPANDED })
      const path = `/v1/payment_intents/${encodeURIComponent(asked)}/confirm`
      intent = await this.#api.post('payment_intent', path, again, `confirm-${id}`, budget)
    }
    if (intent.error) throw refusal(intent, 'payment_declined')
    const kind = kindOfIntent(intent)
    const ref = text(intent.id, 'the id of the PaymentIntent')
    if (kind) return { facts: [intentFact(intent, kind)], ref }
    if (intent.status !== 'requires_action') return { facts: [intentFact(intent, 'failed')], ref }
    const redirect = inside(inside(intent.next_action).redirect_to_url)
    return { facts: [], ref, next: { kind: 'redirect', url: text(redirect.url, 'where the bank asks') } }
  }

  async #forget({ token }: KeptCard, budget: Budget): Promise<void> {
    const path = `/v1/payment_methods/${encodeURIComponent(token)}/detach`
    const answer = await this.#api.post('payment_method', path, new URLSearchParams(), `forget-${token}`, budget)
    // The error `invalid_request_error` means that Stripe does not store this card: it was detached before, or never attached.
    if (answer.error && inside(answer.error).type !== 'invalid_request_error') {
      throw refusal(answer, 'payment_not_possible')
    }
  }

  /**
   * Returns our payment's id for a refund or dispute. Our refunds carry the id. Other refunds and disputes only name the
   * PaymentIntent, which is queried for the id.
   */
  async #paymentIdOf(about: Json, budget: Budget): Promise<string | null> {
    const known = ourId(inside(about.metadata).payment_id)
    const intent = idOf(about.payment_intent)
    if (known || !intent) return known
    const found = await this.#api.get('payment_intent', `/v1/payment_intents/${encodeURIComponent(intent)}`, budget)
    return ourId(inside(found.metadata).payment_id)
  }
}

/** Whether an error means that the bank wants the card's owner to confirm the payment. */
const wantsOwner = (error: unknown): boolean => inside(error).code === 'authentication_required'
