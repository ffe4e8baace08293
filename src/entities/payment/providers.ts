import type { ProviderListed, ProvidersAnswered } from '@contract/payments'
import useSWR from 'swr'
import { useSettings } from '@/entities/settings'
import { invoke } from '@/lib/server/api'

export type PaymentProvider = ProviderListed

const none: readonly PaymentProvider[] = []

const getProviders = async () => (await invoke<ProvidersAnswered>('payments/providers', {})).providers

/**
 * The request for the providers; its data are those that accept the operator's currency, once that is known. There are none if
 * the operator takes no cards, except for a booking that was made with a card.
 */
function useProviders(isWanted = true, isByCard = false) {
  const { settings } = useSettings()
  const { data, ...rest } = useSWR(isWanted ? 'payment-providers' : null, getProviders, {
    shouldRetryOnError: false,
    revalidateOnFocus: false
  })
  const takesCards = isByCard || settings?.card_payments
  return {
    ...rest,
    data: settings && data?.filter(({ currencies }) => takesCards && currencies.includes(settings.code))
  }
}

/**
 * The payment providers that accept the operator's currency. Empty until the list has loaded.
 *
 * @param isWanted false requests nothing
 * @param isByCard whether it is for a booking that was made with a card
 */
export function usePaymentProviders(isWanted = true, isByCard = false): readonly PaymentProvider[] {
  return useProviders(isWanted, isByCard).data ?? none
}

/** Why no payment provider is available, and a function that reloads the list; null if there are some or it still loads. */
export function useNoProvider(): { key: 'provider_fetch_error' | 'no_provider_found'; retry: () => void } | null {
  const { data, error, mutate } = useProviders()
  if (error && !data) return { key: 'provider_fetch_error', retry: () => void mutate() }
  return data?.length === 0 ? { key: 'no_provider_found', retry: () => void mutate() } : null
}
