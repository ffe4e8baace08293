import * as z from 'zod/mini'
import { decimalsProblem, readDecimal } from '@/lib/typing/decimal'
import type { NumberBounds } from '@/lib/typing/number-bounds'
import { isTooLong } from '@/lib/typing/text-limit'
import { numberLimits, openLimits } from '@/types/limits'
import { textLimits } from '@/types/text-limits'
import type { FormRules } from './rules'

export type Table = keyof typeof textLimits | keyof typeof numberLimits | keyof typeof openLimits
type Limits<T> = Record<string, Record<string, T> | undefined>

/** Returns the maximum length (characters) of a text column in the database; undefined if the column has no maximum. */
export const textLimitOf = (table: string, column: string): number | undefined =>
  (textLimits as Limits<number>)[table]?.[column]

/**
 * Returns the minimum and maximum that the database accepts in a numeric column; undefined if the column has no limits. If a
 * limit itself is not allowed, the next number with this many `decimals` is returned: 0.01 for "more than 0" with two decimals.
 */
export function boundsOf(table: string, column: string, decimals = 0): readonly [number, number] | undefined {
  const closed = (numberLimits as unknown as Limits<readonly [number, number]>)[table]?.[column]
  const open = (openLimits as Limits<NumberBounds>)[table]?.[column]
  if (closed || !open) return closed
  const step = 10 ** -decimals
  const { from, above = 0, to, below = Number.MAX_SAFE_INTEGER } = open
  return [from ?? above + step, to ?? below - step]
}

/**
 * Number of decimals of a rate, such as a price per kilometre. A rate has more decimals than an amount, because it is
 * multiplied (for example by the distance) before the result is rounded.
 */
export const RATE_DECIMALS = 4

/** Schema of a text. With `required`, the text must not be empty; `required` is the error key of an empty text. */
export function text(limit: number | undefined, required?: string) {
  return z.string().check(
    z.trim(),
    ...(required ? [z.minLength(1, required)] : []),
    z.refine((value) => limit === undefined || !isTooLong(value, limit), { error: 'text_too_long' })
  )
}

/** Schema of a typed number; the output is a number. */
export function figure(bounds: readonly [number, number] | undefined, decimals: number, locale: string) {
  const [least, most] = bounds ?? [0, Number.MAX_SAFE_INTEGER]
  const read = (value: string) => readDecimal(value, locale, decimals)
  return z.pipe(
    z.string().check(
      z.refine((value) => read(value) !== null, {
        error: ({ input }) => decimalsProblem(String(input), locale, decimals) ?? 'figure_invalid',
        abort: true
      }),
      z.refine((value) => Number(read(value)) >= least && Number(read(value)) <= most, { error: 'figure_out_of_range' })
    ),
    z.transform((value) => Number(read(value)))
  )
}

/** Makes the schema of a number optional: the output is null if the field is empty. */
export const optional = (figure: z.ZodMiniType<number, string>) =>
  z.pipe(
    z.string(),
    z.transform((value: string, context): number | null => {
      if (value.trim() === '') return null
      const read = figure.safeParse(value)
      if (!read.success) context.issues.push({ code: 'custom', message: read.error.issues[0]?.message, input: value })
      return read.data ?? null
    })
  )

/**
 * Schemas for the columns of a table, with the database's limits.
 *
 * @example const c = columnsOf('car_types', rules); z.object({ name: c.text('name', 'name_required'), base_fare:
 * c.money('base_fare') })
 */
export function columnsOf(table: Table, { locale, decimals }: Pick<FormRules, 'locale' | 'decimals'>) {
  const of = (column: string, places: number) => figure(boundsOf(table, column, places), places, locale)
  return {
    text: (column: string, required?: string) => text(textLimitOf(table, column), required),
    whole: (column: string) => of(column, 0),
    money: (column: string) => of(column, decimals),
    rate: (column: string) => of(column, RATE_DECIMALS),
    /** For a column that holds an amount or a percentage: two decimals, or more if the currency has more. */
    share: (column: string) => of(column, Math.max(decimals, 2))
  }
}

/**
 * Schema of a list that is edited as a table (`RowsField`). Each row has a `key` that is only used in the form and never sent.
 */
export const rows = <Shape extends z.core.$ZodLooseShape>(shape: Shape, most: number) =>
  z.array(z.object({ ...shape, key: z.string() })).check(z.maxLength(most, 'too_many_rows'))
