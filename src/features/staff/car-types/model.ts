import type { Values } from '@/components/form/merge'
import type { FormRules } from '@/components/form/rules'
import type { Choice } from '@/entities/car'
import { readDecimal } from '@/lib/typing/decimal'
import type { Tables } from '@/types/database'

/** A step of the cancellation fee: after `mins_delayed` minutes the fee is `amount`. */
export interface Slab {
  mins_delayed: number
  amount: number
}

/** A car type with its tariff, as the office edits it. */
export interface CarTypeRow
  extends Omit<Tables<'car_types'>, 'parcel_types' | 'options' | 'cancel_slab' | 'created_at'> {
  parcel_types: Choice[]
  options: Choice[]
  cancel_slab: Slab[]
}

const tariffColumns = [
  'base_fare',
  'rate_per_unit_distance',
  'rate_per_hour',
  'waiting_rate_per_hour',
  'min_fare',
  'convenience_fees'
] as const

/** Returns the tariff as typed. A field without a valid number has its stored value; an amount in a list is then 0. */
export function tariffOf(values: Values, stored: Values, { locale }: FormRules): Record<string, unknown> {
  const number = (value: unknown, other: unknown): number =>
    Number(readDecimal(String(value ?? ''), locale, 4) ?? readDecimal(String(other ?? ''), locale, 4) ?? 0)
  const choices = (list: unknown) =>
    (list as { description: string; amount: string }[]).map(({ description, amount }) => ({
      description,
      amount: number(amount, '0')
    }))
  return {
    ...Object.fromEntries(tariffColumns.map((column) => [column, number(values[column], stored[column])])),
    name: values.name,
    convenience_fee_type: values.convenience_fee_type,
    parcel_types: choices(values.parcel_types),
    options: choices(values.options)
  }
}
