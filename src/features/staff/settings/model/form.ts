import * as z from 'zod/mini'
import type { Values } from '@/components/form/merge'
import type { FormRules } from '@/components/form/rules'
import { boundsOf, figure, optional, RATE_DECIMALS, text, textLimitOf } from '@/components/form/schema'
import type { Settings } from '@/entities/settings'
import { AppError } from '@/lib/server/errors'
import { readDecimal, writeDecimal } from '@/lib/typing/decimal'
import { written } from '@/lib/typing/phone'
import { PHONE_LIMIT, storedLine } from '@/lib/typing/phones'
import { choices, patterns } from '@/types/limits'
import { type Area, fieldsOf, type Setting } from './fields'
import { MAX_ORIGINS, originOf, originsIn } from './origins'

type Words<T> = Readonly<Record<string, T | undefined>>

export const wordsOf = (key: string): readonly string[] => (choices.settings as Words<readonly string[]>)[key] ?? []

export const patternOf = (key: string): RegExp | null => {
  const pattern = (patterns.settings as Words<string>)[key]
  return pattern === undefined ? null : new RegExp(pattern)
}

/**
 * Returns the maximum number of decimals of a setting. For money the real maximum depends on another setting (`decimal`). This
 * function then returns the largest possible number, and `settingsSchema` checks the real one for the whole form.
 */
export const decimalsOf = (setting: Setting): number => (setting.kind === 'figure' ? setting.decimals : RATE_DECIMALS)

/** Minimum and maximum of each amount in a list of amounts; the database also accepts at most six digits before the point. */
const AMOUNT_BOUNDS = [0, 999_999] as const

const amountsIn = (typed: string) => typed.split(/[\s;]+/).filter(Boolean)

/** Whether a setting is a phone number. It is read when it is saved. */
const isPhone = (setting: Setting): boolean => setting.kind === 'text' && setting.type === 'tel'

/**
 * Converts the phone numbers of a patch to the form in which the database stores them.
 *
 * @throws AppError `value_invalid`, which names the column as the database does, if a text is no number
 */
export async function withNumbers(patch: Patch, area: Area): Promise<Patch> {
  const read = { ...patch }
  for (const { key } of fieldsOf(area).filter((setting) => isPhone(setting) && setting.key in patch)) {
    const line = await storedLine(String(patch[key]))
    if (line === null) throw new AppError('value_invalid', { cause: { message: `constraint "settings_${key}_check"` } })
    read[key] = line
  }
  return read
}

function textSchema(setting: Setting) {
  if (isPhone(setting)) {
    return text(PHONE_LIMIT).check(z.refine((value) => value === '' || /\p{Nd}/u.test(value), { error: 'wrong_text' }))
  }
  const pattern = patternOf(setting.key)
  const required = setting.kind === 'text' && setting.required ? 'required' : undefined
  const limited = text(textLimitOf('settings', setting.key), required)
  return pattern ? limited.check(z.refine((value) => pattern.test(value), { error: 'wrong_text' })) : limited
}

/** The schema of a text with several amounts; its output is the form of the database column, `['20', '7.5']`. */
function amountsSchema({ locale }: FormRules) {
  const amount = figure(AMOUNT_BOUNDS, RATE_DECIMALS, locale)
  const read = (typed: string) => amountsIn(typed).map((one) => readDecimal(one, locale, RATE_DECIMALS) ?? '')
  return z.pipe(
    z
      .string()
      .check(z.refine((typed) => amountsIn(typed).every((one) => amount.safeParse(one).success), { error: 'amounts' })),
    z.transform(read)
  )
}

/** Converts a typed text to a list of origins without duplicates, as the database column stores it. */
const readOrigins = (typed: string) => [...new Set(originsIn(typed).flatMap((one) => originOf(one) ?? []))]

const originsSchema = z.pipe(
  z.string().check(
    z.refine((typed) => originsIn(typed).every(originOf), { error: 'origins', abort: true }),
    z.refine((typed) => readOrigins(typed).length <= MAX_ORIGINS, { error: 'too_many_origins' })
  ),
  z.transform(readOrigins)
)
function schemaOf(setting: Setting, rules: FormRules): z.ZodMiniType {
  if (setting.kind === 'switch') return z.boolean()
  if (setting.kind === 'choice') return z.enum(wordsOf(setting.key) as [string, ...string[]])
  if (setting.kind === 'amounts') return amountsSchema(rules)
  if (setting.kind === 'origins') return originsSchema
  if (setting.kind === 'money' || setting.kind === 'figure') {
    const inner = figure(boundsOf('settings', setting.key), decimalsOf(setting), rules.locale)
    if (setting.optional) return optional(inner)
    // An empty bonus has an error key of its own (spec section 5).
    return setting.key === 'bonus'
      ? z.pipe(
          z.string().check(z.refine((typed) => typed.trim() !== '', { error: 'proper_bonus', abort: true })),
          inner
        )
      : inner
  }
  return textSchema(setting)
}

/** The settings that a form sends, by column. */
export type Patch = Record<string, unknown>

/** The form's schema; messages are keys of `settings:wrong` or of the error catalogue. */
export function settingsSchema(area: Area, rules: FormRules): z.ZodMiniType<Patch> {
  const shape = Object.fromEntries(fieldsOf(area).map((setting) => [setting.key, schemaOf(setting, rules)]))
  const fits = paid.map((key) =>
    z.refine<Patch>((patch) => isPayable(patch[key], patch.decimal), { path: [key], error: 'too_fine' })
  )
  return z.object(shape).check(...fits)
}

/** Amounts that people pay or get. They may not have more decimals than the operator's money (`settings.decimal`). */
const paid = ['cash_unit', 'bonus'] as const
const isPayable = (amount: unknown, decimal: unknown) => {
  // If the number of decimals is itself invalid, its own field shows the error.
  if (typeof amount !== 'number' || typeof decimal !== 'number' || decimal < 0 || decimal > RATE_DECIMALS) return true
  return Number(amount.toFixed(decimal)) === amount
}

function fieldValue(setting: Setting, value: unknown, rules: FormRules): unknown {
  if (setting.kind === 'amounts')
    return (value as string[]).map((one) => writeDecimal(Number(one), rules.locale)).join(' ')
  if (setting.kind === 'origins') return (value as string[]).join(' ')
  if (isPhone(setting)) return written(String(value ?? ''))
  if (typeof value !== 'number') return value ?? ''
  return writeDecimal(value, rules.locale, setting.kind === 'money' ? rules.decimals : 0)
}

/** Converts the stored row to the form's values; numbers become text. */
export const valuesOf = (row: Settings, area: Area, rules: FormRules): Values =>
  Object.fromEntries(fieldsOf(area).map((setting) => [setting.key, fieldValue(setting, row[setting.key], rules)]))

/** Whether a setting has an effect, given the values of the other settings. */
export const counts = ({ when }: Setting, values: Values): boolean => when === undefined || values[when[0]] === when[1]
