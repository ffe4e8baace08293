import type { Act } from '@contract/payments'
import { invoke } from '@/lib/server/api'
import { linked, type PaymentStatus } from './queries'

/** Submits what the provider's embedded form returned. @throws AppError `payment_declined`, … */
export const completePayment = (
  payment_id: string,
  params: Record<string, string>,
  payToken: string | null
): Promise<PaymentStatus> => invoke<PaymentStatus>('payments/complete', { payment_id, params, ...linked(payToken) })

/** Sets the test provider's result for a payment. */
export const actOnTest = (payment_id: string, act: Act, payToken: string | null): Promise<PaymentStatus> =>
  invoke<PaymentStatus>('payments/test/act', { payment_id, act, ...linked(payToken) })
