import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { DayInput } from '@/components/ui/day-input'
import { monthOf, type Period } from '@/lib/days'
import { serverNow } from '@/lib/server-clock'
import { dayOf } from '@/lib/zoned'
import { isMonth } from './period'

interface PeriodPickerProps {
  period: Period
  locale: string
  timeZone: string
  onChange: (period: Period) => void
}

/** Month by month, or any two days. */
export function PeriodPicker({ period, locale, timeZone, onChange }: PeriodPickerProps) {
  const { t } = useTranslation('trial_balance')
  const calendar = { locale, today: dayOf(serverNow(), timeZone) }
  const day = (date: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(date))
  const name = isMonth(period)
    ? day(period.from, { month: 'long', year: 'numeric' })
    : `${day(period.from, { dateStyle: 'medium' })} – ${day(period.to, { dateStyle: 'medium' })}`
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <fieldset aria-label={t('month')} className="flex items-center rounded-control border border-line bg-card">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('previous')}
          onClick={() => onChange(monthOf(period.from, -1))}
        >
          <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
        </Button>
        <span role="status" className="min-w-40 px-1 text-center text-sm font-semibold">
          {name}
        </span>
        <Button variant="ghost" size="icon-sm" aria-label={t('next')} onClick={() => onChange(monthOf(period.from, 1))}>
          <ChevronRight aria-hidden className="rtl:-scale-x-100" />
        </Button>
      </fieldset>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <DayInput
          {...calendar}
          label={t('from')}
          value={period.from}
          onChange={(from) => onChange({ from, to: from > period.to ? from : period.to })}
        />
        <span aria-hidden className="text-muted">
          –
        </span>
        <DayInput
          {...calendar}
          label={t('to')}
          value={period.to}
          onChange={(to) => onChange({ from: to < period.from ? to : period.from, to })}
        />
      </div>
    </div>
  )
}
