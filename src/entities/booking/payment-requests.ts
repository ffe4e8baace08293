import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'
import { bookingKeys } from './keys'

/** A request to a rider to pay more for a paid ride. Nothing is paid before the rider accepts. */
export type PaymentRequest = Tables<'payment_requests'>

/** The payment requests of a booking, newest first: for its rider and for admins. */
export function usePaymentRequests(bookingId: string) {
  return useSWR(bookingKeys.paymentRequests(bookingId), ([, id]) =>
    unwrap(supabase.from('payment_requests').select().eq('booking_id', id).order('id', { ascending: false }))
  )
}

/** Pays the request from the wallet. @throws AppError `insufficient_balance`, `payment_request_closed` */
export const acceptPaymentRequest = async (id: string): Promise<PaymentRequest> =>
  await unwrap(supabase.rpc('accept_payment_request', { id }))

export const declinePaymentRequest = async (id: string): Promise<PaymentRequest> =>
  await unwrap(supabase.rpc('decline_payment_request', { id }))
