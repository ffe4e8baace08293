import type { PaymentState } from '@contract/payments'
import { useMemo } from 'react'
import useSWR from 'swr'
import { useSession } from '@/entities/person'
import { invoke } from '@/lib/server/api'
import { useBroadcast } from '@/lib/server/use-broadcast'

export type PaymentStatus = PaymentState

export type Next = NonNullable<PaymentState['next']>

/** Interval between requests for a payment's result (ms): most providers confirm within seconds. */
const SOON_MS = 2000

/** Without a result after this time (ms), the interval becomes `LATER_MS`. */
const PATIENT_AFTER_MS = 60_000

const LATER_MS = 15_000

/**
 * Whether a payment still waits for its result; only then is it requested again. (After a failure the person may try again.)
 */
const isOpen = (answer?: PaymentStatus) => answer?.payment.status === 'created'

/**
 * Returns the argument that identifies a passenger without an account: the token of the payment link. Such passengers took a
 * street trip, for which no booking is needed. Without a token, the result is empty.
 */
export const linked = (payToken: string | null) => (payToken ? { pay_token: payToken } : {})

export const getStatus = (payment_id: string, payToken: string | null = null): Promise<PaymentStatus> =>
  invoke<PaymentStatus>('payments/status', { payment_id, ...linked(payToken) })

/** A payment and its next step, requested at an interval until the provider has decided. */
export function usePaymentStatus(id: string | null, payToken: string | null = null) {
  const { profile } = useSession()
  const since = useMemo(() => Date.now(), [])
  const swr = useSWR(
    (profile || payToken) && id ? (['payment', id] as const) : null,
    ([, known]) => getStatus(known, payToken),
    {
      refreshInterval: (answer) => {
        if (!isOpen(answer)) return 0
        return Date.now() - since > PATIENT_AFTER_MS ? LATER_MS : SOON_MS
      }
    }
  )
  useBroadcast(profile && id ? `user:${profile.id}` : null, () => swr.mutate(), { events: ['wallet', 'booking'] })
  return swr
}
