import * as z from 'zod/mini'
import { day } from '@/components/form/day-schema'
import type { Values } from '@/components/form/merge'
import type { FormRules } from '@/components/form/rules'
import { columnsOf, optional } from '@/components/form/schema'
import { writeDecimal } from '@/lib/decimal'
import { KINDS, type STATES } from './kinds'

/** The form's schema; messages are keys of the error catalogue. */
export function promoSchema(rules: FormRules) {
  const c = columnsOf('promos', rules)
  return z
    .object({
      promo_name: c.text('promo_name', 'name_required'),
      promo_description: c.text('promo_description'),
      promo_discount_type: z.enum(KINDS),
      promo_discount_value: c.share('promo_discount_value'),
      max_promo_discount_value: optional(c.money('max_promo_discount_value')),
      min_order: c.money('min_order'),
      promo_validity: day(),
      promo_usage_limit: c.whole('promo_usage_limit'),
      listed: z.boolean()
    })
    .check(
      z.refine((promo) => promo.promo_discount_type === 'flat' || promo.promo_discount_value <= 100, {
        path: ['promo_discount_value'],
        error: 'percent_too_high'
      })
    )
}

/** The type of the form's schema; its output is a promotion as staff edit it. */
export type PromoSchema = ReturnType<typeof promoSchema>
export type PromoContent = z.output<PromoSchema>

export interface StoredPromo extends PromoContent {
  id: string
  version: number
}

/** A promotion in the list. */
export interface Promo extends StoredPromo {
  created_at: string
  /** Number of bookings that use the promotion. */
  user_avail: number
  state: (typeof STATES)[number]
}

/** The form's values for a promotion; null gives the defaults of a new one. */
export function valuesOf(promo: PromoContent | null, { locale, decimals }: FormRules): Values {
  const money = (value: number | null) => (value ? writeDecimal(value, locale, decimals) : '')
  const isFlat = promo?.promo_discount_type !== 'percentage'
  return {
    promo_name: promo?.promo_name ?? '',
    promo_description: promo?.promo_description ?? '',
    promo_discount_type: promo?.promo_discount_type ?? 'flat',
    promo_discount_value: promo ? writeDecimal(promo.promo_discount_value, locale, isFlat ? decimals : 0) : '',
    max_promo_discount_value: money(promo?.max_promo_discount_value ?? null),
    min_order: writeDecimal(promo?.min_order ?? 0, locale, decimals),
    promo_validity: promo?.promo_validity ?? '',
    promo_usage_limit: writeDecimal(promo?.promo_usage_limit ?? 100, locale),
    listed: promo?.listed ?? true
  }
}

/**
 * Reads the promotion that is typed in the form. A typed value that cannot be read is replaced by the stored one. Returns null
 * if the discount can be read neither from the form nor from the stored promotion.
 */
export function readable(values: Values, stored: Values, schema: PromoSchema): PromoContent | null {
  const columns = Object.entries(schema.shape).map(([column, type]) => {
    const typed = type.safeParse(values[column])
    return [column, typed.success ? typed.data : type.safeParse(stored[column]).data]
  })
  const promo = Object.fromEntries(columns)
  return promo.promo_discount_value === undefined ? null : promo
}
