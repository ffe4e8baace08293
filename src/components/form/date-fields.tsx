import { useTranslation } from 'react-i18next'
import { DayInput } from '@/components/ui/day-input'
import { writtenDay } from '@/lib/time/days'
import { isDay } from '@/lib/typing/typed-day'
import { exampleOf, todayOf } from './day-rules'
import { BoundField, type FormFieldProps } from './form-field'
import { type FormRules, useFormRules } from './rules'

/** Formats the value of a day field for messages. A text that is not a day is returned as it was typed. */
const dayWords = (value: unknown, { locale }: FormRules) =>
  isDay(String(value)) ? writtenDay(String(value), locale) : String(value ?? '')

interface DayFieldProps extends FormFieldProps {
  isOptional?: boolean
}

/** A field for a day. The form holds `2026-11-22`, '' for none, or the typed text if it is invalid. */
export function DayField({ isOptional = false, ...props }: DayFieldProps) {
  const rules = useFormRules()
  return (
    <BoundField {...props} show={(value) => dayWords(value, rules)} errorWords={exampleOf(rules, 'day')}>
      {({ value, onChange, ...control }) => (
        <DayInput
          {...control}
          label={props.label}
          value={String(value ?? '')}
          onChange={onChange}
          today={todayOf(rules)}
          locale={rules.locale}
          isOptional={isOptional}
        />
      )}
    </BoundField>
  )
}

/** The first and last day, as `2026-11-22`; '' if that end is open. */
interface DateRange {
  from: string
  to: string
}

interface DateRangeFieldProps extends FormFieldProps {
  /** The first and last day that can be chosen, as `2026-11-22`. */
  min?: string
  max?: string
}

/**
 * Two fields for a range of days, both included. The form holds `{ from, to }`, each as `2026-11-22`, '' for an open end, or
 * the typed text if it is invalid (`dayRange()` of the schema).
 */
export function DateRangeField({ min, max, ...props }: DateRangeFieldProps) {
  const { t } = useTranslation('form')
  const rules = useFormRules()
  const show = (value: unknown) => {
    const { from, to } = value as DateRange
    return [from, to]
      .filter(Boolean)
      .map((day) => dayWords(day, rules))
      .join(' – ')
  }
  return (
    <BoundField {...props} show={show} errorWords={exampleOf(rules, 'day')}>
      {({ value, onChange, id, name, ...state }) => {
        const range = value as DateRange
        const shared = { ...state, today: todayOf(rules), locale: rules.locale, isOptional: true }
        const [from, to] = [t('range.from', { label: props.label }), t('range.to', { label: props.label })]
        return (
          <span className="flex flex-wrap items-center gap-2">
            <DayInput
              {...shared}
              id={id}
              name={`${name}.from`}
              aria-label={from}
              label={from}
              value={range.from}
              min={min}
              max={isDay(range.to) ? range.to : max}
              onChange={(day) => onChange({ ...range, from: day })}
              className="min-w-36 flex-1"
            />
            <span aria-hidden className="text-muted max-sm:hidden">
              –
            </span>
            <DayInput
              {...shared}
              name={`${name}.to`}
              aria-label={to}
              label={to}
              value={range.to}
              min={isDay(range.from) ? range.from : min}
              max={max}
              onChange={(day) => onChange({ ...range, to: day })}
              className="min-w-36 flex-1"
            />
          </span>
        )
      }}
    </BoundField>
  )
}
