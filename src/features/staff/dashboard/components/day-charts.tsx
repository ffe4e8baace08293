import { useTranslation } from 'react-i18next'
import { BarChart } from '@/components/chart'
import { Skeleton } from '@/components/ui/skeleton'
import { bookingsPath } from '@/config/report-paths'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { writtenDay } from '@/lib/time/days'
import { useEarnedAs } from '../hooks/use-earned-as'
import { daysOf, earnedBy, type PeriodData } from '../model'

const HEIGHT_PX = 270

interface DayChartsProps {
  figures: PeriodData | undefined
  isAdmin: boolean
  /** Whether the reader may see earnings; without them there is no chart of fees. */
  hasEarnings: boolean
}

/** Charts of bookings and fees by day. Pressing a day opens the list of its bookings. */
export function DayCharts({ figures, isAdmin, hasEarnings }: DayChartsProps) {
  const { t } = useTranslation('dashboard')
  const earnedAs = useEarnedAs(isAdmin)
  const { money, locale } = useFormat()
  if (!figures) return <Skeleton className="min-h-64 rounded-card" />
  const label = (day: string) => writtenDay(day, locale, { day: 'numeric', month: 'short' })
  const count = (value: number) => formatNumber(value, locale)
  const shared = {
    axis: t('chart.day'),
    height: HEIGHT_PX,
    className: 'min-w-0 rounded-card border border-line bg-card px-4 pt-1 pb-2'
  }
  return (
    <div className="grid min-w-0 gap-3 lg:grid-cols-2">
      <BarChart
        {...shared}
        title={t('chart.bookings')}
        format={count}
        // Hides fractions: the axis has them if there are few bookings.
        formatTick={(value) => (Number.isInteger(value) ? count(value) : '')}
        series={[
          { id: 'finished', label: t('chart.finished'), tone: 'ok' },
          { id: 'cancelled', label: t('chart.cancelled'), tone: 'bad' },
          { id: 'in_progress', label: t('chart.in_progress'), tone: 'muted' }
        ]}
        bars={figures.days.map(({ day, finished, cancelled, in_progress }) => ({
          key: day,
          label: label(day),
          values: [finished, cancelled, in_progress],
          href: bookingsPath({ created: daysOf({ from: day, to: day }) })
        }))}
      />
      {hasEarnings && (
        <BarChart
          {...shared}
          title={t(`chart.${earnedAs}`)}
          format={money}
          formatTick={(value) => formatNumber(value, locale, { notation: 'compact' })}
          series={[{ id: 'revenue', label: t(`figure.${earnedAs}`) }]}
          bars={figures.days.map((of) => ({
            key: of.day,
            label: label(of.day),
            values: [earnedBy(of, !isAdmin) ?? 0],
            href: bookingsPath({ earned: daysOf({ from: of.day, to: of.day }) })
          }))}
        />
      )}
    </div>
  )
}
