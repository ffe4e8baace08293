import { useTranslation } from 'react-i18next'
import { todayOf } from '@/components/form/day-rules'
import { useFormRules } from '@/components/form/rules'
import { TimeInput } from '@/components/form/time-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { writtenDay } from '@/lib/time/days'
import { useCall, useCallSeries } from '../hooks/use-call'
import { useTimeSpot } from '../hooks/use-time-spot'
import { SeriesDates } from './series-dates'

/** The day of the month of a Monday (5 January 2026). The names of weekdays are taken from the week that begins on it. */
const MONDAY = 5
const days = [1, 2, 3, 4, 5, 6, 7]

/** The fields for a weekly series: the weekdays, the time and the last date. */
export function SeriesFields() {
  const { t } = useTranslation('telephone')
  const rules = useFormRules()
  const { call, change } = useCall()
  const { dates } = useCallSeries()
  useTimeSpot()
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
          <Button
            key={day}
            variant="outline"
            size="sm"
            aria-pressed={series.days.includes(day)}
            onClick={() => toggle(day)}
            className="min-w-12 font-normal aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper max-md:h-11"
          >
            {writtenDay(`2026-01-${String(MONDAY + day - 1).padStart(2, '0')}`, rules.locale, { weekday: 'short' })}
          </Button>
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
      <SeriesDates />
      {tooFar > 0 && <Alert tone="warn">{t('series.too_far', { count: tooFar })}</Alert>}
    </div>
  )
}
