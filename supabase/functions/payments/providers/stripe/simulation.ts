import { createHmac } from 'node:crypto'
import type { Asked, Happening, Message, Simulation } from '../testing/simulation.ts'
import { NOW } from '../testing/world.ts'
import { type Fields, type Intent, KEPT, refused, type Session, strangeSession, unitsOf } from './simulation-objects.ts'

const NEEDED = [
  'mode',
  'success_url',
  'line_items[0][quantity]',
  'line_items[0][price_data][currency]',
  'line_items[0][price_data][unit_amount]',
  'line_items[0][price_data][product_data][name]',
]

export class StripeServer implements Simulation {
  readonly #environment: Record<string, string>
  readonly #sessions = new Map<string, Session>()
  readonly #forms = new Map<string, URLSearchParams>()
  readonly #intents = new Map<string, Intent>()
  readonly #refunds: Fields[] = []
  readonly #answered = new Map<string, string>()
  #bank: 'pays' | 'asks' | 'declines' = 'pays'
  readonly #kept = new Set([KEPT.token])

  constructor(environment: Record<string, string>) {
    this.#environment = environment
  }

  async answer(asked: Asked): Promise<Response> {
    const { method, url, headers, form } = asked
    if (headers.get('authorization') !== `Bearer ${this.#environment.STRIPE_SECRET_KEY}`) return refused('key', 401)
    if (method === 'GET') return this.#get(url)
    const key = headers.get('idempotency-key')
    if (!key) return refused('no idempotency key')
    const known = this.#answered.get(key)
    if (known) return Response.json(JSON.parse(known))
    const response = this.#post(url.pathname, form)
    if (response.ok) this.#answered.set(key, await response.clone().text())
    return response
  }

  #get({ pathname, searchParams }: URL): Response {
    const [, , kind, id] = pathname.split('/')
    if (kind === 'refunds') {
      const data = this.#refunds.filter(({ payment_intent }) => payment_intent === searchParams.get('payment_intent'))
      return Response.json({ object: 'list', data, has_more: false })
    }
    const isExpanded = searchParams.get('expand[]')?.startsWith('payment_intent') ?? false
    if (kind === 'payment_intents') return Response.json(this.#intents.get(id ?? '') ?? null)
    const session = this.#sessions.get(pathname.split('/')[4] ?? '')
    if (!session) return refused('resource_missing', 404)
    const intent = this.#intents.get(session.payment_intent ?? '') ?? null
    return Response.json({ ...session, payment_intent: isExpanded ? intent : session.payment_intent })
  }

  #post(pathname: string, form: URLSearchParams): Response {
    if (pathname === '/v1/checkout/sessions') return this.#begin(form)
    if (pathname === '/v1/refunds') return this.#refund(form)
    if (pathname === '/v1/payment_intents') return this.#charge(form)
    if (pathname.endsWith('/detach')) {
      const id = pathname.split('/')[3] ?? ''
      return this.#kept.delete(id)
        ? Response.json({ id, object: 'payment_method', customer: null })
        : refused('detached')
    }
    if (pathname.endsWith('/expire')) return this.#expire(pathname.split('/')[4] ?? '')
    const [, , , id, act] = pathname.split('/')
    const intent = this.#intents.get(id ?? '')
    if (!intent) return refused('resource_missing', 404)
    if (act === 'confirm') return Response.json(this.#askBank(intent, form.get('return_url')))
    if (intent.status !== 'requires_capture') return refused('payment_intent_unexpected_state')
    if (act === 'cancel') Object.assign(intent, { status: 'canceled', amount_capturable: 0 })
    else {
      const amount = Number(form.get('amount_to_capture'))
      if (amount > intent.amount_capturable) return refused('amount_too_large')
      Object.assign(intent, { status: 'succeeded', amount_received: amount, amount_capturable: 0 })
    }
    return Response.json(intent)
  }

  #begin(form: URLSearchParams): Response {
    for (const field of NEEDED) if (!form.get(field)) return refused(`parameter_missing: ${field}`)
    const amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    if (!Number.isSafeInteger(amount)) return refused('parameter_invalid_integer')
    if (amount < 50) return refused('amount_too_small')
    const life = Number(form.get('expires_at')) * 1000 - NOW
    if (life < 30 * 60_000 || life > 24 * 60 * 60_000) return refused('expires_at')
    const id = `cs_test_${this.#sessions.size + 1}`
    const session: Session = {
      id,
      object: 'checkout.session',
      url: `https://checkout.stripe.com/c/pay/${id}`,
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.get('client_reference_id'),
      amount_total: amount,
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      livemode: false,
      customer_details: null,
      payment_intent: null,
    }
    this.#sessions.set(id, session)
    this.#forms.set(id, form)
    return Response.json(session)
  }

  bank(does: 'pays' | 'asks' | 'declines'): void {
    this.#bank = does
  }

  charges = () => [...this.#intents.keys()].filter((id) => id.startsWith('pi_saved')).length

  /** Creates and confirms a PaymentIntent: https://docs.stripe.com/api/payment_intents/create with `confirm` */
  #charge(form: URLSearchParams): Response {
    const [amount, currency = ''] = [Number(form.get('amount')), form.get('currency') ?? '']
    const isAway = form.get('off_session') === 'true'
    if (form.get('confirm') !== 'true' || !isAway && !form.get('return_url')) return refused('parameter_missing')
    if (form.get('payment_method') !== KEPT.token || form.get('customer') !== KEPT.customer) {
      return refused('resource_missing')
    }
    if (this.#bank === 'declines') {
      const error = { type: 'card_error', code: 'card_declined', decline_code: 'lost_card', message: 'No' }
      return Response.json({ error }, { status: 402 })
    }
    const isHeld = form.get('capture_method') === 'manual'
    const intent: Intent = {
      id: `pi_saved_${this.#intents.size + 1}`,
      object: 'payment_intent',
      amount,
      amount_received: 0,
      amount_capturable: 0,
      currency,
      capture_method: isHeld ? 'manual' : 'automatic_async',
      status: 'requires_action',
      metadata: { payment_id: form.get('metadata[payment_id]'), saved_card: form.get('metadata[saved_card]') },
      latest_charge: null,
    }
    if (this.#bank === 'asks' && isAway) {
      intent.status = 'requires_payment_method'
      this.#intents.set(intent.id, intent)
      const error = { type: 'card_error', code: 'authentication_required', payment_intent: intent }
      return Response.json({ error }, { status: 402 })
    }
    if (this.#bank === 'asks') this.#askBank(intent, form.get('return_url'))
    else {
      Object.assign(intent, { latest_charge: { id: 'ch_1' } })
      if (isHeld) Object.assign(intent, { status: 'requires_capture', amount_capturable: amount })
      else Object.assign(intent, { status: 'succeeded', amount_received: amount })
    }
    this.#intents.set(intent.id, intent)
    return Response.json(intent)
  }

  #askBank(intent: Intent, return_url: string | null): Intent {
    const url = `https://hooks.stripe.com/3d_secure_2/hosted?payment_intent=${intent.id}`
    const next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url } }
    return Object.assign(intent, { status: 'requires_action', next_action })
  }

  #expire(id: string): Response {
    const session = this.#sessions.get(id)
    if (session?.status !== 'open') return refused('checkout_session_not_open')
    session.status = 'expired'
    return Response.json(session)
  }

  #refund(form: URLSearchParams): Response {
    const intent = this.#intents.get(form.get('payment_intent') ?? '')
    if (!intent) return refused('resource_missing', 404)
    const amount = Number(form.get('amount'))
    const gone = this.#refunds.reduce((sum, one) => sum + Number(one.amount), 0)
    if (gone + amount > intent.amount_received) return refused('charge_already_refunded')
    const refund = {
      id: `re_${this.#refunds.length + 1}`,
      object: 'refund',
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      charge: 'ch_1',
      status: 'succeeded',
      metadata: {
        payment_id: form.get('metadata[payment_id]'),
        refund_id: form.get('metadata[refund_id]'),
      },
    }
    this.#refunds.push(refund)
    return Response.json(refund)
  }

  refunds = () => this.#refunds.map(({ amount }) => ({ amount: Number(amount) }))

  #intentOf(session: Session): Intent {
    const id = session.payment_intent ?? `pi_${session.id}`
    const known = this.#intents.get(id)
    if (known) return known
    const form = this.#forms.get(session.id) ?? new URLSearchParams()
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: session.amount_total,
      amount_received: 0,
      amount_capturable: 0,
      currency: session.currency,
      capture_method: form.get('payment_intent_data[capture_method]') ?? 'automatic_async',
      status: 'requires_payment_method',
      metadata: { payment_id: form.get('payment_intent_data[metadata][payment_id]') },
      latest_charge: null,
    }
    this.#intents.set(id, intent)
    session.payment_intent = id
    return intent
  }

  happen({ kind, payment, amount, currency }: Happening): void {
    const charged = this.#intents.get(payment.ref ?? '')
    if (charged) {
      if (kind === 'paid') {
        Object.assign(charged, { status: 'succeeded', amount_received: amount, latest_charge: { id: 'ch_1' } })
      }
      return
    }
    const session = this.#sessions.get(payment.ref ?? '')
    if (!session) {
      this.#sessions.set(payment.ref ?? '', strangeSession(payment.ref ?? '', payment.id))
      return
    }
    const units = unitsOf(amount, currency)
    const intent = this.#intentOf(session)
    if (this.#forms.get(session.id)?.get('payment_intent_data[setup_future_usage]')) {
      session.customer = KEPT.customer
      const kept = { setup_future_usage: 'off_session', customer: KEPT.customer, payment_method: KEPT.token }
      Object.assign(intent, kept)
    }
    const charge = {
      id: 'ch_1',
      payment_method_details: {
        card: { brand: KEPT.brand, last4: KEPT.last4, exp_month: KEPT.expMonth, exp_year: KEPT.expYear },
      },
      billing_details: { email: payment.customer.email, name: payment.customer.lastName },
      balance_transaction: { fee: 25, currency: currency.toLowerCase() },
    }
    if (kind === 'failed') Object.assign(session, { status: 'expired', payment_intent: null })
    if (kind !== 'paid' && kind !== 'authorized' && kind !== 'voided' && kind !== 'pending') return
    Object.assign(session, {
      status: 'complete',
      payment_status: kind === 'paid' ? 'paid' : 'unpaid',
      customer_details: { email: payment.customer.email, name: payment.customer.lastName },
      amount_total: units,
      currency: currency.toLowerCase(),
    })
    Object.assign(intent, { amount: units, currency: currency.toLowerCase(), latest_charge: charge })
    if (kind === 'paid') Object.assign(intent, { status: 'succeeded', amount_received: units })
    if (kind === 'authorized') Object.assign(intent, { status: 'requires_capture', amount_capturable: units })
    if (kind === 'voided') Object.assign(intent, { status: 'canceled' })
    if (kind === 'pending') Object.assign(intent, { status: 'processing' })
  }

  webhook(happening: Happening): Message | null {
    const { kind, payment, number, at } = happening
    const session = this.#sessions.get(payment.ref ?? '')
    if (!session) return null
    const webhooks: Partial<Record<Happening['kind'], [string, unknown]>> = {
      paid: ['checkout.session.completed', session],
      pending: ['checkout.session.completed', { ...session, payment_status: 'unpaid' }],
      failed: ['checkout.session.expired', { ...session, status: 'expired' }],
      authorized: ['payment_intent.amount_capturable_updated', this.#intentOf(session)],
      voided: ['payment_intent.canceled', this.#intentOf(session)],
      refunded: ['refund.updated', this.#refundOf(happening, 'succeeded')],
      refund_failed: ['refund.failed', this.#refundOf(happening, 'failed')],
      chargeback: ['charge.dispute.created', this.#disputeOf(happening, session, 'needs_response')],
      chargeback_won: ['charge.dispute.closed', this.#disputeOf(happening, session, 'won')],
      chargeback_lost: ['charge.dispute.closed', this.#disputeOf(happening, session, 'lost')],
    }
    const [type, object] = webhooks[kind] ?? ['', null]
    return this.event(type, object, { id: `evt_${kind}_${number}`, at })
  }

  #refundOf({ refund }: Happening, status: string) {
    return { ...this.#refunds.find(({ id }) => id === refund?.ref), status }
  }

  #disputeOf({ amount, currency }: Happening, session: Session, status: string) {
    return {
      id: 'du_1',
      object: 'dispute',
      amount: unitsOf(amount, currency),
      currency: currency.toLowerCase(),
      charge: 'ch_1',
      payment_intent: this.#intentOf(session).id,
      status,
      reason: 'fraudulent',
      metadata: {},
      evidence_details: { due_by: NOW / 1000 + 7 * 86_400 },
    }
  }

  unrelated = () => this.event('customer.created', { id: 'cus_1', object: 'customer' })

  /** Returns a signed webhook of any type about any object. */
  event(type: string, object: unknown, { id = 'evt_1', at = NOW, livemode = false } = {}): Message {
    const body = JSON.stringify({ id, object: 'event', type, livemode, data: { object } })
    return { body, headers: { 'stripe-signature': this.sign(body, at) }, signed: 'all' }
  }

  sign(body: string, at: number): string {
    const time = Math.floor(at / 1000)
    const key = this.#environment.STRIPE_WEBHOOK_SECRET ?? ''
    return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
  }
}
