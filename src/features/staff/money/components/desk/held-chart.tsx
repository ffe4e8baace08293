import { useTranslation } from 'react-i18next'
import { LineChart } from '@/components/chart'
import { Skeleton } from '@/components/ui/skeleton'
import { formatNumber } from '@/lib/format/format'
import { monthOf, type Period } from '@/lib/time/days'
import { useMoneyWords } from '../../hooks/use-words'
import type { HeldDay } from '../../queries'

const HEIGHT = 112

interface HeldChartProps {
  month: Period
  days: readonly HeldDay[] | undefined
  hasFailed: boolean
}

const numberOf = (day: string): number => Number(day.slice(8, 10))

/** Shows what the company held at the end of each day, as a chart and as a table. */
export function HeldChart({ month, days, hasFailed }: HeldChartProps) {
  const { t } = useTranslation('money')
  const { money, locale, shortDay } = useMoneyWords()
  if (hasFailed) return null
  const last = days?.at(-1)
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const
  const prefix = month.from.slice(0, 8)
  return (
    <div className="min-w-0 flex-1 basis-80">
      {days === undefined ? (
        <Skeleton className="w-full rounded-card" style={{ height: HEIGHT + 36 }} />
      ) : days.length < 2 ? null : (
        <LineChart
          title={t('held.title')}
          axis={t('held.day')}
          height={HEIGHT}
          points={days.map(({ day, held }) => ({ x: numberOf(day), values: [held] }))}
          series={[{ id: 'held', label: t('held.series') }]}
          format={money}
          formatTick={(value) => formatNumber(value, locale, compact)}
          formatXTick={String}
          formatX={(x) => shortDay(`${prefix}${String(Math.round(x)).padStart(2, '0')}`)}
          until={numberOf(monthOf(month.from).to)}
          {...(last && { mark: numberOf(last.day) })}
          isStanding
        />
      )}
    </div>
  )
}
