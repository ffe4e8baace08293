import { type ContentOf, declareForm } from '@/components/form/declare-form'
import { dayOf, money, optionalMoney, segments, text, toggle, whole } from '@/components/form/field-kinds'
import { FigureField, MoneyField } from '@/components/form/figure-field'
import { useFormContext } from '@/components/form/form-context'
import type { FormFieldProps } from '@/components/form/form-field'
import type { Values } from '@/components/form/merge'
import { columnsOf } from '@/components/form/schema'
import { writeDecimal } from '@/lib/typing/decimal'
import { KINDS, type STATES } from '../model'

/** The form of a promotion. Its number of uses is not in it, because bookings determine it. */
export const promoForm = declareForm(
  'promos',
  'promos',
  {
    promo_name: {
      section: 'code',
      label: 'column.name',
      hint: 'name_hint',
      className: 'max-sm:col-span-full',
      ...text({ required: 'name_required' })
    },
    promo_description: {
      section: 'code',
      label: 'column.description',
      className: 'col-span-full',
      ...text({ lines: 2 })
    },
    listed: {
      section: 'code',
      label: 'column.listed',
      hint: 'listed_hint',
      className: 'col-span-full',
      ...toggle(true)
    },
    promo_discount_type: { section: 'discount', label: 'column.type', ...segments(KINDS, 'kind') },
    promo_discount_value: {
      section: 'discount',
      label: 'column.value',
      initial: null as number | null,
      write: (value: number | null, { locale, decimals }, promo: object) =>
        value === null ? '' : writeDecimal(value, locale, isPercent(promo) ? 0 : decimals),
      schemaOf: (rules) => columnsOf('promos', rules).share('promo_discount_value'),
      Control: DiscountField
    },
    max_promo_discount_value: { section: 'discount', label: 'column.max', hint: 'max_hint', ...optionalMoney() },
    min_order: { section: 'discount', label: 'column.min_order', ...money() },
    promo_validity: { section: 'term', label: 'column.validity', ...dayOf() },
    promo_usage_limit: { section: 'term', label: 'column.limit', hint: 'limit_hint', ...whole(100) }
  },
  [
    {
      path: 'promo_discount_value',
      error: 'percent_too_high',
      holds: (promo) => !isPercent(promo) || promo.promo_discount_value <= 100
    }
  ]
)

const isPercent = (promo: object) => 'promo_discount_type' in promo && promo.promo_discount_type === 'percentage'

function DiscountField(props: FormFieldProps) {
  const { form } = useFormContext()
  return isPercent(form.values) ? (
    <FigureField {...props} unit="%" decimals={2} bounds={[0.01, 100]} />
  ) : (
    <MoneyField {...props} />
  )
}

/** A promotion as staff edit it. */
export type PromoContent = ContentOf<typeof promoForm>
export type PromoSchema = ReturnType<typeof promoForm.schemaOf>

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
