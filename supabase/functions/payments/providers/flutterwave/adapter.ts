import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, list, object } from '../../../_shared/http-client/json.ts'
import { minorOf } from '../digest.ts'
import { PaymentRefused } from '../errors.ts'
import { currencyOf, emailOf, feeOf, idOf, momentOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { toMajor } from '../money.ts'
import { inside, ourId, parsed, pick, textOf } from '../read.ts'
import { rejected, sendOnce, settled } from '../refunding.ts'
import type { Adapter, Fact, Payment, Provider, Refunded } from '../types.ts'
import { urlsBelow } from '../urls.ts'
import { check } from './signature.ts'

const KEY = 'FLUTTERWAVE_SECRET_KEY'
const HASH = 'FLUTTERWAVE_SECRET_HASH'
const HOST = 'api.flutterwave.com'

/**
 * Flutterwave's hosted page, by version 3 of its API, because version 4 has no hosted page. Webhooks of both versions are
 * accepted. They are only used to learn which transaction to query.
 */
export const flutterwave: Provider = {
  name: 'flutterwave',
  variables: [KEY, HASH],
  hosts: [HOST],
  make: (kit) => makeAdapter(kit),
}

function makeAdapter({ secret, client, now }: Kit): Adapter {
  const headers = { authorization: `Bearer ${secret(KEY)}` }
  const urlOf = urlsBelow(`https://${HOST}/v3/`)

  /** Queries the transaction at an address of the API; null if it does not exist yet. */
  const transactionAt = (url: URL, budget: Budget): Promise<Json | null> =>
    client.ask(
      { operation: 'verify', url, headers, accept: [400, 404] },
      budget,
      (json, status) => status >= 400 ? null : object(dataOf(json), 'the transaction'),
    )
  const byId = (id: string, budget: Budget) => transactionAt(urlOf(`transactions/${id}/verify`), budget)
  const byReference = (reference: string, budget: Budget) =>
    transactionAt(urlOf('transactions/verify_by_reference', { tx_ref: reference }), budget)

  const listAt = (operation: string, url: URL, budget: Budget): Promise<Json[]> =>
    client.ask(
      { operation, url, headers },
      budget,
      (json) => list(dataOf(json), operation).map((one) => object(one, `one of ${operation}`)),
    )

  const refundsOf = async (id: string, since: string, budget: Budget): Promise<Json[]> => {
    const query = { id, from: since.slice(0, 10), to: new Date(now()).toISOString().slice(0, 10) }
    const refunds = await listAt('refunds', urlOf('refunds', query), budget)
    return refunds.filter((refund) => transactionOf(refund) === id)
  }
  const chargebacksOf = (flwRef: string, budget: Budget): Promise<Json[]> =>
    listAt('chargebacks', urlOf('chargebacks', { flw_ref: flwRef }), budget)

  const refundFactsOf = async (transaction: Json, since: string, budget: Budget): Promise<Fact[]> =>
    (await refundsOf(idOf(transaction.id), since, budget)).flatMap((refund) => refundFacts(transaction, refund))
  const chargebackFactsOf = async (transaction: Json, budget: Budget): Promise<Fact[]> => {
    const flwRef = textOf(transaction.flw_ref)
    if (!flwRef) return []
    const found = await chargebacksOf(flwRef, budget)
    return found.filter((one) => transactionOf(one) === String(transaction.id)).flatMap((one) =>
      chargebackFacts(transaction, one)
    )
  }

  /** Queries the transaction that a webhook is about; null if the webhook names none or it does not exist. */
  const spokenOf = async (event: string, data: Json, budget: Budget): Promise<Json | null> => {
    const id = event.startsWith('charge.') ? numberOf(data.id) : transactionOf(data)
    if (id) return await byId(id, budget)
    const reference = ourId(data.tx_ref ?? data.txRef ?? data.reference)
    if (reference) return await byReference(reference, budget)
    const flwRef = textOf(data.flw_ref)
    if (!event.startsWith('chargeback.') || !flwRef) return null
    const [chargeback] = await chargebacksOf(flwRef, budget)
    const charged = chargeback && transactionOf(chargeback)
    return charged ? await byId(charged, budget) : null
  }

  return {
    currencies: 'NGN GHS KES UGX TZS RWF ZAR ZMW XOF XAF EGP USD EUR GBP'.split(' '),
    isTest: secret(KEY).startsWith('FLWSECK_TEST'),
    origins: { form: ['https://*.flutterwave.com'] },

    async create(payment, urls, budget) {
      const answer = await client.ask(
        {
          operation: 'payments',
          url: urlOf('payments'),
          headers,
          accept: [400, 422],
          body: {
            tx_ref: payment.id,
            amount: toMajor(payment.amount, payment.currency),
            currency: payment.currency,
            redirect_url: urls.back,
            customer: {
              email: emailOf(payment),
              name: `${payment.customer.firstName} ${payment.customer.lastName}`.trim(),
              phonenumber: payment.customer.mobile,
            },
            customizations: { title: payment.product },
            meta: { payment_id: payment.id },
          },
        },
        budget,
        (json, status) => ({ status, link: status >= 400 ? '' : linkOf(object(dataOf(json), 'the data').link) }),
      )
      if (answer.status >= 400) throw new PaymentRefused(`payments: ${answer.status}`, 'payment_not_possible')
      return { next: { kind: 'redirect', url: answer.link }, ref: payment.id }
    },

    async verify({ bytes, headers: heard }, budget) {
      await check(secret(HASH), bytes, heard)
      const body = parsed(bytes)
      // The event's name is in `event` (version 3) or `type` (version 4). A refund of version 3 has neither, and its fields are
      // not inside `data`.
      const isFlat = body.data === undefined && body.AmountRefunded !== undefined
      const event = isFlat ? 'refund.completed' : textOf(body.event) ?? textOf(body.type) ?? ''
      const [topic = ''] = event.split('.')
      if (!['charge', 'refund', 'chargeback'].includes(topic)) return []
      const transaction = await spokenOf(event, isFlat ? body : inside(body.data), budget)
      if (!transaction) return []
      const facts = [chargeFact(transaction)]
      if (topic === 'refund') facts.push(...await refundFactsOf(transaction, sinceOf(transaction), budget))
      if (topic === 'chargeback') facts.push(...await chargebackFactsOf(transaction, budget))
      return facts
    },

    async fetch(payment, budget) {
      const transaction = payment.chargeRef
        ? await byId(payment.chargeRef, budget)
        : await byReference(payment.ref ?? payment.id, budget)
      if (!transaction) return []
      const facts = [chargeFact(transaction)]
      if (!payment.chargeRef) return facts
      facts.push(...await refundFactsOf(transaction, payment.createdAt, budget))
      return [...facts, ...await chargebackFactsOf(transaction, budget)]
    },

    async refund(payment, refund, budget) {
      if (!payment.chargeRef) return { state: 'failed', reason: 'the charge is not known' }
      const before = await refundsOf(payment.chargeRef, payment.createdAt, budget)
      const known = before.find(({ comments }) => comments === refund.id)
      if (known) return refundedOf(known)
      // Our refund's id is sent as the refund's comment. If Flutterwave does not return comments, the amount refunded so far
      // decides whether this refund is sent.
      if (before.some(({ comments }) => typeof comments !== 'string')) {
        const waits = settled(refund, goneOf(before, payment))
        if (waits) return waits
      }
      return await sendOnce(() =>
        client.ask<Refunded>(
          {
            operation: 'refund',
            url: urlOf(`transactions/${payment.chargeRef}/refund`),
            headers,
            accept: [400, 404, 409, 422],
            body: { amount: Number(toMajor(refund.amount, payment.currency)), comments: refund.id },
          },
          budget,
          (json, status) =>
            status >= 400 ? rejected(inside(json).message, status) : refundedOf(object(dataOf(json), 'the refund')),
        )
      )
    },
  }
}

/** Returns `data` of a successful response. @throws {ProviderFailure} of kind `garbage` for any other response */
function dataOf(json: unknown): unknown {
  const answer = object(json, 'the answer')
  if (answer.status !== 'success') throw garbage('the answer is not that of a success')
  return answer.data
}

function linkOf(link: unknown): string {
  if (typeof link !== 'string' || !/^https:\/\/([\w-]+\.)*flutterwave\.com\//.test(link)) {
    throw garbage('the address leads elsewhere')
  }
  return link
}

/**
 * Returns a transaction's id if it is a number. Version 4 also has ids with letters, which the API of version 3 does not know:
 * the result is then null.
 */
const numberOf = (value: unknown): string | null =>
  typeof value === 'number' || typeof value === 'string' && /^\d+$/.test(value) ? idOf(value) : null

/** Returns the id of the transaction of a refund or chargeback, which has the id in one of three fields. */
const transactionOf = ({ tx_id, transaction_id, TransactionId }: Json): string | null =>
  numberOf(tx_id) ?? numberOf(transaction_id) ?? numberOf(TransactionId)

const sinceOf = ({ created_at }: Json): string => momentOf(created_at) ?? new Date(0).toISOString()

const KINDS: Record<string, Fact['kind']> = { successful: 'paid', failed: 'failed', pending: 'pending' }

/** Returns the fact about a transaction. @throws {ProviderFailure} of kind `garbage`: the response is not as documented */
function chargeFact(transaction: Json): Fact {
  const kind = KINDS[String(transaction.status)]
  if (!kind) throw garbage('the status is not documented')
  const currency = currencyOf(transaction.currency)
  const fee = kind === 'paid' ? feeOf(transaction.app_fee, currency) : undefined
  return {
    ...namesOf(transaction),
    eventId: `charge:${idOf(transaction.id)}:${kind}`,
    kind,
    amount: minorOf(transaction.amount, currency, 'the amount'),
    currency,
    ...(fee !== undefined && { fee }),
    raw: pick(
      transaction,
      ...['id', 'tx_ref', 'flw_ref', 'amount', 'charged_amount', 'app_fee', 'currency', 'status', 'payment_type'],
      'created_at',
    ),
  }
}

function namesOf(transaction: Json): Pick<Fact, 'paymentId' | 'chargeRef'> & { ref?: string } {
  const { tx_ref } = transaction
  return {
    paymentId: ourId(tx_ref),
    ...(typeof tx_ref === 'string' && { ref: tx_ref }),
    chargeRef: idOf(transaction.id),
  }
}

const LOST = ['accepted', 'lost']
const WON = ['won', 'reversed']

function chargebackFacts(transaction: Json, chargeback: Json): Fact[] {
  const id = idOf(chargeback.id)
  const currency = currencyOf(transaction.currency)
  const dueAt = momentOf(chargeback.due_date)
  const opened: Fact = {
    ...namesOf(transaction),
    eventId: `chargeback:${id}:chargeback`,
    kind: 'chargeback',
    amount: minorOf(chargeback.amount, currency, 'the amount'),
    currency,
    disputeRef: id,
    ...(dueAt && { dueAt }),
    raw: pick(chargeback, 'id', 'amount', 'flw_ref', 'status', 'stage', 'due_date', 'created_at'),
  }
  const status = String(chargeback.status).toLowerCase()
  const kind = LOST.includes(status) ? 'chargeback_lost' : WON.includes(status) ? 'chargeback_won' : null
  return kind ? [opened, { ...opened, eventId: `chargeback:${id}:${kind}`, kind }] : [opened]
}

function refundFacts(transaction: Json, refund: Json): Fact[] {
  const { state, ref } = refundedOf(refund)
  if (state === 'pending' || !ref) return []
  const ours = ourId(refund.comments)
  const currency = currencyOf(transaction.currency)
  return [{
    ...namesOf(transaction),
    eventId: `refund:${ref}:${state}`,
    kind: state === 'done' ? 'refunded' : 'refund_failed',
    amount: minorOf(refund.amount_refunded, currency, 'the refund'),
    currency,
    ...(ours && { refundId: ours }),
    refundRef: ref,
    raw: pick(refund, 'id', 'amount_refunded', 'status', 'flw_ref', 'destination', 'created_at', 'comments'),
  }]
}

/**
 * Returns the outcome of a refund. The status of an executed refund is `completed`, or `completed-` followed by the payment
 * method, such as `completed-bank-transfer` or `completed-mpgs`.
 */
function refundedOf(refund: Json): Refunded {
  const status = String(refund.status).toLowerCase()
  const isDone = /^(completed|successful|succeeded)/.test(status)
  const state = isDone ? 'done' : /^(failed|cancell?ed)/.test(status) ? 'failed' : 'pending'
  return { state, ref: idOf(refund.id), ...(state === 'failed' && { reason: status }) }
}

const goneOf = (refunds: readonly Json[], { currency }: Payment): number =>
  refunds.filter((refund) => refundedOf(refund).state !== 'failed')
    .reduce((sum, { amount_refunded }) => sum + minorOf(amount_refunded, currency, 'the refund'), 0)
