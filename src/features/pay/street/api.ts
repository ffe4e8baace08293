import type { CheckoutAnswered } from '@contract/payments'
import useSWR from 'swr'
import { postForm } from '@/entities/payment'
import { invoke, unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** While a bill is open somebody may pay it elsewhere, or the driver take cash. */
const LOOK_MS = 5000

/** The bill of a street trip, for anyone with its link. */
export function useStreetBill(token: string) {
  return useSWR(
    ['street-bill', token] as const,
    async ([, known]) => await unwrap(supabase.rpc('street_bill', { token: known })),
    { refreshInterval: (bill) => (bill?.status === 'PENDING' ? LOOK_MS : 0) }
  )
}

const begunKey = (token: string) => `street-pay:${token}`

/** The payment that this browser began at the link; null before, and without storage. */
export function begunPayment(token: string): string | null {
  try {
    return sessionStorage.getItem(begunKey(token))
  } catch {
    return null
  }
}

/** Another one may be begun. */
export function forgetPayment(token: string): void {
  try {
    sessionStorage.removeItem(begunKey(token))
  } catch {}
}

/** Leaves for the payment's page. A repeated key is the same payment. @throws AppError `no_provider_found`, `wrong_status`, … */
export async function payStreetTrip(pay_token: string, provider: string, client_key: string): Promise<void> {
  const body = { purpose: 'booking', provider, client_key, pay_token }
  const { payment_id, link, fields } = await invoke<CheckoutAnswered>('payments/checkout', body)
  try {
    sessionStorage.setItem(begunKey(pay_token), payment_id)
  } catch {}
  postForm(link, fields)
}
