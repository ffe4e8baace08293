import type { TFunction } from 'i18next'

/** Names of payment providers, which are the same in every language. */
const brands: Readonly<Record<string, string>> = {
  paypal: 'PayPal',
  braintree: 'Braintree',
  stripe: 'Stripe',
  paytm: 'Paytm',
  payulatam: 'PayU',
  flutterwave: 'Flutterwave',
  paystack: 'Paystack',
  securepay: 'SecurePay',
  payfast: 'PayFast',
  liqpay: 'LiqPay',
  culqi: 'Culqi',
  mercadopago: 'Mercado Pago',
  squareup: 'Square',
  wipay: 'WiPay',
  razorpay: 'Razorpay'
}

/** The name of a payment provider, as the provider writes it; its key if the name is unknown, as for the test provider. */
export const providerName = (provider: string): string => brands[provider] ?? provider

/** The name under which customers know a payment provider. @param t translates keys of the namespace `pay` */
export const brandOf = (provider: string, t: TFunction<'pay'>): string =>
  provider === 'test' ? t('page.test.title') : providerName(provider)
