import { garbage } from '../../../_shared/http-client/failure.ts'
import { object, text } from '../../../_shared/http-client/json.ts'
import { isSame } from '../digest.ts'
import { BadSignature } from '../errors.ts'
import { toMajor } from '../money.ts'
import type { Fact, Payment, Provider, ProviderRequest } from '../types.ts'
import { hashOf, isOfOrder, orderOf } from './signature.ts'

/** The accepted currencies, by the country of the merchant's account: Barbados, Jamaica, Trinidad and Tobago. */
const CURRENCIES: Record<string, readonly string[]> = { BB: ['USD'], JM: ['JMD', 'USD'], TT: ['TTD', 'USD'] }
/**
 * Smallest payment in minor units: one US dollar, or 6.80 Trinidad and Tobago dollars, which is WiPay's rate for one US dollar.
 */
const LEAST: Record<string, number> = { USD: 100, TTD: 680 }
/** Statuses of a successful response. WiPay may also use a redirect status, with the same JSON in the body. */
const OK = [200, 201, 202, 301, 302, 303]
const KEPT = ['status', 'message', 'date', 'order_id', 'transaction_id', 'total', 'currency']

/**
 * WiPay of the Caribbean. Its API has no webhooks, queries or refunds. We learn the result only from the signed address to
 * which the customer's browser returns.
 */
export const wipay: Provider = {
  name: 'wipay',
  variables: ['WIPAY_ACCOUNT_NUMBER', 'WIPAY_API_KEY', 'WIPAY_COUNTRY'],
  options: ['WIPAY_SANDBOX'],
  hosts: Object.keys(CURRENCIES).map((country) => hostOf(country)),
  make({ secret, option, client }) {
    const account = secret('WIPAY_ACCOUNT_NUMBER')
    const key = secret('WIPAY_API_KEY')
    const country = secret('WIPAY_COUNTRY').toUpperCase()
    const currencies = CURRENCIES[country]
    if (!currencies) throw new Error(`WIPAY_COUNTRY is none of ${Object.keys(CURRENCIES).join(', ')}`)
    const isTest = option('WIPAY_SANDBOX') === 'true'

    return {
      currencies,
      limits: (currency) => (LEAST[currency] === undefined ? {} : { min: LEAST[currency] }),
      isTest,
      // The payment page must allow these origins as targets of forms. WiPay redirects the customer to the bank's page: at
      // First Atlantic Commerce, or in Jamaica at First Global Bank (ipg-online.com).
      origins: {
        form: ['https://*.wipayfinancial.com', 'https://*.firstatlanticcommerce.com', 'https://*.ipg-online.com'],
      },

      async create(payment, urls, budget) {
        const order = orderOf(payment.id, country)
        const form = new URLSearchParams({
          account_number: account,
          avs: '0',
          country_code: country,
          currency: payment.currency,
          environment: isTest ? 'sandbox' : 'live',
          // The merchant pays WiPay's fee. So the customer pays exactly the amount that we show and that the hash covers.
          fee_structure: 'merchant_absorb',
          method: 'credit_card',
          order_id: order,
          origin: 'Hackney',
          response_url: urls.back,
          total: toMajor(payment.amount, payment.currency),
        })
        const url = new URL(`https://${hostOf(country)}/plugins/payments/request`)
        return await client.ask({ operation: 'create', url, form, ok: OK }, budget, (json) => {
          const answer = object(json, 'the answer')
          const ref = text(answer.transaction_id, 'transaction_id')
          if (!isOfOrder(ref, order, isTest)) throw garbage('transaction_id is of another order')
          return { next: { kind: 'redirect', url: https(answer.url) }, ref }
        })
      },

      verify() {
        throw new BadSignature('WiPay sends no webhooks')
      },

      returned(payment, heard) {
        return Promise.resolve().then(() => [factOf(payment, parametersOf(heard))])
      },

      refund: () => Promise.resolve({ state: 'failed', reason: 'WiPay gives nothing back by its API' }),
    }

    function factOf(payment: Payment, query: URLSearchParams): Fact {
      const transaction = query.get('transaction_id') ?? ''
      const order = orderOf(payment.id, country)
      // Accept only the transaction that we began. Anyone can begin a transaction for our account, even in another currency,
      // because the hash does not cover the currency.
      if (transaction !== payment.ref || !isOfOrder(transaction, order, isTest)) {
        throw new BadSignature('the transaction is not the one of this payment')
      }
      const raw = Object.fromEntries(KEPT.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])))
      const fact = { paymentId: payment.id, ref: transaction, chargeRef: transaction, raw }
      if (!query.has('hash') && ['failed', 'error'].includes(query.get('status') ?? '')) {
        // WiPay never signs a failure, so the failure may be forged. Therefore it ends only this attempt: a signed success
        // still counts afterwards.
        return { ...fact, eventId: `${transaction}:failed`, kind: 'failed', amount: null, currency: null }
      }
      const total = toMajor(payment.amount, payment.currency)
      const isSuccess = query.get('status') === 'success' && isSame(hashOf(transaction, total, key), query.get('hash'))
      if (!isSuccess) throw new BadSignature('no success with a hash that fits')
      const { amount, currency } = payment
      return { ...fact, eventId: `${transaction}:paid`, kind: 'paid', amount, currency }
    }
  },
}

function hostOf(country: string): string {
  return `${country.toLowerCase()}.wipayfinancial.com`
}

/**
 * Returns the query parameters with which a customer returns. WiPay appends them with a question mark, even if the address
 * already has one.
 */
const parametersOf = ({ url }: ProviderRequest) => new URLSearchParams(url.search.slice(1).replaceAll('?', '&'))

function https(value: unknown): string {
  const url = URL.parse(text(value, 'url'))
  if (url?.protocol !== 'https:') throw garbage('url is no address of https')
  return url.href
}
