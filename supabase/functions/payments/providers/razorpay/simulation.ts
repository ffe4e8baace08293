// Imitates Razorpay's server in tests, after https://razorpay.com/docs/api/
import { createHmac } from 'node:crypto'
import type { Asked, Happening, Message, Simulation } from '../testing/simulation.ts'
import { NOW } from '../testing/world.ts'

type Fields = Record<string, unknown>

interface Link extends Fields {
  id: string
  amount: number
  currency: string
  status: string
  reference_id: string
  payments: Fields[]
}

interface Paid extends Fields {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: string
}

const refused = (reason: string, status = 400) =>
  Response.json({ error: { code: 'BAD_REQUEST_ERROR', description: `No: ${reason}`, reason } }, { status })

const entity = (value: unknown) => ({ entity: structuredClone(value) })

export class RazorpayServer implements Simulation {
  readonly #environment: Record<string, string>
  readonly #links: Link[] = []
  readonly #payments: Paid[] = []
  readonly #refunds: (Fields & { id: string; amount: number; payment_id: string })[] = []

  constructor(environment: Record<string, string>) {
    this.#environment = environment
  }

  answer({ method, url, headers, json }: Asked): Response {
    const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET } = this.#environment
    const login = `Basic ${btoa(`${RAZORPAY_KEY_ID}:${RAZORPAY_KEY_SECRET}`)}`
    if (headers.get('authorization') !== login) return refused('key', 401)
    const [, , kind, id, act] = url.pathname.split('/')
    if (kind === 'payment_links') {
      if (method === 'POST') return this.#begin(json as Fields)
      return id ? this.#found(this.#links.find((link) => link.id === id)) : this.#search(url.searchParams)
    }
    const payment = this.#payments.find((one) => one.id === id)
    if (!payment || act === undefined) return this.#found(payment)
    if (act === 'refund') return this.#refund(payment, json as Fields, headers.get('x-refund-idempotency'))
    const items = this.#refunds.filter(({ payment_id }) => payment_id === id)
    return Response.json({ entity: 'collection', count: items.length, items })
  }

  #found = (one: unknown) => one ? Response.json(one) : refused('not_found')

  #search(query: URLSearchParams): Response {
    const [reference, payment] = [query.get('reference_id'), query.get('payment_id')]
    const payment_links = this.#links.filter((link) =>
      reference ? link.reference_id === reference : link.payments.some(({ payment_id }) => payment_id === payment)
    )
    return Response.json({ payment_links })
  }

  #begin(body: Fields): Response {
    const { amount, currency, reference_id, expire_by, callback_url } = body
    if (!Number.isSafeInteger(amount) || Number(amount) < 100) return refused('amount')
    if (['KWD', 'BHD', 'OMR'].includes(String(currency)) && Number(amount) % 10 !== 0) return refused('amount')
    if (typeof reference_id !== 'string' || reference_id.length > 40) return refused('reference_id')
    if (this.#links.some((link) => link.reference_id === reference_id)) return refused('reference_id_taken')
    if (Number(expire_by) * 1000 < NOW + 15 * 60_000 || !callback_url) return refused('expire_by')
    const id = `plink_ExjpAUN3gVHrP${this.#links.length}`
    const link = {
      ...body,
      id,
      amount: Number(amount),
      currency: String(currency),
      reference_id,
      short_url: `https://rzp.io/i/nxrHnLJ`,
      status: 'created',
      payments: [],
    }
    this.#links.push(link)
    return Response.json(link)
  }

  #refund(payment: Paid, body: Fields, key: string | null): Response {
    if (!key || !/^[\w-]{10,}$/.test(key)) return refused('idempotency_key')
    const known = this.#refunds.find((refund) => refund.key === key)
    if (known) return Response.json(known)
    const amount = Number(body.amount)
    const gone = this.#refunds.reduce((sum, one) => sum + one.amount, 0)
    if (payment.status !== 'captured' || gone + amount > payment.amount) return refused('refund_amount')
    const id = `rfnd_FgRAHdNOM4ZVb${this.#refunds.length}`
    const { currency } = payment
    const refund = { ...body, id, entity: 'refund', amount, currency, payment_id: payment.id, status: 'processed', key }
    this.#refunds.push(refund)
    return Response.json(refund)
  }

  refunds = () => this.#refunds.map(({ amount }) => ({ amount }))

  happen({ kind, payment, amount, currency }: Happening): void {
    const link = this.#linkOf(payment.ref, payment.id)
    if (kind === 'failed') link.status = 'expired'
    if (kind !== 'paid' && kind !== 'pending') return
    const status = kind === 'paid' ? 'captured' : 'authorized'
    if (kind === 'paid') link.status = 'paid'
    const paid: Paid = {
      id: 'pay_FgR9UMzgmKDJRi',
      entity: 'payment',
      amount,
      currency,
      status,
      method: 'card',
      fee: 25,
      email: payment.customer.email,
      contact: payment.customer.mobile,
      card: { name: payment.customer.lastName, last4: '1111' },
      notes: { payment_id: payment.id },
    }
    this.#payments.splice(0, this.#payments.length, paid)
    link.payments = [{ payment_id: paid.id, amount, status, plink_id: link.id }]
  }

  /** Returns the link with the id `ref`. A link that was not created on this server is added as a paid one. */
  #linkOf(ref: string | null, reference_id: string): Link {
    const known = this.#links.find(({ id }) => id === ref)
    if (known) return known
    const link = { id: ref ?? '', amount: 123_450, currency: 'INR', status: 'paid', reference_id, payments: [] }
    this.#links.push(link)
    return link
  }

  webhook(happening: Happening): Message | null {
    const { kind, payment } = happening
    const link = entity(this.#linkOf(payment.ref, payment.id))
    const paid = entity(this.#payments[0] ?? { id: 'pay_FgR9UMzgmKDJRi', notes: { payment_id: payment.id } })
    const webhooks: Partial<Record<Happening['kind'], () => [string, Fields]>> = {
      paid: () => ['payment_link.paid', { payment_link: link, payment: paid }],
      pending: () => ['payment.authorized', { payment: paid }],
      failed: () => ['payment_link.expired', { payment_link: link }],
      refunded: () => ['refund.processed', { refund: this.#refundOf(happening, 'processed'), payment: paid }],
      refund_failed: () => ['refund.failed', { refund: this.#refundOf(happening, 'failed'), payment: paid }],
      chargeback: () => ['payment.dispute.created', { dispute: disputeOf(happening, 'open'), payment: paid }],
      chargeback_won: () => ['payment.dispute.won', { dispute: disputeOf(happening, 'won'), payment: paid }],
      chargeback_lost: () => ['payment.dispute.lost', { dispute: disputeOf(happening, 'lost'), payment: paid }],
    }
    const event = webhooks[kind]?.()
    return event ? this.event(...event, happening.at) : null
  }

  #refundOf = ({ refund }: Happening, status: string) =>
    entity({ ...this.#refunds.find(({ id }) => id === refund?.ref), status })

  unrelated = () => this.event('settlement.processed', { settlement: entity({ id: 'setl_1', amount: 1 }) })

  /** Returns a signed webhook of any type with any payload. */
  event(event: string, payload: Fields, at = NOW): Message {
    const created_at = Math.floor(at / 1000)
    const contains = Object.keys(payload)
    const body = JSON.stringify({ entity: 'event', account_id: 'acc_1', event, contains, payload, created_at })
    const key = this.#environment.RAZORPAY_WEBHOOK_SECRET ?? ''
    const signature = createHmac('sha256', key).update(body).digest('hex')
    return { body, headers: { 'x-razorpay-signature': signature, 'x-razorpay-event-id': 'SWYd' }, signed: 'all' }
  }
}

const disputeOf = ({ amount, currency }: Happening, status: string) =>
  entity({
    id: 'disp_Esz7KAitoYM7PJ',
    entity: 'dispute',
    payment_id: 'pay_FgR9UMzgmKDJRi',
    amount,
    currency,
    reason_code: 'pre_arbitration',
    respond_by: NOW / 1000 + 7 * 86_400,
    status,
    phase: 'chargeback',
  })
