import type { CheckoutAnswered } from '@contract/payments'
import useSWR from 'swr'
import { postForm } from '@/entities/payment'
import { invoke, unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** Interval between requests while a bill is open (ms): someone may pay it on another device, or the driver may take cash. */
const LOOK_MS = 5000

/** The bill of a street trip (the passenger got in without booking), for anyone with its link. */
export function useStreetBill(token: string) {
  return useSWR(
    ['street-bill', token] as const,
    async ([, known]) => await unwrap(supabase.rpc('street_bill', { token: known })),
    { refreshInterval: (bill) => (bill?.status === 'PENDING' ? LOOK_MS : 0) }
  )
}

const begunKey = (token: string) => `street-pay:${token}`

/** The id of the payment that this tab began for the link's trip; null if none, or if storage is unavailable. */
export function begunPayment(token: string): string | null {
  try {
    return sessionStorage.getItem(begunKey(token))
  } catch {
    return null
  }
}

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
