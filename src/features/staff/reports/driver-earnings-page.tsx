import { Wallet } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import useSWR, { useSWRConfig } from 'swr'
import { type Column, DataTable, type TableDefinition } from '@/components/data-table'
import { Segmented } from '@/components/ui/segmented'
import { driverEarningsPath, driverMonthsPath } from '@/config/report-paths'
import { personFilter, usePersonPath, useTableHost } from '@/entities/person'
import { apart } from '@/lib/format/isolated'
import { usePutParams } from '@/lib/page/use-put-params'
import { monthOf } from '@/lib/time/days'
import { EarningsLines } from './components/earnings-lines'
import { Figures } from './components/figures'
import { MonthsChart } from './components/months-chart'
import { ACCOUNTS, monthName, monthsText, readMonth, writeMonth } from './model'
import {
  driverMonthsKey,
  type EarningsRow,
  getDriverMonths,
  getEarningsRows,
  isSum,
  type SumPer,
  sumSource,
  useDriverMonth
} from './queries'

const readPer = (params: URLSearchParams): SumPer => (params.get('by') === 'driver' ? 'driver' : 'month')

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The page of drivers' earnings by month. A press on a driver's month opens its bookings. */
export function DriverEarningsPage() {
  const [params] = useSearchParams()
  const month = readMonth(params.get('month'))
  const driverId = params.get('of')
  if (month && driverId && UUID.test(driverId)) {
    return (
      <EarningsLines month={month} driverId={driverId} figures={<DriverFigures month={month} driverId={driverId} />} />
    )
  }
  return (
    <main id="main" className="h-[calc(100svh-var(--bar))] min-h-[44rem]">
      <DriverMonths />
    </main>
  )
}

function DriverMonths() {
  const { t } = useTranslation('reports')
  const [params] = useSearchParams()
  const host = useTableHost()
  const { locale } = host
  const { mutate } = useSWRConfig()
  const per = readPer(params)
  const personPath = usePersonPath()
  const definition = useMemo((): TableDefinition<EarningsRow> => {
    const month = (row: EarningsRow) => row.month && monthName(row.month, locale)
    const several = (row: EarningsRow) => (row.lines === null ? null : t(`sum.${per}`, { count: row.lines }))
    const columns: Column<EarningsRow>[] = [
      { id: 'month', label: t('column.month'), value: (row) => month(row) ?? several(row), width: 184 },
      {
        id: 'driver_name',
        label: t('column.driver_name'),
        value: (row) => row.driver_name ?? several(row),
        link: (row) => personPath(row.driver_id, 'driver'),
        width: 200
      }
    ]
    return {
      id: `driver-earnings-by-${per}`,
      label: t('drivers.title'),
      columns: [
        ...(per === 'month' ? columns : columns.toReversed()),
        { id: 'vehicle', label: t('column.vehicle'), value: (row) => row.driver_vehicle_no, width: 128 },
        {
          id: 'total_rides',
          label: t('column.total_rides'),
          value: (row) => row.total_rides,
          kind: 'number',
          width: 96
        },
        {
          id: 'driver_share',
          label: t('column.driver_share'),
          value: (row) => row.driver_share,
          kind: 'money',
          width: 144
        }
      ],
      filters: [
        { id: 'months', label: t('filter.months'), kind: 'dates', asDays: true },
        personFilter('driver', t('column.driver_name'), 'driver')
      ],
      source: async (query, page, signal) => {
        const [rows, months] = await Promise.all([
          sumSource(per)(query, page, signal),
          per === 'month' ? null : getDriverMonths(query, signal)
        ])
        // The rows are also written to the cache that the chart reads, so that the chart shows the months of the filter.
        await mutate(driverMonthsKey, months ?? rows.rows, { revalidate: false })
        return rows
      },
      tree: { isSum, below: getEarningsRows, opened: 'first' },
      lines: async (query, _page, signal) => ({ rows: await getEarningsRows(null, query, signal), next: null }),
      print: {
        sums: ['total_rides', 'driver_share'],
        accounts: ACCOUNTS,
        groupOf: (row) => (per === 'month' ? month(row) : row.driver_name) ?? '',
        facts: ({ filters }) => [[t('print.period'), monthsText(filters.months, locale) ?? t('print.all_months')]]
      },
      rowId: (row) => `${row.month}/${row.driver_id}`,
      rowName: (row) => [apart(row.driver_name ?? ''), month(row)].filter(Boolean).join(', '),
      rowLink: (row) => (row.month && row.driver_id ? driverEarningsPath(writeMonth(row.month), row.driver_id) : null),
      action: <PerSwitch />,
      above: <DriversChart />,
      empty: { title: t('common:no_data'), hint: t('drivers.empty'), icon: Wallet }
    }
  }, [t, locale, per, personPath, mutate])
  return <DataTable key={per} definition={definition} host={host} />
}

function DriversChart() {
  const { t } = useTranslation('reports')
  const { data } = useSWR<EarningsRow[]>(driverMonthsKey, null)
  const months = data?.flatMap(({ month, driver_share }) => (month ? [{ month, driver_share }] : []))
  return (
    <MonthsChart
      title={t('drivers.chart')}
      months={months ?? []}
      amounts={['driver_share']}
      hrefOf={(month) => driverMonthsPath(month, monthOf(month).to)}
    />
  )
}

/** Switches whether the earnings are grouped by month or by driver. The choice is kept in the URL. */
function PerSwitch() {
  const { t } = useTranslation('reports')
  const [params] = useSearchParams()
  const putParams = usePutParams()
  const change = (per: SumPer) => putParams((next) => next.set('by', per))
  return (
    <Segmented
      label={t('sum.label')}
      value={readPer(params)}
      onChange={change}
      options={[
        { value: 'month', label: t('sum.by_month') },
        { value: 'driver', label: t('sum.by_driver') }
      ]}
    />
  )
}

function DriverFigures({ month, driverId }: { month: string; driverId: string }) {
  const { t } = useTranslation('reports')
  const { money } = useTableHost()
  const { data } = useDriverMonth(month, driverId)
  const none = data === null ? '–' : undefined
  return (
    <Figures
      label={t('figures.label')}
      items={[
        { id: 'driver', label: t('column.driver_name'), text: data?.driver_name ?? none },
        { id: 'vehicle', label: t('column.vehicle'), text: data ? (data.driver_vehicle_no ?? '–') : none },
        { id: 'rides', label: t('column.total_rides'), text: data?.total_rides.toString() ?? none },
        {
          id: 'share',
          label: t('column.driver_share'),
          text: data ? money(data.driver_share) : none,
          note: ACCOUNTS.driver_share
        }
      ]}
    />
  )
}
