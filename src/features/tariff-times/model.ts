import * as z from 'zod/mini'
import { time } from '@/components/form/day-schema'
import type { Values } from '@/components/form/merge'
import type { FormRules } from '@/components/form/rules'
import { boundsOf, columnsOf } from '@/components/form/schema'
import { writeDecimal } from '@/lib/decimal'

/** A tariff window: a time window with a surcharge. Times are in the operator's time zone. */
export interface TariffWindow {
  id: string
  version: number
  name: string
  /** The car type; null if the window applies to all car types. */
  car_type_id: string | null
  /** Weekdays on which the window begins, from 1 (Monday) to 7 (Sunday). */
  days: number[]
  /** Single dates on which the window begins, in addition to the weekdays. */
  dates: string[]
  from_time: string
  /** When the window ends. A time that is not after `from_time` is on the next day. */
  to_time: string
  amount: number | null
  percent: number | null
  active: boolean
}

export type WindowContent = Omit<TariffWindow, 'id' | 'version'>

export const PRICES = ['percent', 'amount'] as const
/** Maximum number of single dates, as the table checks it (`cardinality(dates)`). */
export const MOST_DATES = 400

export type WindowSchema = ReturnType<typeof windowSchema>
export type WindowForm = z.output<WindowSchema>

/** Returns the minimum and maximum of the surcharge, as a percentage or an amount. */
export const figureBounds = (price: unknown, decimals: number) =>
  boundsOf('tariff_windows', price === 'amount' ? 'amount' : 'percent', decimals) ?? [0, 0]

/** The form's schema; messages are keys of the error catalogue. */
export function windowSchema(rules: FormRules) {
  const c = columnsOf('tariff_windows', rules)
  return z
    .object({
      name: c.text('name', 'name_required'),
      price: z.enum(PRICES),
      figure: c.share('amount'),
      car_type_id: z.string(),
      days: z.array(z.number()),
      dates: z.array(z.string()).check(z.maxLength(MOST_DATES, 'too_many_rows')),
      from_time: time(),
      to_time: time(),
      active: z.boolean()
    })
    .check(
      z.refine(({ price, figure }) => price === 'amount' || figure <= figureBounds(price, 2)[1], {
        path: ['figure'],
        error: 'figure_out_of_range'
      }),
      z.refine(({ days, dates }) => days.length + dates.length > 0, { path: ['days'], error: 'days_required' })
    )
}

/** Cuts the seconds off a time; 24:00 becomes 00:00 of the next day. */
const clock = (time: string) => (time.startsWith('24') ? '00:00' : time.slice(0, 5))

/** Returns the form's values for a stored window. */
export function valuesOf(row: WindowContent, { locale, decimals }: FormRules): Values {
  const { amount, percent } = row
  return {
    name: row.name,
    price: amount === null ? 'percent' : 'amount',
    figure:
      amount !== null ? writeDecimal(amount, locale, decimals) : percent === null ? '' : writeDecimal(percent, locale),
    car_type_id: row.car_type_id ?? '',
    days: [...row.days].sort(),
    dates: [...row.dates].sort(),
    from_time: clock(row.from_time),
    to_time: clock(row.to_time),
    active: row.active
  }
}

/** Returns the row to save from the form's values. */
export function contentOf({ price, figure, car_type_id, ...form }: WindowForm): WindowContent {
  return {
    ...form,
    car_type_id: car_type_id || null,
    amount: price === 'amount' ? figure : null,
    percent: price === 'percent' ? figure : null
  }
}

/**
 * Returns the defaults of a new window. `part` is the day and the hours pressed in the week; without it, the window is every
 * night.
 */
export const newWindow = (
  part: Partial<Pick<WindowContent, 'days' | 'from_time' | 'to_time'>> = {}
): WindowContent => ({
  name: '',
  car_type_id: null,
  days: [1, 2, 3, 4, 5, 6, 7],
  dates: [],
  from_time: '22:00',
  to_time: '06:00',
  amount: null,
  percent: null,
  active: true,
  ...part
})
