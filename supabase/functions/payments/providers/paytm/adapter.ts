import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, object, text } from '../../../_shared/http-client/json.ts'
import { formOf, minorOf } from '../digest.ts'
import { BadSignature, PaymentRefused } from '../errors.ts'
import { toMajor } from '../money.ts'
import { inside, ourId, pick, textOf } from '../read.ts'
import type { Fact, Payment, Provider, Refunded } from '../types.ts'
import { bodyText, checksumOf, isChecksum, textOfForm } from './signature.ts'

/** Paytm's only currency. Paytm's responses do not name the currency. */
const CURRENCY = 'INR'
/** Time in which the customer can pay (ms): a transaction's token is valid for 15 minutes. */
const OPEN_MS = 15 * 60_000
const LIVE = 'secure.paytmpayments.com'
const STAGE = 'securestage.paytmpayments.com'
/** Hosts of Paytm's API. Older merchants still use those at `paytm.in`. */
const HOSTS = [LIVE, STAGE, 'securegw.paytm.in', 'securegw-stage.paytm.in']
const STATES: Record<string, 'paid' | 'failed' | 'pending'> = {
  TXN_SUCCESS: 'paid',
  TXN_FAILURE: 'failed',
  PENDING: 'pending',
  NO_RECORD_FOUND: 'failed',
}
/** Result codes which mean that an order has no payment attempt, or that a refund was never requested. */
const UNKNOWN = ['331', '334', '631']
const KEPT = [
  'orderId',
  'txnId',
  'bankTxnId',
  'txnAmount',
  'refId',
  'refundId',
  'refundAmount',
  'paymentMode',
  'txnDate',
]

/**
 * Paytm of India. The browser posts a form that leads to Paytm's page. The checksum of a webhook that is sent as a form is
 * weak, because it covers the values without their names. So webhooks are only used to learn which order to query.
 */
export const paytm: Provider = {
  name: 'paytm',
  variables: ['PAYTM_MID', 'PAYTM_MERCHANT_KEY'],
  options: ['PAYTM_WEBSITE', 'PAYTM_HOST', 'PAYTM_SANDBOX'],
  hosts: HOSTS,
  make({ secret, option, client, now, nonce }) {
    const mid = secret('PAYTM_MID')
    const key = secret('PAYTM_MERCHANT_KEY')
    if (new TextEncoder().encode(key).length !== 16) throw new Error('PAYTM_MERCHANT_KEY has not 16 bytes')
    const isTest = option('PAYTM_SANDBOX') === 'true'
    const host = hostOf(option('PAYTM_HOST'), isTest)
    const website = option('PAYTM_WEBSITE') ?? (isTest ? 'WEBSTAGING' : 'DEFAULT')

    return {
      currencies: [CURRENCY],
      limits: () => ({ min: 100 }),
      isTest,
      origins: { form: [`https://${host}`] },

      async create(payment, urls, budget) {
        const body = {
          requestType: 'Payment',
          mid,
          websiteName: website,
          orderId: payment.id,
          callbackUrl: urls.back,
          txnAmount: { value: toMajor(payment.amount, CURRENCY), currency: CURRENCY },
          userInfo: userOf(payment),
        }
        const query = `?mid=${encodeURIComponent(mid)}&orderId=${payment.id}`
        const said = await call('create', `/theia/api/v1/initiateTransaction${query}`, body, {}, budget)
        const { resultStatus, resultCode } = inside(said.resultInfo)
        if (resultStatus !== 'S') throw new PaymentRefused(`Paytm refused: ${resultCode}`, 'payment_not_possible')
        const fields = { mid, orderId: payment.id, txnToken: text(said.txnToken, 'txnToken') }
        return {
          next: { kind: 'form', action: `https://${host}/theia/api/v1/showPaymentPage${query}`, fields },
          expiresAt: new Date(now() + OPEN_MS).toISOString(),
        }
      },

      async verify({ bytes, headers }, budget) {
        const { orderId, refId } = messageOf(bytes, headers)
        const order = ourId(orderId)
        if (!order) return []
        const refund = ourId(refId)
        return refund ? factsOfRefund(await refundStatus(order, refund, budget)) : await ask(order, budget)
      },

      fetch: ({ id }, budget) => ask(id, budget),

      async refund(payment, refund, budget) {
        const { chargeRef } = payment
        if (!chargeRef) return { state: 'failed', reason: 'Paytm told no transaction of this payment' }
        const refundAmount = toMajor(refund.amount, CURRENCY)
        const body = { mid, txnType: 'REFUND', orderId: payment.id, txnId: chargeRef, refId: refund.id, refundAmount }
        const done = refundedOf(await call('refund', '/refund/apply', body, { tokenType: 'AES' }, budget))
        if (done.state !== 'failed') return done
        // Paytm refuses a repeated request for the same refund. So query the refund: the refusal counts only if Paytm does not
        // know the refund.
        const known = await refundStatus(payment.id, refund.id, budget)
        return isUnknown(known) ? done : refundedOf(known)
      },
    }

    /** Checks a webhook and reads its ids. The webhook is a form or JSON, depending on the merchant's account. */
    function messageOf(bytes: Uint8Array, headers: Headers): { orderId: unknown; refId: unknown } {
      const sent = new TextDecoder().decode(bytes)
      const type = headers.get('content-type')
      const isJson = type === null ? /^\s*\{/.test(sent) : type.includes('json')
      if (!isJson) {
        const form = formOf(bytes)
        if (!isChecksum(textOfForm(form), key, form.get('CHECKSUMHASH'))) {
          throw new BadSignature('the checksum is wrong')
        }
        return { orderId: form.get('ORDERID'), refId: form.get('REFID') }
      }
      const { signature } = inside(inside(parse(sent)).head)
      const signed = bodyText(sent)
      if (signed === null || !isChecksum(signed, key, textOf(signature))) {
        throw new BadSignature('the checksum is wrong')
      }
      const { orderId, refId } = inside(parse(signed))
      return { orderId, refId }
    }

    async function ask(orderId: string, budget: Budget): Promise<Fact[]> {
      return factsOf(orderId, await call('status', '/v3/order/status', { mid, orderId }, {}, budget))
    }

    function refundStatus(orderId: string, refId: string, budget: Budget): Promise<Json> {
      return call('refund_status', '/v2/refund/status', { mid, orderId, refId }, {}, budget)
    }

    /** Sends a signed request to the API. Every request can be repeated, because orders and refunds carry our ids. */
    function call(operation: string, path: string, body: Json, head: Json, budget: Budget): Promise<Json> {
      const signature = checksumOf(JSON.stringify(body), key, nonce(2))
      const question = { body, head: { ...head, signature } }
      const url = new URL(`https://${host}${path}`)
      return client.ask({ operation, url, body: question, isRepeatable: true }, budget, (json) => {
        const said = object(object(json, 'the answer').body, 'body')
        text(inside(said.resultInfo).resultStatus, 'resultStatus')
        return said
      })
    }
  },
}

function hostOf(name: string | undefined, isTest: boolean): string {
  const host = name ?? (isTest ? STAGE : LIVE)
  if (!HOSTS.includes(host)) throw new Error(`PAYTM_HOST is none of ${HOSTS.join(', ')}`)
  if (host.includes('stage') !== isTest) throw new Error('PAYTM_HOST and PAYTM_SANDBOX say different things')
  return host
}

function userOf({ customer: { id, firstName, lastName, email, mobile } }: Payment): Json {
  const number = /^(?:\+?91)?([6-9]\d{9})$/.exec(mobile.replace(/[\s-]/g, ''))?.[1]
  return {
    custId: id,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(email && { email }),
    ...(number && { mobile: number }),
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new BadSignature('no JSON')
  }
}

const isUnknown = (said: Json) => UNKNOWN.includes(String(inside(said.resultInfo).resultCode))

function stateOf(said: Json): 'paid' | 'failed' | 'pending' {
  const state = STATES[String(inside(said.resultInfo).resultStatus)]
  if (!state) throw garbage('resultStatus is none of those that are documented')
  return state
}

function factsOf(orderId: string, said: Json): Fact[] {
  if (isUnknown(said)) return []
  const kind = stateOf(said)
  const chargeRef = textOf(said.txnId)
  if (said.orderId !== orderId) throw garbage('the answer is about another order')
  return [{
    eventId: `${chargeRef ?? orderId}:${kind}`,
    kind,
    paymentId: orderId,
    ...(chargeRef && { chargeRef }),
    amount: said.txnAmount === undefined && kind !== 'paid' ? null : minorOf(said.txnAmount, CURRENCY, 'txnAmount'),
    currency: CURRENCY,
    raw: rawOf(said),
  }]
}

function factsOfRefund(said: Json): Fact[] {
  const state = stateOf(said)
  const refundId = ourId(said.refId)
  if (isUnknown(said) || state === 'pending' || !refundId) return []
  const kind = state === 'paid' ? 'refunded' : 'refund_failed'
  const refundRef = textOf(said.refundId)
  const chargeRef = textOf(said.txnId)
  return [{
    eventId: `${refundId}:${kind}`,
    kind,
    paymentId: ourId(said.orderId),
    ...(chargeRef && { chargeRef }),
    amount: minorOf(said.refundAmount, CURRENCY, 'refundAmount'),
    currency: CURRENCY,
    refundId,
    ...(refundRef && { refundRef }),
    raw: rawOf(said),
  }]
}

function refundedOf(said: Json): Refunded {
  const ref = textOf(said.refundId)
  const state = stateOf(said)
  if (state !== 'failed') return { state: state === 'paid' ? 'done' : 'pending', ...(ref && { ref }) }
  const { resultCode, resultMsg } = inside(said.resultInfo)
  return { state: 'failed', reason: `Paytm refused: ${resultCode} ${textOf(resultMsg)?.slice(0, 200) ?? ''}`.trim() }
}

const rawOf = (said: Json) => ({
  ...pick(said, ...KEPT),
  ...pick(inside(said.resultInfo), 'resultStatus', 'resultCode'),
})
