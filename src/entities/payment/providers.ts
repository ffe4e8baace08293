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
}

/** What a payment is for. */
export type PaymentWish = { purpose: 'booking'; booking_id: string } | { purpose: 'topup'; amount: number }

/** Where a payment goes on: the fields are posted to the link. */
interface PaymentStart {
  link: string
  fields: Record<string, string>
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

/** Leaves for the provider's page. A repeated key is the same payment. */
export async function startPayment(wish: PaymentWish, provider: string, client_key: string): Promise<void> {
  const { link, fields } = await invoke<PaymentStart>('payments/checkout', { ...wish, provider, client_key })
  const form = document.createElement('form')
  form.method = 'post'
  form.action = link
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  document.body.append(form)
  form.submit()
}
