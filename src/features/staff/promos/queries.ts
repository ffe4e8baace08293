import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'
import type { Database } from '@/types/database'
import type { Promo, PromoContent } from './components/promo-form'

type Filters = Database['public']['Functions']['list_promos']['Args']

/** Reads promotions in the form that the list shows. */
export const listPromos = async (filters: Filters, signal = AbortSignal.timeout(15_000)) =>
  // Safe cast: each column of the composite type is always set.
  (await unwrap(supabase.rpc('list_promos', filters).abortSignal(signal))) as Promo[]

/** Reads the current state of a promotion in the list's form; null if it was deleted. */
export const getPromo = async (id: string, signal?: AbortSignal): Promise<Promo | null> =>
  (await listPromos({ promo_id: id }, signal))[0] ?? null

export const promoKey = (id: string) => ['promo', id] as const

/** A promotion in the list's form, read again when staff change it or riders use it; a null id requests nothing. */
export function usePromo(id: string | null) {
  const promo = useSWR(id && promoKey(id), () => getPromo(id ?? ''))
  useBroadcast(id && 'admin', () => promo.mutate(), { events: ['promos'] })
  return promo
}

/** Counts the bookings and quotes that use a promotion. Counting stops at 100, so 100 means 100 or more. */
export const usePromoUses = (id: string) =>
  useSWR(['promo-uses', id], async () => {
    const counted = await unwrap(supabase.rpc('usage_of', { kind: 'promos', id }))
    const of = (table: string) => counted.find(({ used_by }) => used_by === table)?.uses ?? 0
    return { bookings: of('promo_uses'), quotes: of('fare_quotes') }
  })

export const previewPromo = async (promo: PromoContent, fare: number) =>
  unwrap(
    supabase.rpc('preview_promo', {
      discount_type: promo.promo_discount_type,
      discount_value: promo.promo_discount_value,
      max_discount: promo.max_promo_discount_value,
      min_order: promo.min_order,
      trip_cost: fare
    })
  )
