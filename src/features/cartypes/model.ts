import * as z from 'zod/mini'
import type { Values } from '@/components/form/merge'
import type { FormRules } from '@/components/form/rules'
import { columnsOf, figure, rows, text } from '@/components/form/schema'
import type { Choice } from '@/entities/car'
import { readDecimal, writeDecimal } from '@/lib/decimal'
import { priceLists } from '@/types/limits'

/** A step of the cancellation fee: after `mins_delayed` minutes the fee is `amount`. */
export interface Slab {
  mins_delayed: number
  amount: number
}

/** A car type with its tariff, as the office edits it. */
export interface CarTypeRow {
  id: string
  name: string
  image: string
  category: string
  extra_info: string
  seats: number
  sort_order: number
  base_fare: number
  rate_per_unit_distance: number
  rate_per_hour: number
  waiting_rate_per_hour: number
  min_fare: number
  convenience_fee_type: string
  convenience_fees: number
  parcel_types: Choice[]
  options: Choice[]
  cancel_slab: Slab[]
  version: number
}

/** The columns of a car type that the office enters. */
export type CarTypeContent = Omit<CarTypeRow, 'id' | 'version'>

export const lists = priceLists.car_types
export const mostOf = (list: { most: number }) => [0, list.most] as const
const MINUTE_DECIMALS = 2

/** The form's schema; messages are keys of the error catalogue. */
export function carTypeSchema(rules: FormRules) {
  const c = columnsOf('car_types', rules)
  const choices = (list: typeof lists.options) =>
    rows(
      {
        description: text(list.description, 'description_required'),
        amount: figure(mostOf(list), rules.decimals, rules.locale)
      },
      list.entries
    )
  const slab = {
    mins_delayed: figure(mostOf(lists.cancel_slab), MINUTE_DECIMALS, rules.locale),
    amount: figure(mostOf(lists.cancel_slab), rules.decimals, rules.locale)
  }
  return z
    .object({
      name: c.text('name', 'name_required'),
      image: z.string(),
      category: z.enum(['taxi', 'delivery']),
      sort_order: c.whole('sort_order'),
      seats: c.whole('seats'),
      extra_info: c.text('extra_info'),
      base_fare: c.money('base_fare'),
      rate_per_unit_distance: c.rate('rate_per_unit_distance'),
      rate_per_hour: c.rate('rate_per_hour'),
      waiting_rate_per_hour: c.rate('waiting_rate_per_hour'),
      min_fare: c.money('min_fare'),
      convenience_fee_type: z.enum(['flat', 'percentage']),
      convenience_fees: c.rate('convenience_fees'),
      parcel_types: choices(lists.parcel_types),
      options: choices(lists.options),
      cancel_slab: rows(slab, lists.cancel_slab.entries)
    })
    .check(
      z.refine(
        ({ convenience_fee_type, convenience_fees }) => convenience_fee_type === 'flat' || convenience_fees <= 100,
        {
          path: ['convenience_fees'],
          error: 'percent_too_high'
        }
      )
    )
}

export type CarTypeForm = z.output<ReturnType<typeof carTypeSchema>>

/** Defaults of a new car type. */
export const newCarType: CarTypeContent = {
  name: '',
  image: 'cab',
  category: 'taxi',
  extra_info: '',
  seats: 4,
  sort_order: 0,
  base_fare: 0,
  rate_per_unit_distance: 0,
  rate_per_hour: 0,
  waiting_rate_per_hour: 0,
  min_fare: 0,
  convenience_fee_type: 'flat',
  convenience_fees: 0,
  parcel_types: [],
  options: [],
  cancel_slab: []
}

/** Returns the form's values for an existing car type. */
export function valuesOf(row: CarTypeContent, { locale, decimals }: FormRules): Values {
  const figureOf = (value: number) => writeDecimal(value, locale)
  const money = (value: number) => writeDecimal(value, locale, decimals)
  const choice = ({ description, amount }: Choice, index: number) => ({
    key: String(index),
    description,
    amount: money(amount)
  })
  return {
    name: row.name,
    image: row.image,
    category: row.category,
    sort_order: figureOf(row.sort_order),
    seats: figureOf(row.seats),
    extra_info: row.extra_info,
    base_fare: money(row.base_fare),
    rate_per_unit_distance: money(row.rate_per_unit_distance),
    rate_per_hour: money(row.rate_per_hour),
    waiting_rate_per_hour: money(row.waiting_rate_per_hour),
    min_fare: money(row.min_fare),
    convenience_fee_type: row.convenience_fee_type,
    convenience_fees:
      row.convenience_fee_type === 'flat' ? money(row.convenience_fees) : figureOf(row.convenience_fees),
    parcel_types: row.parcel_types.map(choice),
    options: row.options.map(choice),
    cancel_slab: row.cancel_slab.map(({ mins_delayed, amount }, index) => ({
      key: String(index),
      mins_delayed: figureOf(mins_delayed),
      amount: money(amount)
    }))
  }
}

const withoutKey = <Row extends { key: string }>({ key: _key, ...row }: Row) => row

/** Returns the row to save from the form's values. The cancellation fees are sorted by their minutes. */
export function rowOf(form: CarTypeForm): CarTypeContent {
  return {
    ...form,
    parcel_types: form.parcel_types.map(withoutKey),
    options: form.options.map(withoutKey),
    cancel_slab: form.cancel_slab.map(withoutKey).sort((a, b) => a.mins_delayed - b.mins_delayed)
  }
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
