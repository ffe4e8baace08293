import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { exampleOf, todayOf } from '@/components/form/day-rules'
import type { FieldKind } from '@/components/form/declare-form'
import { useField, useFieldWords } from '@/components/form/form-context'
import { BoundField, ChangeMark, type FormFieldProps } from '@/components/form/form-field'
import { useFormRules } from '@/components/form/rules'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { useErrorText } from '@/lib/server/use-error-text'
import { writtenDay } from '@/lib/time/days'
import { isDay } from '@/lib/typing/typed-day'
import { cn } from '@/lib/utils'
import { listLimits } from '@/types/public-limits'
import { dayName, weekDays } from '../model/week'

/** The field for the weekdays of a tariff window: a toggle for each day. */
export function WeekDaysField({ name, label, className }: FormFieldProps) {
  const { locale } = useFormRules()
  const errorText = useErrorText()
  const { value, isChanged, error, change } = useField(name)
  const chosen = value as number[]
  const week = weekDays(locale)
  useFieldWords(name, label, (days) =>
    week
      .filter((day) => (days as number[]).includes(day))
      .map((day) => dayName(day, locale, 'short'))
      .join(', ')
  )
  const toggle = (day: number) =>
    change(chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].sort())
  return (
    <fieldset className={cn('space-y-1.5', className)} aria-describedby={error ? 'window-days-error' : undefined}>
      <legend className="flex items-baseline gap-2 text-sm text-muted">
        {label}
        {isChanged && <ChangeMark was={null} />}
      </legend>
      <div className="grid grid-cols-7 gap-1">
        {week.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.includes(day)}
            title={dayName(day, locale, 'long')}
            onClick={() => toggle(day)}
            className={cn(
              'h-11 truncate rounded-control border border-line text-xs text-muted md:h-9',
              chosen.includes(day) && 'border-ink bg-ink text-paper'
            )}
          >
            {dayName(day, locale, 'short')}
          </button>
        ))}
      </div>
      {error && (
        <p id="window-days-error" role="alert" className="text-sm text-bad">
          {errorText(error)}
        </p>
      )}
    </fieldset>
  )
}

/** Maximum number of single dates. */
const MOST_DATES = listLimits.tariff_windows.dates

/** The field for single dates. Dates are added one by one and kept in order. */
function DatesField(props: FormFieldProps) {
  const { t } = useTranslation('tariff_times')
  const rules = useFormRules()
  const { locale } = rules
  const [typed, setTyped] = useState('')
  const write = (dates: unknown) => (dates as string[]).map((day) => writtenDay(day, locale)).join(', ')
  const [isRefused, setRefused] = useState(false)
  const errorText = useErrorText()
  const noteId = useId()
  return (
    <BoundField {...props} show={write} errorWords={{ most: String(MOST_DATES) }}>
      {({ value, onChange, onBlur: _left, name: _name, ...control }) => {
        const dates = value as string[]
        const add = () => {
          setRefused(typed !== '' && !isDay(typed))
          if (!isDay(typed)) return
          onChange([...new Set([...dates, typed])].sort())
          setTyped('')
        }
        return (
          <div className="space-y-2">
            <span className="flex gap-2">
              <DayInput
                {...control}
                {...(isRefused && { 'aria-invalid': true, 'aria-describedby': noteId })}
                label={props.label}
                value={typed}
                onChange={(day) => {
                  setTyped(day)
                  setRefused(false)
                }}
                onBlur={() => setRefused(typed !== '' && !isDay(typed))}
                today={todayOf(rules)}
                locale={locale}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  add()
                }}
                className="flex-1"
              />
              <Button
                size="icon-sm"
                className="max-md:size-11 md:size-9"
                aria-label={t('add_date', { list: props.label })}
                disabled={!isDay(typed)}
                onClick={add}
              >
                <Plus aria-hidden />
              </Button>
            </span>
            {isRefused && (
              <p id={noteId} role="alert" className="text-sm text-bad">
                {errorText('day_invalid', exampleOf(rules, 'day'))}
              </p>
            )}
            <ul className="flex flex-wrap gap-1.5">
              {dates.map((day) => (
                <li key={day} className="flex items-center rounded-full bg-soft ps-3 text-sm tabular">
                  {writtenDay(day, locale)}
                  <button
                    type="button"
                    aria-label={t('remove_date', { day: writtenDay(day, locale) })}
                    onClick={() => onChange(dates.filter((one) => one !== day))}
                    className="grid size-7 place-items-center rounded-full text-muted hover:text-ink"
                  >
                    <X aria-hidden className="size-3.5" />
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )
      }}
    </BoundField>
  )
}

/** A list of single dates. */
export const dates: FieldKind<string[]> = {
  initial: [],
  write: (dates: string[]) => [...dates].sort(),
  schemaOf: () => z.array(z.string()).check(z.maxLength(MOST_DATES, 'too_many_rows')),
  Control: DatesField
}
