import type { Act, CheckoutAnswered, PaymentState } from '@contract/payments'
import useSWR from 'swr'
import { type FareLine, fareLines } from '@/entities/fare'
import { postForm } from '@/entities/payment'
import { invoke, unwrap } from '@/lib/api'
import { toAppError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

/** What a passenger who hailed a car has to pay. */
export interface StreetBill {
  reference: string
  status: string
  amount: number
  lines: FareLine[]
  distanceKm: number | null
  vehicleNumber: string | null
  company: string
}

async function getBill(token: string): Promise<StreetBill> {
  const bill = await unwrap(supabase.rpc('street_bill', { token }))
  return {
    reference: bill.reference ?? '',
    status: bill.status ?? '',
    amount: bill.amount ?? 0,
    lines: fareLines(bill.lines),
    distanceKm: bill.distance_km,
    vehicleNumber: bill.vehicle_number,
    company: bill.company ?? ''
  }
}

/** Nothing tells a visitor of a change (ms). */
const AGAIN_MS = 3000

const isOpen = (bill?: StreetBill) => bill?.status === 'PENDING'

/** The bill, asked for again until it is paid. */
export const useStreetBill = (token: string) =>
  useSWR(['street-bill', token], () => getBill(token), {
    refreshInterval: (bill) => (isOpen(bill) ? AGAIN_MS : 0)
  })

/** Null where no payment was begun with the link. */
async function getPayment(pay_token: string): Promise<PaymentState | null> {
  try {
    return await invoke<PaymentState>('payments/status', { pay_token })
  } catch (error) {
    if (toAppError(error).key === 'payment_not_found') return null
    throw error
  }
}

/** The payment that was begun with the link last; asked again until it is decided. */
export const useStreetPayment = (token: string) =>
  useSWR(['street-payment', token], () => getPayment(token), {
    refreshInterval: (answer) => (answer?.payment.status === 'created' ? AGAIN_MS : 0)
  })

/** Leaves for the provider. A repeated key is the same payment. @throws AppError `no_provider_found`, `wrong_status`, … */
export async function startStreetPayment(pay_token: string, provider: string, client_key: string): Promise<void> {
  const { link, fields } = await invoke<CheckoutAnswered>('payments/street', { pay_token, provider, client_key })
  postForm(link, fields)
}

export const completeStreetPayment = (pay_token: string, params: Record<string, string>) =>
  invoke<PaymentState>('payments/complete', { pay_token, params })

export const actOnStreetTest = (pay_token: string, act: Act) =>
  invoke<PaymentState>('payments/test/act', { pay_token, act })
