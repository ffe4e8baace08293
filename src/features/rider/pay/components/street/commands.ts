import type { CheckoutAnswered } from '@contract/payments'
import { postForm } from '@/entities/payment'
import { invoke } from '@/lib/server/api'
import { begunKey } from './queries'

/** Forgets the payment that this tab began, so that another one can begin. */
export function forgetPayment(token: string): void {
  try {
    sessionStorage.removeItem(begunKey(token))
  } catch {}
}

/**
 * Starts a payment for a street trip and opens the provider's page. Calls with the same key start only one payment.
 *
 * @throws AppError `no_provider_found`, `wrong_status`, …
 */
export async function payStreetTrip(pay_token: string, provider: string, client_key: string): Promise<void> {
  const body = { purpose: 'booking', provider, client_key, pay_token }
  const { payment_id, link, fields } = await invoke<CheckoutAnswered>('payments/checkout', body)
  try {
    sessionStorage.setItem(begunKey(pay_token), payment_id)
  } catch {}
  postForm(link, fields)
}
