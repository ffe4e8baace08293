const providers: Record<string, string> = {
  paypal: 'PayPal',
  braintree: 'Braintree',
  stripe: 'Stripe',
  paytm: 'Paytm',
  payulatam: 'PayU Latam',
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

/** The name of a payment provider, as the provider writes it. */
export const providerName = (provider: string): string => providers[provider] ?? provider
