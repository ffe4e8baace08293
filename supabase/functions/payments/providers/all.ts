import { flutterwave } from './flutterwave/adapter.ts'
import { liqpay } from './liqpay/adapter.ts'
import { mercadopago } from './mercadopago/adapter.ts'
import { payfast } from './payfast/adapter.ts'
import { paystack } from './paystack/adapter.ts'
import { stripe } from './stripe/adapter.ts'
import { test } from './test/adapter.ts'
import { wipay } from './wipay/adapter.ts'
import type { Provider } from './types.ts'

/** Every provider that there is, by name. */
export const PROVIDERS: readonly Provider[] = [
  flutterwave,
  liqpay,
  mercadopago,
  payfast,
  paystack,
  stripe,
  wipay,
  test,
]
