import { ChartColumn } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import useSWR, { useSWRConfig } from 'swr'
import { BarChart } from '@/components/chart'
import { DataTable, type TableDefinition } from '@/components/data-table'
import { earningsPath } from '@/config/paths'
import { useTableHost } from '@/entities/person'
import { ACCOUNTS, monthName, readMonth, shortMonth, writeMonth } from '../model'
import { type EarningsMonth, earningsKey, getEarningsMonths } from '../queries'
import { earningsColumns } from './earnings-columns'
import { EarningsLines } from './earnings-lines'
import { MonthFigures } from './month-figures'

/** Columns that are summed on a print. */
const FIGURES: (keyof EarningsMonth)[] = [
  'total_rides',
  'trip_cost',
  'ride_cost',
  'cancellation_fee',
  'convenience_fee',
  'discount_amount',
  'gross',
  'profit',
  'cancellation_share',
  'free_ride_discounts'
]

/** Months drawn: a year and the month of a year ago. */
const CHART_MONTHS = 13

/** What the platform earned by month; a month opens to the bookings behind it. */
export function EarningsPage() {
  const [params] = useSearchParams()
  const month = readMonth(params.get('month'))
  if (month) return <EarningsLines month={month} driverId={null} figures={<MonthFigures month={month} />} />
  return (
    <main id="main" className="h-[calc(100svh-var(--bar))] min-h-[44rem]">
      <Months />
    </main>
  )
}

function Months() {
  const { t } = useTranslation('reports')
  const host = useTableHost()
  const { mutate } = useSWRConfig()
  const { locale } = host
  const definition = useMemo<TableDefinition<EarningsMonth>>(() => {
    return {
      id: 'earnings',
      label: t('earnings.title'),
      columns: earningsColumns(t, locale),
      source: async () => {
        // Into the cache, from which the chart above reads: one request for both.
        const rows = await mutate(earningsKey, getEarningsMonths(), { revalidate: false })
        return { rows: rows ?? [], next: null, total: rows?.length ?? 0 }
      },
      rowId: (row) => row.month,
      rowName: (row) => monthName(row.month, locale),
      rowLink: (row) => earningsPath(writeMonth(row.month)),
      print: { sums: FIGURES, accounts: ACCOUNTS, facts: () => [[t('print.period'), t('print.all_months')]] },
      above: <MonthsChart />,
      empty: { title: t('common:no_data'), hint: t('earnings.empty'), icon: ChartColumn }
    }
  }, [t, locale, mutate])
  return <DataTable definition={definition} host={host} />
}

function MonthsChart() {
  const { t } = useTranslation('reports')
  const { locale, money } = useTableHost()
  const { data } = useSWR<EarningsMonth[]>(earningsKey, null)
  const months = data?.slice(0, CHART_MONTHS).reverse() ?? []
  if (months.length < 2) return null
  return (
    <BarChart
      className="mx-4 rounded-card border border-line bg-card px-4 pb-2 md:mx-6"
      title={t('earnings.chart')}
      axis={t('column.month')}
      format={money}
      formatTick={new Intl.NumberFormat(locale, { notation: 'compact' }).format}
      series={[
        { id: 'gross', label: t('column.gross'), tone: 'muted' },
        { id: 'profit', label: t('column.profit') }
      ]}
      bars={months.map(({ month, gross, profit }) => ({
        key: month,
        label: shortMonth(month, locale),
        values: [gross, profit],
        href: earningsPath(writeMonth(month))
      }))}
      height={180}
    />
  )
}
