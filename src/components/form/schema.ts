import * as z from 'zod/mini'
import { readDecimal } from '@/lib/decimal'
import { isTooLong } from '@/lib/text-limit'
import { numberLimits } from '@/types/limits'
import { textLimits } from '@/types/text-limits'
import type { FormRules } from './rules'

type Table = keyof typeof textLimits | keyof typeof numberLimits
type Limits<T> = Record<string, Record<string, T> | undefined>

/** What the database takes in a column of text; undefined where it has no limit. */
export const textLimitOf = (table: string, column: string): number | undefined =>
  (textLimits as Limits<number>)[table]?.[column]

export const boundsOf = (table: string, column: string): readonly [number, number] | undefined =>
  (numberLimits as unknown as Limits<readonly [number, number]>)[table]?.[column]

/** Rates are finer than money: what is multiplied must not be rounded before. */
export const RATE_DECIMALS = 4

/** A text of one field; `required` is the key of what is said where it is empty. */
export function text(limit: number | undefined, required?: string) {
  return z.string().check(
    z.trim(),
    ...(required ? [z.minLength(1, required)] : []),
    z.refine((value) => limit === undefined || !isTooLong(value, limit), { error: 'text_too_long' })
  )
}

/** A figure as it is typed; the number comes out. */
export function figure(bounds: readonly [number, number] | undefined, decimals: number, locale: string) {
  const [least, most] = bounds ?? [0, Number.MAX_SAFE_INTEGER]
  const read = (value: string) => readDecimal(value, locale, decimals)
  return z.pipe(
    z.string().check(
      z.refine((value) => read(value) !== null, { error: 'figure_invalid', abort: true }),
      z.refine((value) => Number(read(value)) >= least && Number(read(value)) <= most, { error: 'figure_out_of_range' })
    ),
    z.transform((value) => Number(read(value)))
  )
}

/**
 * Schemas for the columns of a table, with the limits that the database has for them.
 *
 * @example const c = columnsOf('car_types', rules); z.object({ name: c.text('name', 'name_required'), base_fare: c.money('base_fare') })
 */
export function columnsOf(table: Table, { locale, decimals }: Pick<FormRules, 'locale' | 'decimals'>) {
  return {
    text: (column: string, required?: string) => text(textLimitOf(table, column), required),
    whole: (column: string) => figure(boundsOf(table, column), 0, locale),
    money: (column: string) => figure(boundsOf(table, column), decimals, locale),
    rate: (column: string) => figure(boundsOf(table, column), RATE_DECIMALS, locale)
  }
}

/** A list that is edited as a table: its rows carry a key of their own, which is never sent. */
export const rows = <Shape extends z.core.$ZodLooseShape>(shape: Shape, most: number) =>
  z.array(z.object({ ...shape, key: z.string() })).check(z.maxLength(most, 'too_many_rows'))
