import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, object } from '../../../_shared/http-client/json.ts'
import { formOf, isSame } from '../digest.ts'
import { BadSignature } from '../errors.ts'
import { emailOf } from '../figures.ts'
import { toMajor } from '../money.ts'
import { inside, ourId, textOf } from '../read.ts'
import { sendOnce, settled } from '../refunding.ts'
import type { Payment, Provider, Refund, Refunded } from '../types.ts'
import { factsOf, readOrders, refundsOf, refusal } from './orders.ts'
import { ALGORITHMS, type Keys, signConfirmation, signForm } from './signature.ts'

const LANGUAGES = ['es', 'en', 'pt']

/**
 * PayU Latam. The browser posts a signed form. The signature of PayU's webhook ("confirmation") does not cover whether it is
 * about a charge or a refund, live or test. So the order is queried, and only that response counts.
 */
export const payulatam: Provider = {
  name: 'payulatam',
  variables: ['PAYULATAM_MERCHANT_ID', 'PAYULATAM_ACCOUNT_ID', 'PAYULATAM_API_KEY', 'PAYULATAM_API_LOGIN'],
  options: ['PAYULATAM_SIGNATURE', 'PAYULATAM_SECRET_KEY', 'PAYULATAM_SANDBOX'],
  hosts: ['api.payulatam.com', 'sandbox.api.payulatam.com'],
  make({ secret, option, client }) {
    const isTest = option('PAYULATAM_SANDBOX') === 'true'
    const part = isTest ? 'sandbox.' : ''
    const checkout = `https://${part}checkout.payulatam.com`
    const account = secret('PAYULATAM_ACCOUNT_ID')
    const keys: Keys = {
      apiKey: secret('PAYULATAM_API_KEY'),
      merchant: secret('PAYULATAM_MERCHANT_ID'),
      ...algorithmOf(option('PAYULATAM_SIGNATURE'), option('PAYULATAM_SECRET_KEY')),
    }
    const merchant = { apiLogin: secret('PAYULATAM_API_LOGIN'), apiKey: keys.apiKey }

    return {
      currencies: ['COP', 'ARS', 'BRL', 'CLP', 'MXN', 'PEN', 'USD'],
      isTest,
      origins: { form: [checkout] },

      create(payment, urls) {
        const amount = toMajor(payment.amount, payment.currency)
        const { firstName, lastName, mobile } = payment.customer
        const email = emailOf(payment)
        const name = `${firstName} ${lastName}`.trim()
        const fields = {
          merchantId: keys.merchant,
          accountId: account,
          description: payment.product.slice(0, 255),
          referenceCode: payment.id,
          amount,
          // Report no tax to PayU: the amount includes the taxes, which our own receipt shows.
          tax: '0',
          taxReturnBase: '0',
          currency: payment.currency,
          algorithmSignature: keys.algorithm,
          signature: signForm(keys, payment.id, amount, payment.currency),
          test: isTest ? '1' : '0',
          lng: LANGUAGES.includes(payment.lang) ? payment.lang : 'es',
          buyerFullName: name.slice(0, 150),
          buyerEmail: email.slice(0, 255),
          telephone: mobile.slice(0, 20),
          payerFullName: name.slice(0, 50),
          payerEmail: email.slice(0, 255),
          payerPhone: mobile.slice(0, 20),
          responseUrl: urls.back,
          confirmationUrl: urls.webhook,
        }
        return Promise.resolve({ next: { kind: 'form', action: `${checkout}/ppp-web-gateway-payu/`, fields } })
      },

      async verify({ bytes }, budget) {
        const said = formOf(bytes)
        const sign = said.get('sign')?.toLowerCase()
        if (said.get('merchant_id') !== keys.merchant || !isSame(signConfirmation(keys, said), sign)) {
          throw new BadSignature('the signature is wrong')
        }
        const reference = ourId(said.get('reference_sale'))
        if (!reference) return []
        const orders = await ordersOf(reference, budget)
        // After this error PayU sends the webhook again later. By then its queries return the order.
        if (orders.length === 0) throw garbage('PayU confirms an order that its queries do not know yet')
        return orders.flatMap((order) => factsOf(order, isTest))
      },

      fetch: async ({ id }, budget) => (await ordersOf(id, budget)).flatMap((order) => factsOf(order, isTest)),

      async refund(payment, refund, budget) {
        const [order, parent] = payment.chargeRef?.split('/') ?? []
        if (!order || !parent) return { state: 'failed', reason: 'PayU told no transaction of this payment' }
        const found = (await ordersOf(payment.id, budget)).find(({ id }) => String(id) === order)
        const known = knownOf(payment, refund, found ?? {})
        if (known) return known
        const isWhole = refund.amount === payment.amount
        const value = toMajor(refund.amount, payment.currency)
        const transaction = {
          order: { id: order },
          type: isWhole ? 'REFUND' : 'PARTIAL_REFUND',
          reason: `Refund ${refund.id}`,
          parentTransactionId: parent,
          ...(!isWhole && { additionalValues: { TX_VALUE: { value, currency: payment.currency } } }),
        }
        const question = { command: 'SUBMIT_TRANSACTION', transaction }
        return await sendOnce(() => call('payments-api', question, false, budget, readRefund))
      },
    }

    async function ordersOf(reference: string, budget: Budget): Promise<Json[]> {
      const question = { command: 'ORDER_DETAIL_BY_REFERENCE_CODE', details: { referenceCode: reference } }
      const orders = await call('reports-api', question, true, budget, readOrders)
      return orders.filter(({ referenceCode }) => referenceCode === reference)
    }

    function call<Result>(
      api: 'payments-api' | 'reports-api',
      body: Json,
      isRepeatable: boolean,
      budget: Budget,
      read: (answer: unknown) => Result,
    ): Promise<Result> {
      const url = new URL(`https://${part}api.payulatam.com/${api}/4.0/service.cgi`)
      const question = { test: isTest, language: 'en', merchant, ...body }
      return client.ask({ operation: api, url, body: question, isRepeatable }, budget, read)
    }
  },
}

function algorithmOf(name = 'MD5', secretKey = ''): Pick<Keys, 'algorithm' | 'secretKey'> {
  const algorithm = ALGORITHMS.find((one) => one === name.toUpperCase())
  if (!algorithm) throw new Error(`PAYULATAM_SIGNATURE is none of ${ALGORITHMS.join(', ')}`)
  if (algorithm === 'HMAC-SHA256' && secretKey === '') throw new Error('PAYULATAM_SECRET_KEY is not set')
  return { algorithm, secretKey }
}

/** Returns the outcome of a refund that may have been requested before; null if it has to be requested now. */
function knownOf(payment: Payment, refund: Refund, order: Json): Refunded | null {
  const refunds = refundsOf(order)
  const approved = refunds.filter(({ state }) => state === 'APPROVED')
  const gone = order.status === 'REFUNDED'
    ? payment.amount
    : approved.reduce((total, { sum }) => total + (sum.amount ?? payment.amount), 0)
  const known = settled(refund, gone, payment.amount)
  if (known) return known
  if (!refund.isRepeated) return null
  const last = refunds.at(-1)
  const isDeclined = last?.state === 'DECLINED' && last.isFinal && (last.sum.amount ?? payment.amount) === refund.amount
  // PayU reviews a refund for days. Until then the order does not show the refund, so the refund counts as pending.
  return isDeclined ? { state: 'failed', reason: 'PayU declined it after its review' } : { state: 'pending' }
}

function readRefund(answer: unknown): Refunded {
  const { code, error, transactionResponse } = object(answer, 'the answer')
  if (code === 'ERROR') {
    const failure = refusal(error)
    if (failure.kind === 'denied') throw failure
    return { state: 'failed', reason: `PayU refused: ${textOf(error)?.slice(0, 200) ?? 'no reason given'}` }
  }
  const { state, transactionId, responseCode } = inside(transactionResponse)
  const ref = textOf(transactionId)
  if (code !== 'SUCCESS' || typeof state !== 'string') throw garbage('the answer says nothing of the refund')
  if (state === 'DECLINED' || state === 'ERROR') {
    return { state: 'failed', reason: `PayU declined it: ${textOf(responseCode) ?? 'no reason given'}` }
  }
  return { state: state === 'APPROVED' ? 'done' : 'pending', ...(ref && { ref }) }
}
