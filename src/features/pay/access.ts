import type { Act } from '@contract/payments'
import { createContext, useContext } from 'react'
import { paths } from '@/config/paths'
import { actOnTest, completePayment, type PaymentStatus } from './api'

/** How the page reaches a payment, and where it belongs. */
export interface PayAccess {
  complete: (paymentId: string, params: Record<string, string>) => Promise<PaymentStatus>
  act: (paymentId: string, act: Act) => Promise<PaymentStatus>
  /** The way back for somebody who pays later; null where there is none. */
  home: (status: PaymentStatus) => string | null
}

/** Of somebody who is signed in: their own payment, which belongs to a ride or to the wallet. */
const own: PayAccess = {
  complete: completePayment,
  act: actOnTest,
  home: ({ payment }) => (payment.booking_id ? paths.booking(payment.booking_id) : paths.wallet)
}

export const PayAccessContext = createContext<PayAccess>(own)

export const usePayAccess = () => useContext(PayAccessContext)
