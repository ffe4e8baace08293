import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, list, object } from '../../../_shared/http-client/json.ts'
import { minorOf } from '../digest.ts'
import { PaymentRefused } from '../errors.ts'
import { currencyOf, feeOf, idOf, momentOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { toMajor } from '../money.ts'
import { inside, items, ourId, parsed, pick, textOf } from '../read.ts'
import { rejected } from '../refunding.ts'
import type { Adapter, Fact, Payment, Provider, Refunded } from '../types.ts'
import { urlsBelow } from '../urls.ts'
import { check } from './signature.ts'

const TOKEN = 'MERCADOPAGO_ACCESS_TOKEN'
const SECRET = 'MERCADOPAGO_WEBHOOK_SECRET'
const HOST = 'api.mercadopago.com'
/**
 * The ends of the domains `mercadopago.<end>`, whose pages customers may be sent to: Argentina, Brazil, Chile, Colombia,
 * Mexico, Peru, Uruguay, and the international one.
 */
const SITES = 'com.ar com.br cl com.co com.mx com.pe com.uy com'.split(' ')

/**
 * Mercado Pago's Checkout Pro: the customer pays a "preference" (an order) on Mercado Pago's page. Webhooks are only used to
 * learn which payment or chargeback to query.
 */
export const mercadopago: Provider = {
  name: 'mercadopago',
  variables: [TOKEN, SECRET],
  hosts: [HOST],
  make: (kit) => makeAdapter(kit),
}

function makeAdapter({ secret, client }: Kit): Adapter {
  const isTest = secret(TOKEN).startsWith('TEST-')
  const headers = { authorization: `Bearer ${secret(TOKEN)}` }
  const urlOf = urlsBelow(`https://${HOST}/`)

  const resource = (operation: string, path: string, budget: Budget): Promise<Json | null> =>
    client.ask(
      { operation, url: urlOf(path), headers, accept: [400, 404] },
      budget,
      (json, status) => status >= 400 ? null : object(json, operation),
    )
  const paymentAt = (id: string, budget: Budget) => resource('payment', `v1/payments/${encodeURIComponent(id)}`, budget)

  const search = (path: string, query: Record<string, string>, budget: Budget): Promise<Json[]> =>
    client.ask(
      { operation: 'search', url: urlOf(path, query), headers },
      budget,
      (json) => list(object(json, 'the answer').results, 'the results').map((one) => object(one, 'a result')),
    )

  /** Returns all facts about a payment: charge, refunds and chargebacks. */
  const factsOf = async (payment: Json, budget: Budget): Promise<Fact[]> => {
    const facts = [chargeFact(payment), ...items(payment.refunds).flatMap((refund) => refundFacts(payment, refund))]
    if (payment.status !== 'charged_back') return facts
    const found = await search('v1/chargebacks/search', { payment_id: idOf(payment.id) }, budget)
    return [...facts, ...found.flatMap((chargeback) => chargebackFacts(payment, chargeback))]
  }

  const factsOfChargeback = async (id: string, budget: Budget): Promise<Fact[]> => {
    const chargeback = await resource('chargeback', `v1/chargebacks/${encodeURIComponent(id)}`, budget)
    if (!chargeback) return []
    const [first] = list(chargeback.payments, 'the payments')
    const payment = await paymentAt(idOf(first), budget)
    return payment ? [chargeFact(payment), ...chargebackFacts(payment, chargeback)] : []
  }

  return {
    currencies: 'ARS BRL CLP COP MXN PEN UYU'.split(' '),
    isTest,
    origins: { form: SITES.map((site) => `https://*.mercadopago.${site}`) },

    async create(payment, urls, budget) {
      const preference = await client.ask(
        {
          operation: 'preference',
          url: urlOf('checkout/preferences'),
          headers: { ...headers, 'x-idempotency-key': payment.id },
          isRepeatable: true,
          ok: [200, 201],
          accept: [400],
          body: preferenceOf(payment, urls),
        },
        budget,
        (json, status) => status === 400 ? null : startOf(json, isTest),
      )
      if (!preference) throw new PaymentRefused('checkout/preferences: 400', 'payment_not_possible')
      return preference
    },

    async verify({ bytes, headers: heard, url }, budget) {
      const id = await check(secret(SECRET), heard, url)
      if (!id) return []
      // The signature does not cover the webhook's type. That is safe, because only the response to our query counts.
      const type = textOf(parsed(bytes).type) ?? url.searchParams.get('type')
      if (type === 'topic_chargebacks_wh') return await factsOfChargeback(id, budget)
      if (type !== 'payment') return []
      const payment = await paymentAt(id, budget)
      return payment ? await factsOf(payment, budget) : []
    },

    async fetch({ id, chargeRef }, budget) {
      if (chargeRef) {
        const payment = await paymentAt(chargeRef, budget)
        return payment ? await factsOf(payment, budget) : []
      }
      const query = { external_reference: id, sort: 'date_created', criteria: 'desc' }
      return decisivePayments(await search('v1/payments/search', query, budget)).map(chargeFact)
    },

    async refund(payment, { id, amount }, budget) {
      if (!payment.chargeRef) return { state: 'failed', reason: 'the payment is not known' }
      return await client.ask(
        {
          operation: 'refund',
          url: urlOf(`v1/payments/${encodeURIComponent(payment.chargeRef)}/refunds`),
          headers: { ...headers, 'x-idempotency-key': id },
          isRepeatable: true,
          ok: [200, 201],
          accept: [400, 404, 422],
          body: { amount: Number(toMajor(amount, payment.currency)) },
        },
        budget,
        (json, status) =>
          status >= 400 ? rejected(inside(json).message, status) : refundedOf(object(json, 'the refund')),
      )
    },
  }
}

function preferenceOf(payment: Payment, urls: { back: string; cancel: string; webhook: string }): Json {
  const { id, purpose, product, amount, currency, customer } = payment
  const unitPrice = Number(toMajor(amount, currency))
  return {
    items: [{ id: purpose, title: product, quantity: 1, currency_id: currency, unit_price: unitPrice }],
    payer: {
      name: customer.firstName,
      surname: customer.lastName,
      ...(customer.email && { email: customer.email }),
    },
    external_reference: id,
    back_urls: { success: urls.back, pending: urls.back, failure: urls.cancel },
    auto_return: 'approved',
    // With `source_news=webhooks` Mercado Pago sends only webhooks, not its older notifications, which are not signed.
    notification_url: `${urls.webhook}?source_news=webhooks`,
  }
}

/**
 * Returns the page on which a new preference is paid, and the preference's id.
 *
 * @throws {ProviderFailure} of kind `garbage`: the response is not as documented
 */
function startOf(json: unknown, isTest: boolean): Awaited<ReturnType<Adapter['create']>> {
  const { id, init_point, sandbox_init_point } = object(json, 'the preference')
  const url = isTest ? sandbox_init_point ?? init_point : init_point
  if (typeof url !== 'string' || !isTheirs(url)) throw garbage('the address leads elsewhere')
  return { next: { kind: 'redirect', url }, ref: idOf(id) }
}

const isTheirs = (url: string): boolean =>
  SITES.some((site) => new RegExp(`^https://([\\w-]+\\.)+mercadopago\\.${site.replace('.', '\\.')}/`).test(url))

const KINDS: Record<string, Fact['kind']> = {
  approved: 'paid',
  // The payment was charged before it got one of these statuses; its refunds and chargebacks are separate facts.
  in_mediation: 'paid',
  refunded: 'paid',
  charged_back: 'paid',
  authorized: 'authorized',
  pending: 'pending',
  in_process: 'pending',
  rejected: 'failed',
  cancelled: 'failed',
}

/**
 * Returns the attempts that decide an order, because a customer may try several cards. These are the paid attempts. If there
 * are none, they are the authorised ones, else the pending ones, else all.
 */
function decisivePayments(payments: readonly Json[]): readonly Json[] {
  for (const kind of ['paid', 'authorized', 'pending']) {
    const found = payments.filter(({ status }) => KINDS[String(status)] === kind)
    if (found.length > 0) return found
  }
  return payments
}

function namesOf(payment: Json): Pick<Fact, 'paymentId' | 'chargeRef'> {
  return { paymentId: ourId(payment.external_reference), chargeRef: idOf(payment.id) }
}

/** Returns the fact about a charge. @throws {ProviderFailure} of kind `garbage`: the response is not as documented */
function chargeFact(payment: Json): Fact {
  const kind = KINDS[String(payment.status)]
  if (!kind) throw garbage('the status is not documented')
  const currency = currencyOf(payment.currency_id)
  const fees = items(payment.fee_details).filter(({ fee_payer }) => fee_payer === 'collector')
  const fee = fees.length > 0 && feeOf(fees.reduce((sum, { amount }) => sum + Number(amount), 0), currency)
  return {
    ...namesOf(payment),
    eventId: `payment:${idOf(payment.id)}:${kind}`,
    kind,
    amount: minorOf(payment.transaction_amount, currency, 'the amount'),
    currency,
    ...(kind === 'paid' && typeof fee === 'number' && { fee }),
    raw: pick(
      payment,
      ...['id', 'status', 'status_detail', 'external_reference', 'transaction_amount', 'transaction_amount_refunded'],
      ...['currency_id', 'payment_method_id', 'payment_type_id', 'date_created', 'date_approved', 'live_mode'],
    ),
  }
}

function refundFacts(payment: Json, refund: Json): Fact[] {
  const { state, ref = '' } = refundedOf(refund)
  if (state === 'pending') return []
  const currency = currencyOf(payment.currency_id)
  return [{
    ...namesOf(payment),
    eventId: `refund:${ref}:${state}`,
    kind: state === 'done' ? 'refunded' : 'refund_failed',
    amount: minorOf(refund.amount, currency, 'the refund'),
    currency,
    refundRef: ref,
    raw: pick(refund, 'id', 'payment_id', 'amount', 'status', 'reason', 'date_created'),
  }]
}

function refundedOf(refund: Json): Refunded {
  const status = String(refund.status)
  const state = status === 'approved' ? 'done' : /^(rejected|cancelled)$/.test(status) ? 'failed' : 'pending'
  return { state, ref: idOf(refund.id), ...(state === 'failed' && { reason: status }) }
}

/**
 * Returns how a chargeback ended; null if undecided. `coverage_applied` says whether we won (Mercado Pago covers the amount) or
 * lost. Losing is final only once our documents were reviewed or are not required.
 */
function decisionOf({ coverage_applied, documentation_status }: Json): 'chargeback_won' | 'chargeback_lost' | null {
  if (coverage_applied === true) return 'chargeback_won'
  const isOpen = documentation_status === 'pending' || documentation_status === 'review_pending'
  return coverage_applied === false && !isOpen ? 'chargeback_lost' : null
}

function chargebackFacts(payment: Json, chargeback: Json): Fact[] {
  const id = idOf(chargeback.id)
  const currency = currencyOf(chargeback.currency)
  const dueAt = momentOf(chargeback.date_documentation_deadline)
  const opened: Fact = {
    ...namesOf(payment),
    eventId: `chargeback:${id}:chargeback`,
    kind: 'chargeback',
    amount: minorOf(chargeback.amount, currency, 'the amount'),
    currency,
    disputeRef: id,
    ...(dueAt && { dueAt }),
    raw: pick(
      chargeback,
      ...['id', 'amount', 'currency', 'reason', 'coverage_applied', 'coverage_elegible', 'documentation_required'],
      ...['documentation_status', 'date_documentation_deadline', 'date_created', 'date_last_updated'],
    ),
  }
  const kind = decisionOf(chargeback)
  return kind ? [opened, { ...opened, eventId: `chargeback:${id}:${kind}`, kind }] : [opened]
}
