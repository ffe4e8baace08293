import { readFunctionsEnv } from '../functions/environment.ts'
import { type PaymentOrigins, paymentOrigins } from '../functions/payment-providers.ts'

/** How long an answer counts (ms): a saved `.env` holds within seconds. */
const FRESH_MS = 5000

/** What the page has to allow for the payment providers that this stack's functions have keys of. */
export function createPaymentOrigins(root: string): () => PaymentOrigins {
  let known: PaymentOrigins | null = null
  let readAt = 0
  return () => {
    if (!known || performance.now() - readAt > FRESH_MS) {
      readAt = performance.now()
      known = paymentOrigins(root, readFunctionsEnv(root))
    }
    return known
  }
}
