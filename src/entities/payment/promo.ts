import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** A promotion's discount on a quote. */
export interface Discount {
  /** In the operator's spelling. */
  code: string
  amount: number
  payable: number
  /** The payable amount, rounded for cash. */
  cash: number
}

/**
 * Applies a promotion to a quote, or removes it with an empty code. Its use is counted when the quote is booked.
 *
 * @throws AppError `promo_not_found`, `promo_expired`, `promo_min_order`, `promo_used`, `promo_used_up`
 */
export async function applyPromo(quoteId: string, code: string): Promise<Discount> {
  const quote = await unwrap(supabase.rpc('apply_promo', { quote_id: quoteId, code }))
  const { promo_code, discount_amount, payable_amount, cash_amount } = quote
  return { code: promo_code ?? '', amount: discount_amount, payable: payable_amount, cash: cash_amount }
}
