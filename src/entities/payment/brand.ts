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

/** The name under which people know a payment provider. @param t translates keys of the namespace `pay` */
export const brandOf = (name: string, t: TFunction<'pay'>): string =>
  brands[name] ?? (name === 'test' ? t('page.test.title') : name)
