import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField, useFieldWords } from '@/components/form/form-context'
import { BoundField, ChangeMark, controlClasses } from '@/components/form/form-field'
import { useFormRules } from '@/components/form/rules'
import { Button } from '@/components/ui/button'
import { writtenDay } from '@/lib/days'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import { MOST_DATES } from './model'
import type { WindowWords } from './use-window-words'

/** Days of the week, each on or off. */
export function WeekDaysField({ words }: { words: WindowWords }) {
  const { t } = useTranslation('tariff_times')
  const errorText = useErrorText()
  const { value, isChanged, error, change } = useField('days')
  const chosen = value as number[]
  useFieldWords('days', t('days'), (days) =>
    words.days
      .filter((day) => (days as number[]).includes(day))
      .map((day) => words.dayName(day, 'short'))
      .join(', ')
  )
  const toggle = (day: number) =>
    change(chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].sort())
  return (
    <fieldset className="space-y-1.5" aria-describedby={error ? 'window-days-error' : undefined}>
      <legend className="flex items-baseline gap-2 text-sm text-muted">
        {t('days')}
        {isChanged && <ChangeMark was={null} />}
      </legend>
      <div className="grid grid-cols-7 gap-1">
        {words.days.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={chosen.includes(day)}
            title={words.dayName(day)}
            onClick={() => toggle(day)}
            className={cn(
              'h-11 truncate rounded-control border border-line text-xs text-muted md:h-9',
              chosen.includes(day) && 'border-ink bg-ink text-paper'
            )}
          >
            {words.dayName(day, 'short')}
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

/** Single days, added one by one, in their order. */
export function DatesField() {
  const { t } = useTranslation('tariff_times')
  const { locale } = useFormRules()
  const [typed, setTyped] = useState('')
  const write = (dates: unknown) => (dates as string[]).map((day) => writtenDay(day, locale)).join(', ')
  const isDay = /^[1-9]\d{3}-\d\d-\d\d$/.test(typed)
  return (
    <BoundField
      name="dates"
      label={t('dates')}
      hint={t('dates_hint')}
      show={write}
      errorWords={{ most: String(MOST_DATES) }}
    >
      {({ value, onChange, onBlur: _left, name: _name, ...control }) => {
        const dates = value as string[]
        const add = () => {
          if (!isDay) return
          onChange([...new Set([...dates, typed])].sort())
          setTyped('')
        }
        return (
          <div className="space-y-2">
            <span className="flex gap-2">
              <input
                {...control}
                type="date"
                max="9999-12-31"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  add()
                }}
                className={cn(controlClasses, 'flex-1')}
              />
              <Button size="icon-sm" aria-label={t('add_date')} disabled={!isDay} onClick={add}>
                <Plus aria-hidden />
              </Button>
            </span>
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
