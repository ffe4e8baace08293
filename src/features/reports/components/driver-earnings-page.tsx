import { Wallet } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { DataTable, type TableDefinition } from '@/components/data-table'
import { driverEarningsPath } from '@/config/paths'
import { personFilter, useTableHost } from '@/entities/person'
import { monthOf } from '@/lib/days'
import { serverNow } from '@/lib/server-clock'
import { dayOf } from '@/lib/zoned'
import { monthName, readMonth, writeMonth } from '../model'
import { type DriverMonth, driverSource, useDriverMonth } from '../queries'
import { EarningsLines } from './earnings-lines'
import { Figures } from './figures'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What drivers earned by month; a driver's month opens to the bookings behind it. */
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
    <main id="main" className="h-[calc(100svh-var(--bar))] min-h-[30rem]">
      <DriverMonths />
    </main>
  )
}

function DriverMonths() {
  const { t } = useTranslation('reports')
  const host = useTableHost()
  const { locale, timeZone } = host
  const definition = useMemo<TableDefinition<DriverMonth>>(
    () => ({
      id: 'driver-earnings',
      label: t('drivers.title'),
      columns: [
        { id: 'month', label: t('column.month'), value: (row) => monthName(row.month, locale), width: 168 },
        { id: 'driver_name', label: t('column.driver_name'), value: (row) => row.driver_name, width: 200 },
        { id: 'vehicle', label: t('column.vehicle'), value: (row) => row.driver_vehicle_no, width: 128 },
        { id: 'rides', label: t('column.total_rides'), value: (row) => row.total_rides, kind: 'number', width: 96 },
        { id: 'share', label: t('column.driver_share'), value: (row) => row.driver_share, kind: 'money', width: 144 }
      ],
      filters: [
        { id: 'months', label: t('filter.months'), kind: 'dates', asDays: true },
        personFilter('driver', t('column.driver_name'), 'driver')
      ],
      source: driverSource(monthOf(dayOf(serverNow(), timeZone)).from),
      rowId: (row) => `${row.month}/${row.driver_id}`,
      rowName: (row) => `${row.driver_name}, ${monthName(row.month, locale)}`,
      rowLink: (row) => driverEarningsPath(writeMonth(row.month), row.driver_id),
      empty: { title: t('common:no_data'), hint: t('drivers.empty'), icon: Wallet }
    }),
    [t, locale, timeZone]
  )
  return <DataTable definition={definition} host={host} />
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
        { id: 'share', label: t('column.driver_share'), text: data ? money(data.driver_share) : none }
      ]}
    />
  )
}
