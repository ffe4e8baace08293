import { useTranslation } from 'react-i18next'
import { BarChart } from '@/components/chart'
import { useTableHost } from '@/entities/person'
import { formatNumber } from '@/lib/format/format'
import { shortMonth } from '../model'

/** Number of months in the chart: a year, and the same month of the year before. */
const CHART_MONTHS = 13

type Amount = 'gross' | 'profit' | 'driver_share'

interface MonthsChartProps {
  title: string
  /** The months with their amounts, newest first. */
  months: readonly ({ month: string } & { [A in Amount]?: number })[]
  /** The amounts to show, as bars side by side and in the chart's table. The last one is highlighted; the others are muted. */
  amounts: readonly Amount[]
  hrefOf: (month: string) => string
}

/** Shows months as a bar chart and as a table. Renders nothing if there is only one month. */
export function MonthsChart({ title, months, amounts, hrefOf }: MonthsChartProps) {
  const { t } = useTranslation('reports')
  const { locale, money } = useTableHost()
  if (months.length < 2) return null
  return (
    <BarChart
      className="mx-4 rounded-card border border-line bg-card px-4 pb-2 md:mx-6"
      title={title}
      axis={t('column.month')}
      format={money}
      formatTick={(value) => formatNumber(value, locale, { notation: 'compact' })}
      series={amounts.map((id, index) => ({
        id,
        label: t(`column.${id}`),
        ...(index < amounts.length - 1 && { tone: 'muted' as const })
      }))}
      bars={months
        .slice(0, CHART_MONTHS)
        .reverse()
        .map((row) => ({
          key: row.month,
          label: shortMonth(row.month, locale),
          values: amounts.map((id) => row[id] ?? null),
          href: hrefOf(row.month)
        }))}
      height={180}
    />
  )
}
