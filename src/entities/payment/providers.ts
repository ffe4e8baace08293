import useSWR from 'swr'
import { useSettings } from '@/entities/settings'
import { invoke } from '@/lib/api'

/** Who takes cards and other ways to pay for the operator. */
export interface PaymentProvider {
  name: string
  /** Its logo; '' where it has none. */
  mark: string
  currencies: readonly string[]
  /** Of one payment; null where there is none. */
  limits: { min: number | null; max: number | null } | null
  /** Takes no real money. */
  test: boolean
  /** Can reserve money on a card before a ride. */
  holds: boolean
}

const none: readonly PaymentProvider[] = []

const getProviders = async () => (await invoke<{ providers: PaymentProvider[] }>('payments/providers', {})).providers

/**
 * The providers that take the operator's currency. None while they are not known, and where they cannot be asked: then there is
 * nothing to press.
 */
export function usePaymentProviders(): readonly PaymentProvider[] {
  const { settings } = useSettings()
  const { data } = useSWR('payment-providers', getProviders, { shouldRetryOnError: false, revalidateOnFocus: false })
  return data?.filter(({ currencies }) => settings && currencies.includes(settings.code)) ?? none
}
