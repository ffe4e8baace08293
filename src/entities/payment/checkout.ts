import type { CheckoutAnswered, CheckoutAsked } from '@contract/payments'
import { invoke } from '@/lib/server/api'

/** What is paid: a booking, a tip, a top-up of the wallet, which may be for a payment request, or a debt (a wallet with a negative balance). */
export type PaymentTarget =
  | { purpose: 'booking'; booking_id: string }
  | { purpose: 'tip'; booking_id: string; amount: number }
  | { purpose: 'topup'; amount: number }
  | { purpose: 'topup'; request_id: string }
  | { purpose: 'debt' }

/** The chosen way to pay: the provider; also a saved card, or the consent to save a new card, if the person chose one. */
export type PaymentWay = Pick<CheckoutAsked, 'provider' | 'card' | 'consent'>

/** Leaves this page by submitting a form to another site. */
export function postForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  document.body.append(form)
  form.submit()
}

/**
 * Starts a payment and opens the provider's page for it. Calls with the same key start only one payment.
 *
 * @throws AppError `no_provider_found`, `wrong_status`, …
 */
export async function startPayment(target: PaymentTarget, way: PaymentWay, client_key: string): Promise<void> {
  const { link, fields } = await invoke<CheckoutAnswered>('payments/checkout', { ...target, ...way, client_key })
  postForm(link, fields)
}
