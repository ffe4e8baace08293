import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { type Period, writtenDay } from '@/lib/time/days'
import { daysOf, earnedOf } from '../model'
import type { MoneyDay } from '../queries'

interface DayBarsProps {
  days: readonly MoneyDay[]
  period: Period
  onDay: (day: string) => void
}

/** Shows the earnings of each day as a list that looks like a bar chart. A press on a bar opens the day. */
export function DayBars({ days, period, onDay }: DayBarsProps) {
  const { t } = useTranslation('driver_money')
  const { money, locale } = useFormat()
  const known = new Map(days.map((day) => [day.day, day]))
  const most = Math.max(0, ...days.map(earnedOf))
  const shown = daysOf(period).flatMap((day) => known.get(day) ?? [])
  if (shown.length === 0) return null
  return (
    <ol
      aria-label={t('by_day')}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card"
    >
      {shown.map((day) => (
        <li key={day.day}>
          <button
            type="button"
            onClick={() => onDay(day.day)}
            className="grid min-h-12 w-full grid-cols-[5rem_1fr_auto] items-center gap-3 px-4 py-2 text-start text-sm hover:bg-soft focus-visible:-outline-offset-2"
          >
            <span className="tabular">{writtenDay(day.day, locale, { weekday: 'short', day: 'numeric' })}</span>
            <span aria-hidden className="h-3 rounded-full bg-soft">
              <span
                className="block h-full rounded-full bg-ink"
                style={{ width: `${most > 0 ? Math.max(0, (earnedOf(day) / most) * 100) : 0}%` }}
              />
            </span>
            <span className="font-semibold tabular">
              <bdi>{money(earnedOf(day))}</bdi>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
