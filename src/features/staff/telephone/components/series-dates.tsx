import { Check } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/components/ui/checkbox'
import { Spinner } from '@/components/ui/spinner'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { writtenDay } from '@/lib/time/days'
import { useCall, useCallSeries } from '../hooks/use-call'
import { rowOf } from '../model/call'
import type { SeriesDate } from '../model/series'

/** Lists the dates of a series, except past ones and those too far ahead. Each has its price, and whether it was booked. */
export function SeriesDates() {
  const { t } = useTranslation('telephone')
  const { dates, series } = useCallSeries()
  const listed = dates.filter(({ problem }) => problem !== 'trip_at_too_far' && problem !== 'past_booking_error')
  if (listed.length === 0) return <p className="text-sm text-muted">{t('series.none')}</p>
  return (
    <section aria-label={t('series.title')} className="rounded-control border border-line">
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {listed.map((date) => (
          <DateLine key={date.day} date={date} />
        ))}
      </ul>
      <p role="status" className="px-3 py-2 text-sm text-muted empty:hidden">
        {series.booked > 0 && t('series.report', { done: series.booked, all: series.wanted.length })}
      </p>
    </section>
  )
}

function DateLine({ date: { day, problem } }: { date: SeriesDate }) {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { locale } = useFormat()
  const { call } = useCall()
  const { series } = useCallSeries()
  const id = useId()
  const { isLeftOut, reference } = rowOf(call, day)
  const words = writtenDay(day, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const failure = series.failed[day] ?? series.prices?.[day]?.error
  const isIn = problem === null && !isLeftOut
  return (
    <li className="px-3 py-1 text-sm">
      <div className="flex min-h-11 items-center gap-3 md:min-h-8">
        <Checkbox
          id={id}
          checked={isIn}
          disabled={problem !== null || reference !== null}
          onChange={({ target }) => series.leaveOut(day, !target.checked)}
        />
        <label htmlFor={id} className={isIn ? '' : 'text-muted line-through'}>
          {words}
        </label>
        <span className="ms-auto tabular">{isIn && <Outcome day={day} reference={reference} />}</span>
      </div>
      {problem === 'skipped_time' && <p className="pb-1 text-xs text-muted">{t('series.skipped_time')}</p>}
      {failure && isIn && !reference && (
        <p role="alert" className="pb-1 text-xs text-bad">
          {errorText(failure)}
        </p>
      )}
    </li>
  )
}

function Outcome({ day, reference }: { day: string; reference: string | null }) {
  const { t } = useTranslation('telephone')
  const { money } = useFormat()
  const { series } = useCallSeries()
  const price = series.priceOfDay(day)
  if (reference) {
    return (
      <span className="inline-flex items-center gap-1.5 font-semibold">
        <Check aria-hidden className="size-4 text-ok" />
        {reference}
      </span>
    )
  }
  if (series.running === day) return <Spinner className="size-4 text-muted" />
  if (price !== null) return money(price)
  return series.prices ? '–' : <span className="sr-only">{t('series.waiting')}</span>
}
