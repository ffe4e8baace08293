import { culqi } from './culqi/adapter.ts'
import { flutterwave } from './flutterwave/adapter.ts'
import { mercadopago } from './mercadopago/adapter.ts'
import { paypal } from './paypal/adapter.ts'
import { paystack } from './paystack/adapter.ts'
import { stripe } from './stripe/adapter.ts'
import { test } from './test/adapter.ts'
import type { Provider } from './types.ts'

/** Every provider that there is, by name. */
export const PROVIDERS: readonly Provider[] = [
  culqi,
  flutterwave,
  mercadopago,
  paypal,
  paystack,
  stripe,
  test,
]
