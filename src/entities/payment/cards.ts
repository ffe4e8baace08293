import useSWR from 'swr'
import { useSession } from '@/entities/person'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Tables } from '@/types/database'

/** A person's card that a payment provider has stored. */
export type SavedCard = Pick<
  Tables<'payment_methods'>,
  'id' | 'provider' | 'brand' | 'last4' | 'exp_month' | 'exp_year' | 'consented_at'
>

export const savedCardsKey = (userId: string) => ['saved-cards', userId] as const

const getCards = async (userId: string): Promise<SavedCard[]> =>
  unwrap(
    supabase
      .from('payment_methods')
      .select('id,provider,brand,last4,exp_month,exp_year,consented_at')
      .eq('user_id', userId)
      .order('used_at', { ascending: false })
      .order('id')
  )

/** The caller's saved cards, the most recently used first. */
export function useSavedCards() {
  const { user } = useSession()
  return useSWR(user && savedCardsKey(user.id), ([, id]) => getCards(id))
}

/** Removes a card, and queues its deletion at the provider. Returns false if the person has no such card (any more). */
export const removeCard = async (id: string): Promise<boolean> => unwrap(supabase.rpc('remove_card', { id }))

const brands: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  verve: 'Verve'
}

/** The name of a card's brand as printed on cards; null if the brand is unknown. */
export const cardBrand = (brand: string): string | null => brands[brand] ?? null

/** The expiry date as printed on a card: `08/30`. */
export const cardExpiry = ({ exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>): string =>
  `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
