// Imitates Square's server in tests, after https://developer.squareup.com/reference/square
import { createHmac } from 'node:crypto'
import type { Asked, Happening, Message, Simulation } from '../testing/simulation.ts'
import { NOW, urlsOf } from '../testing/world.ts'

type Fields = Record<string, unknown>

interface Money {
  amount: number
  currency: string
}

interface Order {
  id: string
  state: string
  reference_id: string
  total_money: Money
  tenders?: Fields[]
}

interface Paid extends Fields {
  id: string
  status: string
  total_money: Money
  refund_ids: string[]
}

const refused = (code: string, status = 400) =>
  Response.json({ errors: [{ category: 'INVALID_REQUEST_ERROR', code, detail: `No: ${code}` }] }, { status })

/** The only saved card that this server knows. */
export const KEPT = {
  token: 'ccof:uIbfJXhXETSP197M3GB',
  customer: 'VDKXEEKPJN48QDG3BGGFAK05P8',
  brand: 'visa',
  last4: '1111',
  expMonth: 11,
  expYear: 2030,
}

export class SquareServer implements Simulation {
  readonly #environment: Record<string, string>
  readonly #orders = new Map<string, Order>()
  readonly #payments = new Map<string, Paid>()
  readonly #refunds: { id: string; amount_money: Money; payment_id: string; reason: string; status: string }[] = []
  readonly #answered = new Map<string, string>()
  readonly #charged: string[] = []
  #bank: 'pays' | 'asks' | 'declines' = 'pays'
  /** Whether the server refuses to store cards. */
  keepsNone = false
  /** The status that refunds get from now on: `COMPLETED`, or `PENDING` until the bank has executed them. */
  refundStatus = 'COMPLETED'

  constructor(environment: Record<string, string>) {
    this.#environment = environment
  }

  async answer({ method, url, headers, json }: Asked): Promise<Response> {
    const isKnown = headers.get('authorization') === `Bearer ${this.#environment.SQUAREUP_ACCESS_TOKEN}`
    if (!isKnown || !headers.get('square-version')) return refused('UNAUTHORIZED', 401)
    const [, , kind, id = ''] = url.pathname.split('/')
    if (method === 'GET') {
      const [name, found] = kind === 'orders'
        ? ['order', this.#orders.get(id)]
        : kind === 'payments'
        ? ['payment', this.#payments.get(id)]
        : ['refund', this.#refunds.find((refund) => refund.id === id)]
      return found ? Response.json({ [name]: found }) : refused('NOT_FOUND', 404)
    }
    if (url.pathname.endsWith('/disable')) {
      return id === KEPT.token ? Response.json({ card: { id, enabled: false } }) : refused('NOT_FOUND', 404)
    }
    const body = json as Fields
    const key = String(body.idempotency_key ?? '')
    if (!key || key.length > 192) return refused('MISSING_REQUIRED_PARAMETER')
    const known = this.#answered.get(key)
    if (known) return Response.json(JSON.parse(known))
    const makes: Record<string, (body: Fields) => Response> = {
      refunds: (body) => this.#refund(body),
      customers: (body) => this.#customer(body),
      cards: (body) => this.#card(body),
      payments: (body) => this.#charge(body),
    }
    const response = makes[kind ?? '']?.(body) ?? this.#begin(body)
    if (response.ok) this.#answered.set(key, await response.clone().text())
    return response
  }

  #begin({ order, checkout_options }: Fields): Response {
    const { location_id, reference_id, line_items } = order as Fields
    const [item] = line_items as { quantity: string; base_price_money: Money }[]
    if (location_id !== this.#environment.SQUAREUP_LOCATION_ID || !item) return refused('INVALID_LOCATION')
    if (item.base_price_money.currency !== this.#environment.SQUAREUP_CURRENCY) return refused('INVALID_CURRENCY')
    if (typeof reference_id !== 'string' || reference_id.length > 40) return refused('VALUE_TOO_LONG')
    if (!(checkout_options as Fields).redirect_url) return refused('MISSING')
    const id = `fY1Ufg0S5wAprKEzBJqdDZzJ8Ud${this.#orders.size}`
    this.#orders.set(id, { id, state: 'DRAFT', reference_id, total_money: item.base_price_money })
    const url = 'https://sandbox.square.link/u/EXAMPLE'
    return Response.json({ payment_link: { id: 'PKVT6XGJZXYUP3NZ', version: 1, order_id: id, url, long_url: url } })
  }

  #customer({ given_name, reference_id }: Fields): Response {
    return given_name && reference_id
      ? Response.json({ customer: { id: KEPT.customer, given_name, reference_id } })
      : refused('BAD_REQUEST')
  }

  #card({ source_id, card }: Fields): Response {
    const { customer_id, reference_id } = card as Fields
    const isPaid = this.#payments.get(String(source_id))?.status === 'COMPLETED'
    if (this.keepsNone || !isPaid || customer_id !== KEPT.customer) return refused('INVALID_CARD_DATA')
    const { token: id, last4: last_4, expMonth: exp_month, expYear: exp_year } = KEPT
    return Response.json({
      card: { id, card_brand: 'VISA', last_4, exp_month, exp_year, customer_id, reference_id, enabled: true },
    })
  }

  #charge(
    { idempotency_key, source_id, customer_id, amount_money, location_id, note, autocomplete }: Fields,
  ): Response {
    if (String(idempotency_key).length > 45) return refused('VALUE_TOO_LONG')
    if (source_id !== KEPT.token || customer_id !== KEPT.customer) return refused('NOT_FOUND', 404)
    if (location_id !== this.#environment.SQUAREUP_LOCATION_ID || autocomplete !== true) return refused('BAD_REQUEST')
    if (this.#bank === 'asks') return refused('CARD_DECLINED_VERIFICATION_REQUIRED', 402)
    if (this.#bank === 'declines') return refused('GENERIC_DECLINE', 402)
    const money = amount_money as Money
    const id = `KkAkhdMsgzn59SM8A89WgKwekxLZ${this.#charged.length}`
    const order_id = `order-${id}`
    const payment = { id, status: 'COMPLETED', amount_money: money, total_money: money, order_id, note, refund_ids: [] }
    const tenders = [{ id, payment_id: id, amount_money: money }]
    this.#charged.push(id)
    this.#payments.set(id, payment)
    this.#orders.set(order_id, { id: order_id, state: 'COMPLETED', reference_id: '', total_money: money, tenders })
    return Response.json({ payment })
  }

  bank(does: 'pays' | 'asks' | 'declines'): void {
    this.#bank = does
  }

  charges = () => this.#charged.length

  #refund({ payment_id, amount_money, reason }: Fields): Response {
    const payment = this.#payments.get(String(payment_id))
    if (!payment) return refused('NOT_FOUND', 404)
    const money = amount_money as Money
    const gone = this.#refunds.reduce((sum, one) => sum + one.amount_money.amount, 0)
    if (gone + money.amount > payment.total_money.amount) return refused('REFUND_AMOUNT_INVALID')
    const id = `${payment.id}_R${this.#refunds.length}`
    const status = this.refundStatus
    const refund = { id, amount_money: money, payment_id: payment.id, reason: String(reason), status }
    this.#refunds.push(refund)
    payment.refund_ids.push(id)
    return Response.json({ refund })
  }

  /** Forgets all idempotency keys, as Square does after some time. */
  forget(): void {
    this.#answered.clear()
  }

  settle(): void {
    for (const refund of this.#refunds) refund.status = 'COMPLETED'
  }

  refunds = () => this.#refunds.map(({ amount_money: { amount } }) => ({ amount }))

  happen({ kind, payment, amount, currency }: Happening): void {
    const id = payment.ref ?? ''
    const total_money = { amount, currency }
    const order = this.#orders.get(id) ?? { id, state: 'OPEN', reference_id: payment.id, total_money }
    this.#orders.set(id, order)
    if (kind === 'failed') order.state = 'CANCELED'
    if (!['paid', 'pending', 'chargeback', 'chargeback_won', 'chargeback_lost'].includes(kind)) return
    const paid: Paid = {
      id: 'hYy9pRFVxpDsO1FB05SunFWUe9JZY',
      status: kind === 'pending' ? 'APPROVED' : 'COMPLETED',
      amount_money: total_money,
      total_money,
      order_id: id,
      note: payment.savesCard ? `${payment.id} card` : payment.id,
      buyer_email_address: payment.customer.email,
      card_details: { card: { cardholder_name: payment.customer.lastName, last_4: '1111' } },
      refund_ids: [],
    }
    if (this.#payments.has(paid.id) && kind !== 'paid' && kind !== 'pending') return
    this.#payments.set(paid.id, paid)
    order.state = 'OPEN'
    order.tenders = [{ id: paid.id, payment_id: paid.id, amount_money: total_money }]
  }

  webhook(happening: Happening): Message | null {
    const { kind, payment, number } = happening
    const paid = (status: string) => ({ payment: { ...this.#payments.get('hYy9pRFVxpDsO1FB05SunFWUe9JZY'), status } })
    const webhooks: Partial<Record<Happening['kind'], () => [string, Fields]>> = {
      paid: () => ['payment.updated', paid('COMPLETED')],
      pending: () => ['payment.created', paid('APPROVED')],
      failed: () => ['order.updated', { order_updated: { order_id: payment.ref, state: 'CANCELED', version: 2 } }],
      refunded: () => ['refund.updated', { refund: this.#refundOf(happening, 'COMPLETED') }],
      refund_failed: () => ['refund.updated', { refund: this.#refundOf(happening, 'REJECTED') }],
      chargeback: () => ['dispute.created', { dispute: disputeOf(happening, 'EVIDENCE_REQUIRED') }],
      chargeback_won: () => ['dispute.state.updated', { dispute: disputeOf(happening, 'WON') }],
      chargeback_lost: () => ['dispute.state.updated', { dispute: disputeOf(happening, 'LOST') }],
    }
    const event = webhooks[kind]?.()
    return event ? this.event(...event, `${kind}-${number}`) : null
  }

  #refundOf = ({ refund }: Happening, status: string) => ({
    ...this.#refunds.find(({ id }) => id === refund?.ref),
    status,
  })

  unrelated = () => this.event('inventory.count.updated', { inventory_counts: [] })

  /** Returns a signed webhook of any type about any object. */
  event(type: string, object: Fields, event_id = '6a8f5f28-54a1-4eb0-a98a-3111513fd4fc'): Message {
    const created_at = new Date(NOW).toISOString()
    const body = JSON.stringify({ merchant_id: 'MLEFBHHSJGVHD', type, event_id, created_at, data: { type, object } })
    const key = this.#environment.SQUAREUP_WEBHOOK_KEY ?? ''
    const signature = createHmac('sha256', key).update(urlsOf('squareup').webhook + body).digest('base64')
    return { body, headers: { 'x-square-hmacsha256-signature': signature }, signed: 'all' }
  }
}

const disputeOf = ({ amount, currency }: Happening, state: string) => ({
  id: 'bVTprrwk0gygTLZ96VX1oB',
  amount_money: { amount, currency },
  reason: 'NO_KNOWLEDGE',
  state,
  due_at: '2026-03-14T12:00:00.000Z',
  disputed_payment: { payment_id: 'hYy9pRFVxpDsO1FB05SunFWUe9JZY' },
})
