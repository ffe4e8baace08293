import type { TFunction } from 'i18next'
import { CarTaxiFront } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { paths } from '@/config/paths'
import { isAhead, listStaffBookings, STATUSES, type StaffBooking, StatusBadge, shownFare } from '@/entities/booking'
import { type Role, useReadsEarnings, useTableHost } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import type { NextPage } from '@/types/database'
import type { TabProps } from './tab-props'

/**
 * Returns the filter for the bookings of a person: the column that links bookings to people of this role, and the person's id.
 */
const ownerOf = (role: Role, id: string) =>
  role === 'driver' ? { driver_id: id } : role === 'fleetadmin' ? { fleet_id: id } : { customer_id: id }

const tripSource =
  (role: Role, id: string): Source<StaffBooking> =>
  ({ filters, sort }, { after, size }, signal) =>
    listStaffBookings(
      {
        ...ownerOf(role, id),
        statuses: filters.status ? [...filters.status] : null,
        trip_from: filters.trip?.[0] || null,
        trip_to: filters.trip?.[1] || null,
        sort: 'trip',
        ascending: sort?.isDown === false,
        page_size: size,
        ...(after as NextPage)
      },
      signal
    )

function tripColumns(t: TFunction<'bookings'>, role: Role, hasEarnings: boolean): Column<StaffBooking>[] {
  const column = (id: string, width: number, value: Column<StaffBooking>['value'], more = {}) => ({
    id,
    width,
    value,
    label: t(`column.${id === 'trip' ? 'time' : id}`),
    ...more
  })
  return [
    column('reference', 124, (row) => row.reference),
    column('status', 148, (row) => row.status, {
      cell: (row: StaffBooking) => <StatusBadge isQuiet status={row.status} isScheduled={isAhead(row)} />
    }),
    column('trip', 176, (row) => row.trip_at, { kind: 'moment', sortable: 'desc' }),
    column('pickup', 200, (row) => row.pickup_address),
    column('drop', 200, (row) => row.drop_address),
    ...(role === 'rider' ? [] : [column('rider', 144, (row) => row.guest_name ?? row.customer_name)]),
    ...(role === 'driver' ? [] : [column('driver', 144, (row) => row.driver_name)]),
    column('mode', 88, (row) => t(`mode.${row.payment_mode}`)),
    column('payable', 112, (row) => row.total_amount, { kind: 'money' }),
    ...(hasEarnings
      ? [column('driver_share', 112, (row) => row.booking_finances?.driver_share ?? null, { kind: 'money' })]
      : []),
    column('reason', 160, (row) => row.reason, { hidden: true })
  ]
}

/** Lists a person's bookings in a table. */
export function TripsTab({ person: { id, usertype } }: TabProps) {
  const { t } = useTranslation(['bookings', 'people'])
  const { money, dateTime } = useFormat()
  const host = useTableHost()
  const hasEarnings = useReadsEarnings()
  const definition = useMemo<TableDefinition<StaffBooking>>(
    () => ({
      id: `trips-of-${usertype}`,
      label: t('people:tab.trips'),
      isPart: true,
      columns: tripColumns(t as TFunction<'bookings'>, usertype, hasEarnings),
      filters: [
        {
          id: 'status',
          label: t('filter.status'),
          kind: 'choices',
          options: STATUSES.map((value) => ({ value, label: t(`common:status.${value}`) }))
        },
        { id: 'trip', label: t('column.time'), kind: 'dates' }
      ],
      source: tripSource(usertype, id),
      rowId: (row) => row.id,
      rowName: ({ reference }) => reference,
      rowLink: (row) => paths.booking(row.id),
      bulk: [],
      card: (row) => {
        const fare = shownFare(row)
        return (
          <RowCard
            title={row.reference}
            badge={<StatusBadge isQuiet status={row.status} isScheduled={isAhead(row)} />}
            parts={[dateTime(row.trip_at), row.pickup_address, row.drop_address]}
            figure={fare === null ? t('no_fare') : money(fare)}
          />
        )
      },
      empty: { title: t('no_bookings'), icon: CarTaxiFront }
    }),
    [t, id, usertype, hasEarnings, money, dateTime]
  )
  return <DataTable definition={definition} host={host} />
}
