import { useTranslation } from 'react-i18next'
import { todayOf } from '@/components/form/day-rules'
import { useFormRules } from '@/components/form/rules'
import { TimeInput } from '@/components/form/time-field'
import { Alert } from '@/components/ui/alert'
import { DayInput } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { writtenDay } from '@/lib/days'
import { cn } from '@/lib/utils'
import { useCall } from '../hooks/use-call'

/** A Monday: its week names the days. */
const MONDAY = 5
const days = [1, 2, 3, 4, 5, 6, 7]

/** "Every Tuesday and Thursday until": which days, what time, until when. */
export function SeriesFields() {
  const { t } = useTranslation('telephone')
  const rules = useFormRules()
  const { call, change, dates } = useCall()
  const { series } = call
  const set = (part: Partial<typeof series>) => change({ series: { ...series, ...part } })
  const tooFar = dates.filter(({ problem }) => problem === 'trip_at_too_far').length
  const toggle = (day: number) =>
    set({ days: series.days.includes(day) ? series.days.filter((one) => one !== day) : [...series.days, day].sort() })
  return (
    <div className="space-y-3">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">{t('series.days')}</legend>
        {days.map((day) => (
          <label
            key={day}
            className={cn(
              'flex h-11 min-w-12 cursor-pointer items-center justify-center rounded-control border border-line px-2 text-sm hover:bg-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink md:h-9',
              series.days.includes(day) && 'border-ink bg-ink text-paper hover:bg-ink/85'
            )}
          >
            <input
              type="checkbox"
              className="sr-only"
              checked={series.days.includes(day)}
              onChange={() => toggle(day)}
            />
            {writtenDay(`2026-01-${String(MONDAY + day - 1).padStart(2, '0')}`, rules.locale, { weekday: 'short' })}
          </label>
        ))}
      </fieldset>
      <div className="flex gap-3">
        <Field label={t('series.time')} className="w-28">
          {(control) => (
            <TimeInput {...control} value={series.time} onChange={(time) => set({ time })} className="w-full" />
          )}
        </Field>
        <Field label={t('series.until')} className="min-w-0 flex-1">
          {(control) => (
            <DayInput
              {...control}
              label={t('series.until')}
              value={series.until}
              onChange={(until) => set({ until })}
              today={todayOf(rules)}
              min={todayOf(rules)}
              locale={rules.locale}
            />
          )}
        </Field>
      </div>
      {tooFar > 0 && <Alert tone="warn">{t('series.too_far', { count: tooFar })}</Alert>}
    </div>
  )
}
