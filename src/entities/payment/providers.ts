import type { ProviderListed, ProvidersAnswered } from '@contract/payments'
import useSWR from 'swr'
import { useSettings } from '@/entities/settings'
import { invoke } from '@/lib/api'

export type PaymentProvider = ProviderListed

const none: readonly PaymentProvider[] = []

const getProviders = async () => (await invoke<ProvidersAnswered>('payments/providers', {})).providers

const useProviders = () =>
  useSWR('payment-providers', getProviders, { shouldRetryOnError: false, revalidateOnFocus: false })

/**
 * The providers that take the operator's currency. None while they are not known, and where they cannot be asked: then there is
 * nothing to press.
 */
export function usePaymentProviders(): readonly PaymentProvider[] {
  const { settings } = useSettings()
  const { data } = useProviders()
  return data?.filter(({ currencies }) => settings && currencies.includes(settings.code)) ?? none
}

/** Why nobody takes a payment: an error's key, and the way to ask again where the list did not come. */
export function useNoProvider(): { key: 'provider_fetch_error' | 'no_provider_found'; retry: () => void } | null {
  const { data, error, mutate } = useProviders()
  if (error && !data) return { key: 'provider_fetch_error', retry: () => void mutate() }
  return data?.length === 0 ? { key: 'no_provider_found', retry: () => void mutate() } : null
}
