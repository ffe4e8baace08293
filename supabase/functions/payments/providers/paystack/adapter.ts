import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, list, object } from '../../../_shared/http-client/json.ts'
import { countOf, currencyOf, emailOf, idOf, momentOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { decimalsOf } from '../money.ts'
import { inside, ourId, parsed, pick, textOf } from '../read.ts'
import {
  type Adapter,
  type Charged,
  type Fact,
  type KeptCard,
  type NamedCard,
  type Payment,
  PaymentRefused,
  type Provider,
  type Refunded,
  type Started,
  type Urls,
} from '../types.ts'
import { check } from './signature.ts'

const KEY = 'PAYSTACK_SECRET_KEY'
const HOST = 'api.paystack.co'

/** Smallest payment for each currency, in the currency's minor units: https://paystack.com/docs/api/ (Supported currency). */
const LEAST: Record<string, number> = { NGN: 5000, USD: 200, GHS: 10, ZAR: 100, KES: 300, XOF: 1 }

/**
 * Returns how many of Paystack's units one minor unit is. Paystack counts hundredths of every currency, even of the CFA franc
 * (XOF), which has no decimals.
 */
const scaleOf = (currency: string): number => 10 ** (2 - decimalsOf(currency))
/**
 * Converts Paystack's amount into minor units. Fractions are cut off, as Paystack does: "If we notice a fractional part during
 * processing, we ignore it" (its documentation).
 */
const minorOf = (value: unknown, currency: string): number => Math.floor(countOf(value) / scaleOf(currency))

const REFUND_STATES: Record<string, Refunded['state']> = { processed: 'done', failed: 'failed' }

export const paystack: Provider = {
  name: 'paystack',
  variables: [KEY],
  hosts: [HOST],
  make: (kit) => makeAdapter(kit),
}

function makeAdapter({ secret, client, nonce }: Kit): Adapter {
  const headers = { authorization: `Bearer ${secret(KEY)}` }
  const urlOf = (path: string) => new URL(`https://${HOST}/${path}`)

  /** Queries the transaction with this reference; null if there is none. */
  const verify = (reference: string, budget: Budget): Promise<Json | null> =>
    client.ask(
      {
        operation: 'verify',
        url: urlOf(`transaction/verify/${encodeURIComponent(reference)}`),
        headers,
        accept: [400, 404],
      },
      budget,
      (json, status) => status >= 400 ? null : dataOf(json),
    )

  /** Begins a transaction; returns null if a transaction with this reference exists already. */
  async function initialize(payment: Payment, reference: string, urls: Urls, budget: Budget): Promise<Started | null> {
    const answer = await client.ask(
      {
        operation: 'initialize',
        url: urlOf('transaction/initialize'),
        headers,
        accept: [400],
        body: {
          email: emailOf(payment),
          amount: String(payment.amount * scaleOf(payment.currency)),
          currency: payment.currency,
          reference,
          callback_url: urls.back,
          metadata: JSON.stringify({
            payment_id: payment.id,
            cancel_action: urls.cancel,
            // Paystack repeats the metadata, so `cardOf` finds the customer's choice to save the card.
            ...(payment.savesCard && { saves_card: true }),
          }),
          ...(payment.savesCard && { channels: ['card'] }),
        },
      },
      budget,
      (json, status) =>
        status === 400 ? object(json, 'the answer') : { url: checkoutUrl(dataOf(json).authorization_url) },
    )
    if (typeof answer.url === 'string') return { next: { kind: 'redirect', url: answer.url }, ref: reference }
    if (/duplicate/i.test(`${answer.code} ${answer.message}`)) return null
    throw new PaymentRefused(`transaction/initialize: ${textOf(answer.message)}`, 'payment_not_possible')
  }

  const refundsOf = (transaction: string, budget: Budget): Promise<Json[]> =>
    client.ask(
      {
        operation: 'refunds',
        url: urlOf(`refund?transaction=${encodeURIComponent(transaction)}&perPage=100`),
        headers,
      },
      budget,
      (json) => list(answerOf(json).data, 'the refunds').map((one) => object(one, 'a refund')),
    )

  /** Returns the facts about a transaction's refunds. Webhooks about refunds lack our refund's id, so the list is queried. */
  const refundFactsOf = async (transaction: Json, budget: Budget): Promise<Fact[]> => {
    const refunds = await refundsOf(idOf(transaction.id), budget)
    return refunds.flatMap((refund) => refundFacts(transaction, refund))
  }

  /** Charges a saved card: https://paystack.com/docs/payments/recurring-charges/ */
  async function charge(payment: Payment, card: KeptCard, budget: Budget): Promise<Charged> {
    const ref = payment.id
    const answer = await client.ask(
      {
        operation: 'charge',
        url: urlOf('transaction/charge_authorization'),
        headers,
        accept: [400, 404],
        body: {
          authorization_code: card.token,
          // Paystack charges a saved card ("authorization") only with the e-mail address with which it was saved.
          email: card.customer ?? emailOf(payment),
          amount: String(payment.amount * scaleOf(payment.currency)),
          currency: payment.currency,
          reference: ref,
          metadata: JSON.stringify({ payment_id: payment.id }),
        },
      },
      budget,
      (json, status) => status >= 400 ? { refused: object(json, 'the answer') } : { data: dataOf(json) },
    )
    if (answer.data?.paused === true) {
      return { facts: [], ref, next: { kind: 'redirect', url: checkoutUrl(answer.data.authorization_url) } }
    }
    if (answer.data) return { facts: [chargeFact(answer.data)], ref }
    const { code, message } = answer.refused ?? {}
    const before = /duplicate/i.test(`${code} ${message}`) ? await verify(ref, budget) : null
    if (before) return { facts: [chargeFact(before)], ref }
    throw new PaymentRefused(`transaction/charge_authorization: ${textOf(message)}`)
  }

  const forget = (card: KeptCard, budget: Budget): Promise<void> =>
    client.ask(
      {
        operation: 'deactivate',
        url: urlOf('customer/authorization/deactivate'),
        headers,
        // The statuses 400 and 404 mean that the card was deactivated before.
        accept: [400, 404],
        isRepeatable: true,
        body: { authorization_code: card.token },
      },
      budget,
      (json, status) => {
        if (status < 400) answerOf(json)
      },
    )

  return {
    currencies: Object.keys(LEAST),
    limits: (currency) => ({ min: LEAST[currency] ?? 1 }),
    isTest: secret(KEY).startsWith('sk_test_'),
    origins: { form: ['https://checkout.paystack.com'] },
    cards: { charge: (payment, card, _urls, budget) => charge(payment, card, budget), forget },

    async create(payment, urls, budget) {
      const first = await initialize(payment, payment.id, urls, budget)
      if (first) return first
      // A transaction with the payment's id exists already: the response with its link was lost.
      const before = await verify(payment.id, budget)
      if (before && chargeFact(before).kind === 'paid') {
        return { next: { kind: 'redirect', url: urls.back }, ref: payment.id }
      }
      const second = await initialize(payment, `${payment.id}.${nonce(4)}`, urls, budget)
      if (!second) throw new PaymentRefused('the transaction cannot be begun', 'payment_not_possible')
      return second
    },

    async verify({ bytes, headers: heard }, budget) {
      await check(secret(KEY), bytes, heard.get('x-paystack-signature'))
      const { event, data } = parsed(bytes)
      const said = inside(data)
      if (event === 'charge.success') return [chargeFact(said)]
      if (typeof event !== 'string') return []
      if (event.startsWith('charge.dispute.')) return disputeFacts(event, said)
      const reference = textOf(said.transaction_reference)
      if (!event.startsWith('refund.') || !reference) return []
      const transaction = await verify(reference, budget)
      return transaction ? await refundFactsOf(transaction, budget) : []
    },

    async fetch(payment, budget) {
      // Query both transactions that the payment may have: the first one can still be paid after `create` has begun a second
      // one.
      const transactions: Json[] = []
      for (const reference of new Set([payment.ref ?? payment.id, payment.id])) {
        const transaction = await verify(reference, budget)
        if (transaction) transactions.push(transaction)
      }
      const paid = transactions.filter((transaction) => chargeFact(transaction).kind === 'paid')
      const facts = (paid.length > 0 ? paid : transactions.slice(0, 1)).map(chargeFact)
      if (!payment.chargeRef) return facts
      for (const transaction of paid) facts.push(...await refundFactsOf(transaction, budget))
      return facts
    },

    async refund(payment, { id, amount }, budget) {
      if (!payment.chargeRef) return { state: 'failed', reason: 'the charge is not known' }
      // Paystack has no idempotency keys. Our refund's id is in `merchant_note`, by which an earlier request is found.
      const known = (await refundsOf(payment.chargeRef, budget)).find(({ merchant_note }) => merchant_note === id)
      if (known) return refundedOf(known)
      return await client.ask(
        {
          operation: 'refund',
          url: urlOf('refund'),
          headers,
          accept: [400, 404],
          body: {
            transaction: payment.chargeRef,
            amount: amount * scaleOf(payment.currency),
            currency: payment.currency,
            merchant_note: id,
          },
        },
        budget,
        (json, status) =>
          status >= 400
            ? { state: 'failed', reason: textOf(inside(json).message) ?? `status ${status}` }
            : refundedOf(dataOf(json)),
      )
    },
  }
}

/** Returns a successful response. @throws {ProviderFailure} of kind `garbage` for any other response */
function answerOf(json: unknown): Json {
  const answer = object(json, 'the answer')
  if (answer.status !== true) throw garbage('the answer is not that of a success')
  return answer
}

const dataOf = (json: unknown): Json => object(answerOf(json).data, 'the data')

function checkoutUrl(url: unknown): string {
  if (typeof url !== 'string' || !url.startsWith('https://checkout.paystack.com/')) {
    throw garbage('the address leads elsewhere')
  }
  return url
}

/**
 * Returns our payment's id from a reference. In the reference of a payment's second transaction a suffix follows after a dot.
 */
const paymentOf = (reference: unknown): string | null => ourId(String(reference).split('.')[0])

const KINDS: Record<string, Fact['kind']> = {
  success: 'paid',
  // A reversed payment was charged before its money went back; refunds and disputes are separate facts.
  reversed: 'paid',
  failed: 'failed',
  // With these statuses the customer has not paid yet, but still can.
  abandoned: 'pending',
  ongoing: 'pending',
  pending: 'pending',
  processing: 'pending',
  queued: 'pending',
}

function chargeFact(transaction: Json): Fact {
  const { reference, amount, currency, fees, status } = transaction
  const kind = KINDS[String(status)]
  if (!kind) throw garbage('the status is not documented')
  const id = idOf(transaction.id)
  const code = currencyOf(currency)
  return {
    eventId: `charge:${id}:${kind}`,
    kind,
    paymentId: paymentOf(reference),
    ref: idOf(reference),
    chargeRef: id,
    amount: minorOf(amount, code),
    currency: code,
    ...(kind === 'paid' && typeof fees === 'number' && { fee: minorOf(fees, code) }),
    ...(kind === 'paid' && cardOf(transaction)),
    raw: pick(transaction, 'id', 'domain', 'status', 'reference', 'amount', 'currency', 'fees', 'channel', 'paid_at'),
  }
}

/** Returns the metadata that we sent, which Paystack repeats as an object or as a text with JSON; empty if unreadable. */
function metadataOf({ metadata }: Json): Json {
  if (typeof metadata !== 'string') return inside(metadata)
  try {
    return inside(JSON.parse(metadata))
  } catch {
    return {}
  }
}

/** Returns the card of a transaction, if the customer agreed to save it and Paystack can charge it again (`reusable`). */
function cardOf(transaction: Json): { card?: NamedCard } {
  const { authorization_code, reusable, brand, card_type, last4, exp_month, exp_year } = inside(
    transaction.authorization,
  )
  const token = textOf(authorization_code)
  if (!token || reusable !== true || metadataOf(transaction).saves_card !== true) return {}
  const customer = textOf(inside(transaction.customer).email) ?? null
  const named = { brand: (textOf(brand) ?? textOf(card_type) ?? 'card').trim(), last4: textOf(last4) ?? '' }
  return { card: { token, customer, ...named, expMonth: Number(exp_month), expYear: Number(exp_year) } }
}

function disputeFacts(event: string, dispute: Json): Fact[] {
  const transaction = inside(dispute.transaction)
  const { reference } = transaction
  const id = idOf(dispute.id)
  const currency = currencyOf(dispute.currency ?? transaction.currency)
  const dueAt = momentOf(dispute.dueAt ?? dispute.due_at)
  const opened: Fact = {
    eventId: `dispute:${id}:chargeback`,
    kind: 'chargeback',
    paymentId: paymentOf(reference),
    ref: idOf(reference),
    chargeRef: idOf(transaction.id),
    amount: minorOf(dispute.refund_amount ?? transaction.amount, currency),
    currency,
    disputeRef: id,
    ...(dueAt && { dueAt }),
    raw: {
      event,
      ...pick(dispute, 'id', 'status', 'resolution', 'category', 'refund_amount', 'currency', 'dueAt', 'resolvedAt'),
      transaction: pick(transaction, 'id', 'reference', 'amount', 'currency', 'status'),
    },
  }
  if (event !== 'charge.dispute.resolve') return [opened]
  // `declined` means that the customer's claim was rejected. With any other resolution, such as `merchant-accepted` or
  // `auto-accepted`, we lose the money.
  const kind = dispute.resolution === 'declined' ? 'chargeback_won' : 'chargeback_lost'
  return [opened, { ...opened, eventId: `dispute:${id}:${kind}`, kind }]
}

function refundFacts(transaction: Json, refund: Json): Fact[] {
  const { state } = refundedOf(refund)
  if (state === 'pending') return []
  const id = idOf(refund.id)
  const ours = ourId(refund.merchant_note)
  const currency = currencyOf(refund.currency)
  return [{
    eventId: `refund:${id}:${state}`,
    kind: state === 'done' ? 'refunded' : 'refund_failed',
    paymentId: paymentOf(transaction.reference),
    ref: idOf(transaction.reference),
    chargeRef: idOf(transaction.id),
    amount: minorOf(refund.amount, currency),
    currency,
    ...(ours && { refundId: ours }),
    refundRef: id,
    raw: pick(refund, 'id', 'domain', 'status', 'amount', 'currency', 'refunded_at', 'merchant_note'),
  }]
}

/** Returns the outcome of a refund. The statuses `needs-attention`, `pending` and `processing` are undecided. */
function refundedOf(refund: Json): Refunded {
  const state = REFUND_STATES[String(refund.status)] ?? 'pending'
  return {
    state,
    ref: idOf(refund.id),
    ...(state === 'failed' && { reason: textOf(refund.reason) ?? 'the bank refused' }),
  }
}
