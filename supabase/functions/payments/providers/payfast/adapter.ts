import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, object } from '../../../_shared/http-client/json.ts'
import { isSame, minorOf } from '../digest.ts'
import { BadSignature } from '../errors.ts'
import { toMajor } from '../money.ts'
import { inside, ourId, pick, textOf } from '../read.ts'
import { sendOnce, settled } from '../refunding.ts'
import type { Fact, Provider, Refunded } from '../types.ts'
import { urlsBelow } from '../urls.ts'
import { type Line, readHistory } from './history.ts'
import { type Pairs, readNotification, sign, signCall } from './signature.ts'

/** PayFast accepts only South African rand. Its webhooks do not name the currency. */
const CURRENCY = 'ZAR'
const API = 'https://api.payfast.co.za'
const DAY_MS = 86_400_000
/** PAGE is the number of lines per page of the account's history, PAGES the largest number of pages that are read. */
const PAGE = 1000
const PAGES = 5
const KEPT = [
  'm_payment_id',
  'pf_payment_id',
  'payment_status',
  'item_name',
  'amount_gross',
  'amount_fee',
  'amount_net',
]
const KINDS: Record<string, Fact['kind']> = { COMPLETE: 'paid', FAILED: 'failed', CANCELLED: 'failed' }

interface Call {
  query?: Record<string, string>
  body?: Record<string, string | number>
  reads?: 'json' | 'text'
  accept?: readonly number[]
}

/**
 * PayFast of South Africa. The browser posts a signed form. A webhook counts only if it is signed and PayFast confirms that it
 * sent the webhook. The sender's IP address proves nothing and is ignored.
 */
export const payfast: Provider = {
  name: 'payfast',
  variables: ['PAYFAST_MERCHANT_ID', 'PAYFAST_MERCHANT_KEY', 'PAYFAST_PASSPHRASE'],
  options: ['PAYFAST_SANDBOX'],
  hosts: ['www.payfast.co.za', 'sandbox.payfast.co.za', 'api.payfast.co.za'],
  make({ secret, option, client, now }) {
    const merchant = secret('PAYFAST_MERCHANT_ID')
    const merchantKey = secret('PAYFAST_MERCHANT_KEY')
    const passphrase = secret('PAYFAST_PASSPHRASE')
    const isTest = option('PAYFAST_SANDBOX') === 'true'
    const host = isTest ? 'https://sandbox.payfast.co.za' : 'https://www.payfast.co.za'

    return {
      currencies: [CURRENCY],
      limits: () => ({ min: 500 }),
      isTest,
      origins: { form: [host] },

      create(payment, urls) {
        const { firstName, lastName, email } = payment.customer
        const pairs = ([
          ['merchant_id', merchant],
          ['merchant_key', merchantKey],
          ['return_url', urls.back],
          ['cancel_url', urls.cancel],
          ['notify_url', urls.webhook],
          ['name_first', firstName.slice(0, 100)],
          ['name_last', lastName.slice(0, 100)],
          ['email_address', email.slice(0, 100)],
          ['m_payment_id', payment.id],
          ['amount', toMajor(payment.amount, CURRENCY)],
          ['item_name', payment.product.slice(0, 100)],
        ] as const).map(([name, value]) => [name, value.trim()] as const).filter(([, value]) => value !== '')
        const fields = { ...Object.fromEntries(pairs), signature: sign(pairs, passphrase) }
        return Promise.resolve({ next: { kind: 'form', action: `${host}/eng/process`, fields } })
      },

      async verify({ bytes }, budget) {
        const { pairs, signature } = readNotification(bytes)
        if (!isSame(sign(pairs, passphrase), signature)) throw new BadSignature('the signature is wrong')
        const said = Object.fromEntries(pairs)
        if (said.merchant_id !== merchant) throw new BadSignature('it is for another merchant')
        if (!await isConfirmed(pairs, budget)) throw new BadSignature('PayFast did not send it')
        return factsOf(said)
      },

      async fetch(payment, budget) {
        const from = dayOf(Date.parse(payment.createdAt) - DAY_MS)
        const to = dayOf(now() + DAY_MS)
        for (let page = 0; page < PAGES; page++) {
          const query = { from, to, limit: String(PAGE), offset: String(page * PAGE) }
          const lines = await call(
            'history',
            '/transactions/history',
            { query, reads: 'text' },
            budget,
            (answer) => readHistory(String(answer)),
          )
          const found = lines.filter((line) => line['M Payment ID'] === payment.id && line.Type === 'FUNDS_RECEIVED')
          if (found.length > 0) return found.map(factOfLine)
          if (lines.length < PAGE) break
        }
        return []
      },

      async refund(payment, refund, budget) {
        const { chargeRef } = payment
        if (!chargeRef) return { state: 'failed', reason: 'PayFast told no pf_payment_id of this payment' }
        const id = encodeURIComponent(chargeRef)
        const asked = await call('refund_query', `/refunds/query/${id}`, {}, budget, readRefundable)
        const known = settled(refund, asked.original - asked.available, payment.amount)
        if (known) return known
        const way = refund.amount === asked.original ? asked.full : asked.part
        if (refund.amount > asked.available || way !== 'PAYMENT_SOURCE') {
          return { state: 'failed', reason: `PayFast cannot give it back to its source: ${way}` }
        }
        const body = { amount: refund.amount, reason: `Refund ${refund.id}`, notify_buyer: 1 }
        return await sendOnce(() => call('refund', `/refunds/${id}`, { body, accept: [400] }, budget, readRefund))
      },
    }

    /** Asks PayFast whether it sent a webhook with these fields. */
    function isConfirmed(pairs: Pairs, budget: Budget): Promise<boolean> {
      const form = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
      const url = new URL(`${host}/eng/query/validate`)
      return client.ask({ operation: 'validate', url, form, reads: 'text', isRepeatable: true }, budget, (answer) => {
        const word = String(answer).trim()
        if (word !== 'VALID' && word !== 'INVALID') throw garbage('neither VALID nor INVALID')
        return word === 'VALID'
      })
    }

    function call<Result>(
      operation: string,
      path: string,
      { query = {}, body, reads = 'json', accept = [] }: Call,
      budget: Budget,
      read: (answer: unknown) => Result,
    ): Promise<Result> {
      const headers = {
        'merchant-id': merchant,
        version: 'v1',
        timestamp: new Date(now()).toISOString().replace(/\.\d+Z$/, '+00:00'),
      }
      const texts = Object.fromEntries(Object.entries(body ?? {}).map(([name, value]) => [name, String(value)]))
      const signature = signCall({ ...headers, ...query, ...texts }, passphrase)
      const url = urlsBelow(API)(path, query)
      // Add the test flag after signing, because PayFast leaves it out of the signature.
      if (isTest) url.searchParams.set('testing', 'true')
      const question = { operation, url, headers: { ...headers, signature }, reads, accept, isHeavy: reads === 'text' }
      return client.ask({ ...question, ...(body && { body }) }, budget, read)
    }
  },
}

function factsOf(said: Record<string, string>): Fact[] {
  const paymentId = ourId(said.m_payment_id)
  const chargeRef = textOf(said.pf_payment_id)
  if (!paymentId || !chargeRef) return []
  const kind = KINDS[said.payment_status ?? ''] ?? 'pending'
  return [{
    eventId: `${chargeRef}:${kind}`,
    kind,
    paymentId,
    chargeRef,
    amount: minorOf(said.amount_gross, CURRENCY, 'amount_gross'),
    currency: CURRENCY,
    ...(kind === 'paid' && said.amount_fee && { fee: feeOf(said.amount_fee) }),
    raw: pick(said, ...KEPT),
  }]
}

function factOfLine(line: Line): Fact {
  const chargeRef = line['PF Payment ID'] ?? ''
  if (line.Currency !== CURRENCY) throw garbage('a payment in another currency')
  return {
    eventId: `${chargeRef}:paid`,
    kind: 'paid',
    paymentId: ourId(line['M Payment ID']),
    chargeRef,
    amount: minorOf(plain(line.Gross), CURRENCY, 'Gross'),
    currency: CURRENCY,
    ...(line.Fee && { fee: feeOf(line.Fee) }),
    raw: pick(line, 'Date', 'Type', 'Sign', 'Currency', 'Gross', 'Fee', 'Net', 'M Payment ID', 'PF Payment ID'),
  }
}

/** Returns a fee in cents as a positive number. PayFast writes fees as negative amounts, such as `-2.30`. */
const feeOf = (value: string) => Math.abs(minorOf(plain(value), CURRENCY, 'fee'))
const plain = (value = '') => value.replaceAll(',', '')
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

interface Refundable {
  /** The amount of the original payment in cents; `available` is the part of it that can still be refunded. */
  original: number
  available: number
  /** The way by which PayFast would pay a full refund, such as `PAYMENT_SOURCE`; `part` is the way for a partial refund. */
  full: string
  part: string
}

function readRefundable(answer: unknown): Refundable {
  const json = object(answer, 'the answer')
  const said: Json = json.amount_original === undefined ? inside(inside(json.data).response) : json
  return {
    original: centsOf(said.amount_original),
    available: centsOf(said.amount_available_for_refund),
    full: textOf(inside(said.refund_full).method) ?? 'NOT_AVAILABLE',
    part: textOf(inside(said.refund_partial).method) ?? 'NOT_AVAILABLE',
  }
}

function centsOf(value: unknown): number {
  const cents = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents < 0) throw garbage('no count of cents')
  return cents
}

function readRefund(answer: unknown): Refunded {
  const json = object(answer, 'the answer')
  const said = inside(json.data)
  if (json.status === 'success' && said.response === true) return { state: 'done' }
  if (json.status !== 'failed') throw garbage('the answer says neither success nor failed')
  return { state: 'failed', reason: `PayFast refused: ${textOf(said.message)?.slice(0, 200) ?? 'no reason given'}` }
}
