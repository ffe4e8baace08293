import { ChartColumn } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import useSWR, { useSWRConfig } from 'swr'
import { DataTable, type TableDefinition } from '@/components/data-table'
import { earningsPath } from '@/config/report-paths'
import { useTableHost } from '@/entities/person'
import { earningsColumns } from './components/earnings-columns'
import { EarningsLines } from './components/earnings-lines'
import { MonthFigures } from './components/month-figures'
import { MonthsChart } from './components/months-chart'
import { ACCOUNTS, monthName, readMonth, writeMonth } from './model'
import { type EarningsMonth, earningsKey, getEarningsMonths } from './queries'

/** Columns with a total on the printed page. */
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

/** The page of the platform's earnings by month. A press on a month opens its bookings. */
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
        // The rows are also written to the cache that the chart reads, so that one request serves table and chart.
        const rows = await mutate(earningsKey, getEarningsMonths(), { revalidate: false })
        return { rows: rows ?? [], next: null, total: rows?.length ?? 0 }
      },
      rowId: (row) => row.month,
      rowName: (row) => monthName(row.month, locale),
      rowLink: (row) => earningsPath(writeMonth(row.month)),
      print: { sums: FIGURES, accounts: ACCOUNTS, facts: () => [[t('print.period'), t('print.all_months')]] },
      above: <EarningsChart />,
      empty: { title: t('common:no_data'), hint: t('earnings.empty'), icon: ChartColumn }
    }
  }, [t, locale, mutate])
  return <DataTable definition={definition} host={host} />
}

function EarningsChart() {
  const { t } = useTranslation('reports')
  const { data } = useSWR<EarningsMonth[]>(earningsKey, null)
  return (
    <MonthsChart
      title={t('earnings.chart')}
      months={data ?? []}
      amounts={['gross', 'profit']}
      hrefOf={(month) => earningsPath(writeMonth(month))}
    />
  )
}
