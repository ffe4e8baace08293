/** The kinds of fields that a form declares (`declareForm`): each joins a control with the schema of its column. */
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { writeDecimal } from '@/lib/typing/decimal'
import { SegmentedField, SelectField } from './choice-field'
import { DayField } from './date-fields'
import { day, time } from './day-schema'
import type { FieldKind } from './declare-form'
import { FigureField, MoneyField } from './figure-field'
import type { FormRules } from './rules'
import { columnsOf, optional } from './schema'
import { SwitchField } from './switch-field'
import { TextField } from './text-field'
import { TimeField } from './time-field'

const same = (stored: unknown) => stored

/** @param required the error key of an empty text; without it the text may be empty */
export const text = ({ required, lines }: { required?: string; lines?: number } = {}): FieldKind<string> => ({
  initial: '',
  write: same,
  schemaOf: (rules, table, name) => columnsOf(table, rules).text(name, required),
  Control: (props) => <TextField {...props} {...(lines && { lines })} />
})

export const toggle = (initial: boolean): FieldKind<boolean> => ({
  initial,
  write: same,
  schemaOf: () => z.boolean(),
  Control: SwitchField
})

/** @param values the first is the value of a new row; the label of each is the text `<words>.<value>` */
const choiceOf =
  (Control: typeof SelectField) =>
  <const Value extends string>(values: readonly [Value, ...Value[]], words: string): FieldKind<string, Value> => ({
    initial: values[0],
    write: same,
    schemaOf: () => z.enum(values),
    Control: function Choice(props) {
      const { t } = useTranslation(props.texts)
      return (
        <Control {...props} options={values.map((value) => ({ value, label: t(`${words}.${value}` as string) }))} />
      )
    }
  })

/** One of several values, from a list. */
export const select = choiceOf(SelectField)
/** One of two or three values, side by side. */
export const segments = choiceOf(SegmentedField)

const writtenMoney = (value: number, { locale, decimals }: FormRules) => writeDecimal(value, locale, decimals)

export const whole = (initial = 0): FieldKind<number> => ({
  initial,
  write: (value, { locale }) => writeDecimal(value, locale),
  schemaOf: (rules, table, name) => columnsOf(table, rules).whole(name),
  Control: FigureField
})

/** An amount in the operator's currency. */
export const money = (): FieldKind<number> => ({
  initial: 0,
  write: writtenMoney,
  schemaOf: (rules, table, name) => columnsOf(table, rules).money(name),
  Control: MoneyField
})

/** An amount that may be missing; no amount and 0 are the same. */
export const optionalMoney = (): FieldKind<number | null> => ({
  initial: null,
  write: (value, rules) => (value ? writtenMoney(value, rules) : ''),
  schemaOf: (rules, table, name) => optional(columnsOf(table, rules).money(name)),
  Control: MoneyField
})

/** A price per hour or kilometre. */
export const rate = (): FieldKind<number> => ({
  ...money(),
  schemaOf: (rules, table, name) => columnsOf(table, rules).rate(name)
})

/** A day, as `2026-11-22`. */
export const dayOf = (): FieldKind<string> => ({ initial: '', write: same, schemaOf: day, Control: DayField })

/** A time of day, as `22:00`. Seconds are cut off, and 24:00 becomes 00:00 of the next day. */
export const timeOf = (initial: string): FieldKind<string> => ({
  initial,
  write: (stored) => (stored.startsWith('24') ? '00:00' : stored.slice(0, 5)),
  schemaOf: time,
  Control: TimeField
})
