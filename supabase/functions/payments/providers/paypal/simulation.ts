import { createSign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Asked, Happening, Message, Simulation } from '../testing/simulation.ts'
import { NOW } from '../testing/world.ts'
import { certify, type KeyPair, makeKeys } from './certificates.ts'
import {
  type Charge,
  decimalsOf,
  type Fields,
  type Money,
  moneyOf,
  numberOf,
  type Order,
  refused,
  strangeOrder,
} from './simulation-objects.ts'

export const CERTIFICATE = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77'
const TOKEN = 'A21AAGHr9qtiRRXH4oYcQokQgV99rGqEIgbhm2FGN'
const DAY_MS = 86_400_000

/** Key pairs by the webhook id of the environment. They are shared by all tests, because generating keys is slow. */
const pairs = new Map<string, { own: KeyPair; issuer: KeyPair }>()

function pairsOf(secret: string) {
  const known = pairs.get(secret) ?? { own: makeKeys(), issuer: makeKeys() }
  pairs.set(secret, known)
  return known
}

export class PayPalServer implements Simulation {
  readonly #environment: Record<string, string>
  readonly #orders = new Map<string, Order>()
  readonly #answered = new Map<string, string>()
  readonly #refunds: { id: string; capture: string; amount: Money; custom_id: string; invoice_id: string }[] = []
  readonly #pairs: { own: KeyPair; issuer: KeyPair }
  /** What the server returns at the certificate's address. */
  certificate: string
  /** Whether the server refuses the customer's card. */
  declines = false

  constructor(environment: Record<string, string>) {
    this.#environment = environment
    this.#pairs = pairsOf(environment.PAYPAL_WEBHOOK_ID ?? '')
    this.certificate = this.certify()
  }

  /** Makes a certificate for this server's key, or for the key `own`. */
  certify(changes: { subject?: string; issuer?: string; from?: number; to?: number } = {}, own = this.#pairs.own) {
    const subject = 'messageverificationcerts.sandbox.paypal.com'
    const all = { subject, issuer: 'DigiCert EV RSA CA G2', from: NOW - DAY_MS, to: NOW + 365 * DAY_MS, ...changes }
    return certify(all, own, this.#pairs.issuer)
  }

  async answer(asked: Asked): Promise<Response> {
    const { method, url, headers, form, json } = asked
    if (url.href === CERTIFICATE) return new Response(this.certificate)
    if (url.host !== 'api-m.sandbox.paypal.com') return refused(404, 'RESOURCE_NOT_FOUND')
    if (url.pathname === '/v1/oauth2/token') return this.#token(headers, form)
    if (headers.get('authorization') !== `Bearer ${TOKEN}`) return refused(401, 'AUTHENTICATION_FAILURE')
    if (method === 'GET') return this.#get(url.pathname)
    const key = headers.get('paypal-request-id')
    if (!key) return refused(400, 'PAYPAL_REQUEST_ID_REQUIRED')
    const known = this.#answered.get(key)
    if (known !== undefined) {
      return known === '' ? new Response(null, { status: 204 }) : Response.json(JSON.parse(known))
    }
    const response = this.#post(url.pathname, json as Fields)
    if (response.ok) this.#answered.set(key, await response.clone().text())
    return response
  }

  #token(headers: Headers, form: URLSearchParams): Response {
    const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = this.#environment
    const isKnown = headers.get('authorization') === `Basic ${btoa(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`)}`
    if (!isKnown) return Response.json({ error: 'invalid_client' }, { status: 401 })
    if (form.get('grant_type') !== 'client_credentials') return refused(400, 'grant_type')
    return Response.json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 32_400 })
  }

  #get(path: string): Response {
    const [, , kind, of, id] = path.split('/')
    const found = kind === 'checkout' ? this.#orders.get(id ?? '') : of === 'captures' ? this.#captureOf(id) : undefined
    return found ? Response.json(found) : refused(404, 'RESOURCE_NOT_FOUND')
  }

  #post(path: string, body: Fields): Response {
    if (path === '/v2/checkout/orders') return this.#begin(body)
    const [, , , of, id = '', act] = path.split('/')
    if (of === 'orders') return this.#settle(id, act)
    if (of === 'captures') return this.#refund(id, body)
    const hold = this.#charges().find((charge) => charge.id === id)
    if (!hold) return refused(404, 'RESOURCE_NOT_FOUND')
    if (act === 'void') {
      if (hold.status === 'VOIDED') return refused(422, 'PREVIOUSLY_VOIDED')
      hold.status = 'VOIDED'
      return new Response(null, { status: 204 })
    }
    if (hold.status !== 'CREATED') return refused(422, 'AUTHORIZATION_ALREADY_CAPTURED')
    const amount = body.amount as Money
    if (numberOf(amount) > numberOf(hold.amount)) return refused(422, 'MAX_CAPTURE_AMOUNT_EXCEEDED')
    hold.status = 'CAPTURED'
    const order = this.#orders.get(hold.supplementary_data.related_ids.order_id)
    if (!order) return refused(404, 'RESOURCE_NOT_FOUND')
    return Response.json(this.#charge(order, 'captures', 'COMPLETED', amount), { status: 201 })
  }

  #begin(body: Fields): Response {
    const [unit] = body.purchase_units as Order['purchase_units']
    const { currency_code = '', value = '' } = unit?.amount ?? {}
    if (!['CAPTURE', 'AUTHORIZE'].includes(String(body.intent)) || !unit) return refused(400, 'INVALID_REQUEST')
    const form = decimalsOf(currency_code) === 0 ? /^\d+$/ : /^\d+\.\d\d$/
    if (!form.test(value)) return refused(422, 'DECIMALS_NOT_SUPPORTED')
    const id = `5O190127TN36471${this.#orders.size}T`
    const links = [
      { rel: 'self', href: `https://api-m.sandbox.paypal.com/v2/checkout/orders/${id}` },
      { rel: 'payer-action', href: `https://www.sandbox.paypal.com/checkoutnow?token=${id}` },
    ]
    const { custom_id, amount } = unit
    const status = 'PAYER_ACTION_REQUIRED'
    const order: Order = { id, intent: String(body.intent), status, purchase_units: [{ custom_id, amount }], links }
    this.#orders.set(id, order)
    return Response.json(order, { status: 201 })
  }

  #settle(id: string, act: string | undefined): Response {
    const order = this.#orders.get(id)
    if (!order) return refused(404, 'RESOURCE_NOT_FOUND')
    if (order.status !== 'APPROVED') {
      return refused(422, order.status === 'COMPLETED' ? 'ORDER_ALREADY_CAPTURED' : 'ORDER_NOT_APPROVED')
    }
    if (this.declines) return refused(422, 'INSTRUMENT_DECLINED')
    const [unit] = order.purchase_units
    if (!unit) return refused(422, 'INVALID')
    order.status = 'COMPLETED'
    const isHold = act === 'authorize'
    this.#charge(order, isHold ? 'authorizations' : 'captures', isHold ? 'CREATED' : 'COMPLETED', unit.amount)
    return Response.json(order, { status: 201 })
  }

  #charge(order: Order, of: 'captures' | 'authorizations', status: string, amount: Money): Charge {
    const [unit] = order.purchase_units
    if (!unit) throw new Error('an order has a unit')
    unit.payments ??= { captures: [], authorizations: [] }
    const known = unit.payments[of].find(({ id }) =>
      id === `${of === 'captures' ? '2GG279541U471931P' : '0VF52814937998046'}`
    )
    if (known && of === 'authorizations') return Object.assign(known, { status, amount })
    if (known) return Object.assign(known, { status, amount })
    const charge: Charge & { seller_receivable_breakdown: Fields } = {
      id: of === 'captures' ? '2GG279541U471931P' : '0VF52814937998046',
      status,
      amount,
      custom_id: unit.custom_id,
      supplementary_data: { related_ids: { order_id: order.id } },
      seller_receivable_breakdown: {
        gross_amount: amount,
        paypal_fee: { currency_code: amount.currency_code, value: '4' },
      },
    }
    unit.payments[of].push(charge)
    return charge
  }

  #charges = () =>
    [...this.#orders.values()].flatMap(({ purchase_units }) =>
      purchase_units.flatMap(({ payments }) => [...payments?.captures ?? [], ...payments?.authorizations ?? []])
    )

  #captureOf = (id: string | undefined) => this.#charges().find((charge) => charge.id === id)

  #refund(capture: string, body: Fields): Response {
    const charge = this.#captureOf(capture)
    if (!charge) return refused(404, 'RESOURCE_NOT_FOUND')
    const amount = body.amount as Money
    const gone = this.#refunds.reduce((sum, one) => sum + numberOf(one.amount), 0)
    if (gone + numberOf(amount) > numberOf(charge.amount) + 0.001) return refused(422, 'REFUND_AMOUNT_EXCEEDED')
    const id = `1JU08902781691${this.#refunds.length}11`
    const { custom_id, invoice_id } = body as { custom_id: string; invoice_id: string }
    this.#refunds.push({ id, capture, amount, custom_id, invoice_id })
    return Response.json({ id, status: 'COMPLETED', amount, custom_id, invoice_id }, { status: 201 })
  }

  refunds = () => this.#refunds.map(({ amount }) => ({ amount: Math.round(numberOf(amount) * 100) }))

  happen({ kind, payment, amount, currency }: Happening): void {
    const order = this.#orders.get(payment.ref ?? '') ?? strangeOrder(payment.ref ?? '', payment.id)
    this.#orders.set(order.id, order)
    const money = moneyOf(amount, currency)
    order.payer = { email_address: payment.customer.email, name: { surname: payment.customer.lastName } }
    const states: Partial<Record<Happening['kind'], ['captures' | 'authorizations', string]>> = {
      paid: ['captures', 'COMPLETED'],
      pending: ['captures', 'PENDING'],
      failed: ['captures', 'DECLINED'],
      authorized: ['authorizations', 'CREATED'],
      voided: ['authorizations', 'VOIDED'],
    }
    const state = states[kind]
    if (!state) return
    order.status = 'COMPLETED'
    this.#charge(order, ...state, money)
  }

  /** Approves the order as the customer; returns the parameters with which PayPal's page then redirects the browser to us. */
  yields({ payment }: Happening): Record<string, string> {
    const order = this.#orders.get(payment.ref ?? '')
    if (order?.status === 'PAYER_ACTION_REQUIRED') order.status = 'APPROVED'
    return { token: payment.ref ?? '', PayerID: 'QYR5Z8XDVJNXQ' }
  }

  webhook(happening: Happening): Message | null {
    const { kind, payment, amount, currency } = happening
    const order = this.#orders.get(payment.ref ?? '')
    if (!order) return null
    const charge = (of: 'captures' | 'authorizations', status: string) =>
      structuredClone(this.#charge(order, of, status, moneyOf(amount, currency)))
    const webhooks: Record<Happening['kind'], () => [string, unknown]> = {
      paid: () => ['PAYMENT.CAPTURE.COMPLETED', charge('captures', 'COMPLETED')],
      pending: () => ['PAYMENT.CAPTURE.PENDING', charge('captures', 'PENDING')],
      failed: () => ['PAYMENT.CAPTURE.DECLINED', charge('captures', 'DECLINED')],
      authorized: () => ['PAYMENT.AUTHORIZATION.CREATED', charge('authorizations', 'CREATED')],
      voided: () => ['PAYMENT.AUTHORIZATION.VOIDED', charge('authorizations', 'VOIDED')],
      refunded: () => ['PAYMENT.CAPTURE.REFUNDED', this.#refundOf(happening, 'COMPLETED')],
      refund_failed: () => ['PAYMENT.REFUND.FAILED', this.#refundOf(happening, 'FAILED')],
      chargeback: () => ['CUSTOMER.DISPUTE.CREATED', this.#disputeOf(happening, 'OPEN', null)],
      chargeback_won:
        () => ['CUSTOMER.DISPUTE.RESOLVED', this.#disputeOf(happening, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')],
      chargeback_lost:
        () => ['CUSTOMER.DISPUTE.RESOLVED', this.#disputeOf(happening, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR')],
    }
    return this.event(...webhooks[kind](), { id: `WH-${kind}-${happening.number}`, at: happening.at })
  }

  #refundOf({ refund }: Happening, status: string) {
    const { capture, ...found } = this.#refunds.find(({ id }) => id === refund?.ref) ?? { capture: '' }
    const href = `https://api-m.sandbox.paypal.com/v2/payments/captures/${capture}`
    return { ...found, status, links: [{ rel: 'up', href, method: 'GET' }] }
  }

  #disputeOf({ payment, amount, currency }: Happening, status: string, outcome: string | null) {
    return {
      dispute_id: 'PP-D-4012',
      disputed_transactions: [{
        seller_transaction_id: '2GG279541U471931P',
        custom: payment.id,
        buyer: { name: payment.customer.lastName, email: payment.customer.email },
      }],
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
      status,
      dispute_amount: moneyOf(amount, currency),
      seller_response_due_date: '2026-03-20T12:00:00.000Z',
      ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
    }
  }

  unrelated = () => this.event('BILLING.PLAN.CREATED', { id: 'P-7GL4271244454362WXNWU5NQ' })

  /** Returns a signed webhook of any type about any object. */
  event(event_type: string, resource: unknown, { id = 'WH-1', at = NOW } = {}): Message {
    const body = JSON.stringify({ id, event_version: '1.0', event_type, resource })
    const time = new Date(at).toISOString()
    const transmission = `${id.toLowerCase()}-69cd13f0`
    const message = `${transmission}|${time}|${this.#environment.PAYPAL_WEBHOOK_ID}|${crc32(body)}`
    return {
      body,
      headers: {
        'paypal-transmission-id': transmission,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': createSign('RSA-SHA256').update(message).sign(this.#pairs.own.privateKey, 'base64'),
        'paypal-cert-url': CERTIFICATE,
        'paypal-auth-algo': 'SHA256withRSA',
      },
      signed: 'all',
    }
  }
}
