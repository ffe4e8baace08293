import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, list, object } from '../../../_shared/http-client/json.ts'
import { PaymentRefused } from '../errors.ts'
import { emailOf, idOf } from '../figures.ts'
import type { Kit } from '../kit.ts'
import { inside, parsed, textOf } from '../read.ts'
import { rejected } from '../refunding.ts'
import type { Adapter, Charged, Fact, KeptCard, Payment, Provider, Started, Urls } from '../types.ts'
import { chargeFact, disputeFacts, refundedOf, refundFacts } from './facts.ts'
import { LEAST, scaleOf } from './money.ts'
import { check } from './signature.ts'

const KEY = 'PAYSTACK_SECRET_KEY'
const HOST = 'api.paystack.co'

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
            // Paystack returns the metadata with the transaction; from this field `cardOf` learns that the card is to be saved.
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
    cards: { offSession: false, charge: (payment, card, _urls, budget) => charge(payment, card, budget), forget },

    async create(payment, urls, budget) {
      const first = await initialize(payment, payment.id, urls, budget)
      if (first) return first
      // An earlier call began a transaction with the payment's id, but we never received the response with its link. If that
      // transaction is not paid, begin another one.
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
        (json, status) => status >= 400 ? rejected(inside(json).message, status) : refundedOf(dataOf(json)),
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
