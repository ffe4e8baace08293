import { braintree } from './braintree/adapter.ts'
import { culqi } from './culqi/adapter.ts'
import { flutterwave } from './flutterwave/adapter.ts'
import { liqpay } from './liqpay/adapter.ts'
import { mercadopago } from './mercadopago/adapter.ts'
import { payfast } from './payfast/adapter.ts'
import { paypal } from './paypal/adapter.ts'
import { paystack } from './paystack/adapter.ts'
import { paytm } from './paytm/adapter.ts'
import { payulatam } from './payulatam/adapter.ts'
import { razorpay } from './razorpay/adapter.ts'
import { securepay } from './securepay/adapter.ts'
import { squareup } from './squareup/adapter.ts'
import { stripe } from './stripe/adapter.ts'
import { test } from './test/adapter.ts'
import { wipay } from './wipay/adapter.ts'
import type { Provider } from './types.ts'

/** Every payment provider, in alphabetical order. */
export const PROVIDERS: readonly Provider[] = [
  braintree,
  culqi,
  flutterwave,
  liqpay,
  mercadopago,
  payfast,
  paypal,
  paystack,
  paytm,
  payulatam,
  razorpay,
  securepay,
  squareup,
  stripe,
  test,
  wipay,
]
