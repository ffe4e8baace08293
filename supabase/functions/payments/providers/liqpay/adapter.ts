import type { Budget } from '../../../_shared/http-client/client.ts'
import { type Json, object, text } from '../../../_shared/http-client/json.ts'
import { formOf, isSame, minorOf } from '../digest.ts'
import { BadSignature } from '../errors.ts'
import { feeOf } from '../figures.ts'
import { toMajor } from '../money.ts'
import { ourId, pick, textOf } from '../read.ts'
import { sendOnce, settled } from '../refunding.ts'
import type { Fact, Payment, Provider, Refunded } from '../types.ts'
import { decode, encode, sign } from './signature.ts'

const HOST = 'https://www.liqpay.ua'
/** Time that the customer has to pay (ms). */
const OPEN_MS = 60 * 60_000
const VERSION = 3
const KEPT = [
  'payment_id',
  'order_id',
  'liqpay_order_id',
  'action',
  'status',
  'amount',
  'currency',
  'refund_amount',
  'receiver_commission',
  'err_code',
]

/** The kind of fact for each status that decides a payment; with any other status the payment is pending. */
const KINDS: Record<string, Fact['kind']> = {
  success: 'paid',
  // The payment is captured; LiqPay transfers the money to the company with its next daily transfer.
  wait_compensation: 'paid',
  hold_wait: 'authorized',
  failure: 'failed',
  error: 'failed',
}

/**
 * LiqPay of PrivatBank. The browser posts a signed form; the signature of LiqPay's webhook covers all fields of the webhook.
 */
export const liqpay: Provider = {
  name: 'liqpay',
  variables: ['LIQPAY_PUBLIC_KEY', 'LIQPAY_PRIVATE_KEY'],
  hosts: ['www.liqpay.ua'],
  make({ secret, client, now }) {
    const publicKey = secret('LIQPAY_PUBLIC_KEY')
    const privateKey = secret('LIQPAY_PRIVATE_KEY')
    const isTest = publicKey.startsWith('sandbox_')

    const signed = (parameters: Json) => {
      const data = encode({ version: VERSION, public_key: publicKey, ...parameters })
      return { data, signature: sign(data, privateKey) }
    }
    const request = (operation: string, parameters: Json, isRepeatable: boolean, budget: Budget) =>
      client.ask(
        {
          operation,
          url: new URL(`${HOST}/api/request`),
          form: new URLSearchParams(signed({ action: operation, ...parameters })),
          isRepeatable,
        },
        budget,
        (json) => {
          const answer = object(json, 'the answer')
          text(answer.status ?? answer.result, 'status')
          return answer
        },
      )
    const status = (id: string, budget: Budget) => request('status', { order_id: id }, true, budget)

    return {
      currencies: ['UAH', 'USD', 'EUR'],
      isTest,
      origins: { form: [HOST] },

      create(payment, urls) {
        const ends = new Date(now() + OPEN_MS).toISOString()
        const fields = signed({
          action: payment.isHold ? 'hold' : 'pay',
          amount: major(payment.amount, payment.currency),
          currency: payment.currency,
          description: payment.product,
          order_id: payment.id,
          language: payment.lang === 'uk' ? 'uk' : 'en',
          expired_date: ends.slice(0, 19).replace('T', ' '),
          result_url: urls.back,
          server_url: urls.webhook,
        })
        return Promise.resolve({ next: { kind: 'form', action: `${HOST}/api/3/checkout`, fields }, expiresAt: ends })
      },

      verify({ bytes }) {
        return Promise.resolve().then(() => {
          const form = formOf(bytes)
          const data = form.get('data') ?? ''
          if (!isSame(sign(data, privateKey), form.get('signature'))) throw new BadSignature('the signature is wrong')
          return factsOf(decode(data))
        })
      },

      fetch: async (payment, budget) => factsOf(await status(payment.id, budget)),

      async refund(payment, refund, budget) {
        const known = settled(refund, goneOf(payment, await status(payment.id, budget)), payment.amount)
        if (known) return known
        const amount = major(refund.amount, payment.currency)
        const order = { order_id: payment.id, amount }
        return await sendOnce(async () => refundedOf(await request('refund', order, false, budget)))
      },

      async capture(payment, amount, budget) {
        const order = { order_id: payment.id, amount: major(amount, payment.currency) }
        const said = await request('hold_completion', order, true, budget)
        // LiqPay refuses to capture a hold twice, so query the payment's state after a refusal.
        if (said.status !== 'success') return factsOf(await status(payment.id, budget))
        return factsOf({ ...said, ...ofHold(payment, amount) })
      },

      async void(payment, budget) {
        const said = await request('refund', { order_id: payment.id }, true, budget)
        if (said.status !== 'reversed') return factsOf(await status(payment.id, budget))
        return factsOf({ ...said, ...ofHold(payment, payment.amount) })
      },
    }

    function factsOf(said: Json): Fact[] {
      const paymentId = ourId(said.order_id)
      const chargeRef = idOf(said.payment_id)
      const currency = textOf(said.currency)
      // LiqPay's `payment_id` (`chargeRef`) is missing until the customer has made an attempt. Actions other than `pay` and
      // `hold`, such as subscriptions, were not requested by us.
      if (!paymentId || !chargeRef || !currency || !['pay', 'hold'].includes(String(said.action))) return []
      const kind = kindOf(said)
      const fee = feeOf(said.receiver_commission, currency)
      const amount = minorOf(kind === 'refunded' ? said.refund_amount ?? said.amount : said.amount, currency, 'amount')
      const state = kind === 'pending' ? said.status : kind === 'refunded' ? `${kind}:${amount}` : kind
      return [{
        eventId: `${chargeRef}:${state}`,
        kind,
        paymentId,
        chargeRef,
        amount,
        currency,
        ...(fee !== undefined && kind === 'paid' && { fee }),
        raw: pick(said, ...KEPT),
      }]
    }

    function kindOf({ status, action, completion_date }: Json): Fact['kind'] {
      // With live keys a test payment must never count as paid.
      if (status === 'sandbox') return isTest ? 'paid' : 'failed'
      if (status === 'reversed') return action === 'hold' && !completion_date ? 'voided' : 'refunded'
      return KINDS[String(status)] ?? 'pending'
    }
  },
}

const major = (amount: number, currency: string) => Number(toMajor(amount, currency))
/** Returns the fields that LiqPay may omit in its response about a hold. */
const ofHold = ({ id, currency }: Payment, amount: number) => ({
  action: 'hold',
  order_id: id,
  amount: major(amount, currency),
  currency,
})
const idOf = (value: unknown) => typeof value === 'number' ? String(value) : textOf(value)

/** Returns the amount of a payment that LiqPay has refunded so far, in minor units; null if the response does not state it. */
function goneOf({ amount, currency }: Payment, { status, refund_amount }: Json): number | null {
  if (refund_amount !== undefined && refund_amount !== null) return minorOf(refund_amount, currency, 'refund_amount')
  return status === 'reversed' ? amount : null
}

function refundedOf(said: Json): Refunded {
  const { status, wait_amount, err_code } = said
  if (said.result === 'error' || status === 'error' || status === 'failure') {
    return { state: 'failed', reason: `LiqPay refused: ${textOf(err_code) ?? 'no reason given'}` }
  }
  // With `wait_amount` the company's balance at LiqPay is too low: LiqPay executes the refund once later payments suffice.
  const isDone = (status === 'reversed' || status === 'success') && wait_amount !== true && wait_amount !== 'true'
  return { state: isDone ? 'done' : 'pending' }
}
