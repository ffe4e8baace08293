import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { writtenDay } from '@/lib/days'
import { formatDateTime } from '@/lib/format'
import { cn } from '@/lib/utils'
import { instantToZoned, zonedToInstant } from '@/lib/zoned'
import { BoundField, controlClasses, type FormFieldProps } from './form-field'
import { useFormRules } from './rules'

/** Until a year has its four digits, the browser says that it is of the first century. */
const isWhole = (local: string) => local === '' || /^[1-9]\d{3}-/.test(local)

/** A moment on the operator's clocks, whatever the device says. The form holds it as an ISO text, or '' for none. */
export function DateTimeField(props: FormFieldProps) {
  const { locale, timeZone } = useFormRules()
  const show = (value: unknown) => (value ? formatDateTime(String(value), locale, timeZone) : '')
  return (
    <BoundField {...props} show={show}>
      {({ value, onChange, ...control }) => (
        <DateTimeInput {...control} value={String(value ?? '')} onChange={onChange} timeZone={timeZone} />
      )}
    </BoundField>
  )
}

interface DateTimeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string
  onChange: (value: string) => void
  timeZone: string
}

function DateTimeInput({ value, onChange, timeZone, ...control }: DateTimeInputProps) {
  const [typed, setTyped] = useState<{ text: string; of: string } | null>(null)
  const stored = value ? instantToZoned(Date.parse(value), timeZone) : ''
  return (
    <input
      {...control}
      type="datetime-local"
      value={typed?.of === value ? typed.text : stored}
      onChange={({ target }) => {
        if (!isWhole(target.value)) return setTyped({ text: target.value, of: value })
        setTyped(null)
        const instant = zonedToInstant(target.value, timeZone)
        onChange(instant === null ? '' : new Date(instant).toISOString())
      }}
      className={controlClasses}
    />
  )
}

/** One day of the operator's calendar. The form holds it as `2026-11-22`, or '' for none. */
export function DayField(props: FormFieldProps) {
  const { locale } = useFormRules()
  const show = (value: unknown) => (value ? writtenDay(String(value), locale) : '')
  return (
    <BoundField {...props} show={show}>
      {({ value, onChange, ...control }) => (
        <input
          {...control}
          type="date"
          max="9999-12-31"
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value)}
          className={controlClasses}
        />
      )}
    </BoundField>
  )
}

/** A time of the operator's clocks. The form holds it as `22:00`, or '' for none. */
export function TimeField(props: FormFieldProps) {
  return (
    <BoundField {...props}>
      {({ value, onChange, ...control }) => (
        <input
          {...control}
          type="time"
          value={String(value ?? '')}
          onChange={({ target }) => onChange(target.value)}
          className={controlClasses}
        />
      )}
    </BoundField>
  )
}

/** Days as `2026-11-22`; '' leaves an end open. */
interface DateRange {
  from: string
  to: string
}

interface DateRangeFieldProps extends FormFieldProps {
  /** The first and the last day that may be chosen, as `2026-11-22`. */
  min?: string
  max?: string
}

/** Two days and what lies between them, both included. The form holds `{ from, to }` as `2026-11-22`, or '' for open. */
export function DateRangeField({ min, max, ...props }: DateRangeFieldProps) {
  const { t } = useTranslation('form')
  const show = (value: unknown) => {
    const { from, to } = value as DateRange
    return [from, to].filter(Boolean).join(' – ')
  }
  return (
    <BoundField {...props} show={show}>
      {({ value, onChange, id, name, onBlur, ...state }) => {
        const range = value as DateRange
        return (
          <span className="flex items-center gap-2">
            <input
              {...state}
              id={id}
              name={`${name}.from`}
              type="date"
              aria-label={t('range.from', { label: props.label })}
              value={range.from}
              min={min}
              max={range.to || max}
              onBlur={onBlur}
              onChange={({ target }) => onChange({ ...range, from: target.value })}
              className={cn(controlClasses, 'flex-1')}
            />
            <span aria-hidden className="text-muted">
              –
            </span>
            <input
              {...state}
              name={`${name}.to`}
              type="date"
              aria-label={t('range.to', { label: props.label })}
              value={range.to}
              min={range.from || min}
              max={max}
              onBlur={onBlur}
              onChange={({ target }) => onChange({ ...range, to: target.value })}
              className={cn(controlClasses, 'flex-1')}
            />
          </span>
        )
      }}
    </BoundField>
  )
}
