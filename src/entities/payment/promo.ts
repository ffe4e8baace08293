import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** What a promotion takes off a quote. */
export interface Discount {
  /** As the operator writes it. */
  code: string
  amount: number
  payable: number
  /** What is payable, as it is paid in cash. */
  cash: number
}

/**
 * Puts a promotion on a quote, or takes it off with an empty code. The use is taken when the quote is booked.
 *
 * @throws AppError `promo_not_found`, `promo_expired`, `promo_min_order`, `promo_used`, `promo_used_up`
 */
export async function applyPromo(quoteId: string, code: string): Promise<Discount> {
  const quote = await unwrap(supabase.rpc('apply_promo', { quote_id: quoteId, code }))
  const { promo_code, discount_amount, payable_amount, cash_amount } = quote
  return { code: promo_code ?? '', amount: discount_amount, payable: payable_amount, cash: cash_amount }
}
