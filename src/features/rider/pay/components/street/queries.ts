import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

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

export const begunKey = (token: string) => `street-pay:${token}`

/** The id of the payment that this tab began for the link's trip; null if none, or if storage is unavailable. */
export function begunPayment(token: string): string | null {
  try {
    return sessionStorage.getItem(begunKey(token))
  } catch {
    return null
  }
}
