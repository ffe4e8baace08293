import type { CheckoutAnswered, CheckoutAsked } from '@contract/payments'
import { invoke } from '@/lib/api'

/** The purpose of a payment. A debt is a negative wallet. */
type PaymentTarget =
  | { purpose: 'booking'; booking_id: string }
  | { purpose: 'tip'; booking_id: string; amount: number }
  | { purpose: 'topup'; amount: number }
  | { purpose: 'debt' }

/** The payment's provider: with a saved card, or with one that is saved with its owner's consent. */
export type PaymentWay = Pick<CheckoutAsked, 'provider' | 'card' | 'consent'>

/** Posts a form by navigating away from this page. */
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
 * Navigates to the payment's page. A repeated key is the same payment. @throws AppError `no_provider_found`, `wrong_status`, …
 */
export async function startPayment(target: PaymentTarget, way: PaymentWay, client_key: string): Promise<void> {
  const { link, fields } = await invoke<CheckoutAnswered>('payments/checkout', { ...target, ...way, client_key })
  postForm(link, fields)
}
