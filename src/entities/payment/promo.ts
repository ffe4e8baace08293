import type { Quote } from '@contract/routes'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** The discount that a promotion gives on a quote. */
export interface Discount {
  /** The promotion's code, as the operator spells it. */
  code: string
  amount: number
  /** The parts of the price with this discount. */
  price_parts: Quote['price_parts']
}

/**
 * Applies a promotion to a quote; an empty code removes it. The promotion counts as used when the quote is booked.
 *
 * @throws AppError `promo_not_found`, `promo_expired`, `promo_min_order`, `promo_used`, `promo_used_up`
 */
export async function applyPromo(quoteId: string, code: string): Promise<Discount> {
  const quote = await unwrap(supabase.rpc('apply_promo', { quote_id: quoteId, code }))
  const { promo_code, discount_amount, price_parts } = quote
  return {
    code: promo_code ?? '',
    amount: discount_amount,
    price_parts: price_parts as unknown as Quote['price_parts']
  }
}
