import type { TFunction } from 'i18next'
import { Ban, CarTaxiFront, ExternalLink, UserCheck } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { BulkDialogAction, RowAction, TableDefinition } from '@/components/data-table'
import { paths } from '@/config/paths'
import { getStaffBooking, getTripOptions, type StaffBooking } from '@/entities/booking'
import { loadAgain } from '@/lib/load-again'
import { BookingPeek } from './booking-peek'
import { bookingColumns } from './columns'
import { DeskCard } from './desk-card'
import { bookingFilters, bookingViews } from './filters'
import { bookingSource } from './source'

const BulkAssign = lazy(async () => ({ default: (await loadAgain(() => import('../panel'))).BulkAssign }))

/** A command on one row that is asked about first. */
export interface AskedRow {
  command: 'cancel' | 'assign'
  booking: StaffBooking
}

/** Drivers for several bookings at once. */
const assignMany = (t: TFunction<['bookings', 'trips', 'attention', 'panel']>): BulkDialogAction<StaffBooking> => ({
  id: 'assign',
  label: t('panel:bulk.title'),
  icon: UserCheck,
  dialog: (rows, onClose) => (
    <Suspense>
      <BulkAssign rows={rows} onClose={onClose} />
    </Suspense>
  )
})

/** The desk's bookings as a table. */
export function useBookingTable(topic: string, onAsk: (asked: AskedRow) => void): TableDefinition<StaffBooking> {
  const { t } = useTranslation(['bookings', 'trips', 'attention', 'panel'])
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const isAttention = address.get('attention') === 'yes'
  return useMemo(() => {
    const actions = async (booking: StaffBooking): Promise<RowAction[]> => {
      const { actions: allowed } = await getTripOptions(booking.id)
      const ask = (command: AskedRow['command']) => () => onAsk({ command, booking })
      return [
        {
          id: 'open',
          label: t('action.open'),
          icon: ExternalLink,
          onSelect: () => void navigate(paths.booking(booking.id))
        },
        ...(allowed.includes('assign')
          ? [{ id: 'assign', label: t('trips:assign.title'), icon: UserCheck, onSelect: ask('assign') }]
          : []),
        ...(allowed.includes('cancel')
          ? [{ id: 'cancel', label: t('trips:cancel.confirm'), icon: Ban, isDanger: true, onSelect: ask('cancel') }]
          : [])
      ]
    }
    return {
      id: 'bookings',
      label: t('title_desk'),
      columns: bookingColumns(t, isAttention),
      filters: bookingFilters(t, topic === 'admin'),
      views: bookingViews(t),
      search: t('filter.reference'),
      source: bookingSource,
      rowId: ({ id }) => id,
      rowName: ({ reference }) => reference,
      rowLink: ({ id }) => paths.booking(id),
      actions,
      // Rows are selected to be exported or given drivers; what ends a trip is asked about one by one.
      bulk: topic === 'admin' ? [assignMany(t)] : [],
      peek: { content: (booking) => <BookingPeek booking={booking} /> },
      card: (booking) => <DeskCard booking={booking} />,
      empty: { title: t('no_bookings'), hint: t('empty.desk'), icon: CarTaxiFront },
      live: {
        topic,
        // It also changes with the time alone.
        events: isAttention ? ['booking', 'attention'] : ['booking'],
        idOf: ({ payload }) => (typeof payload.id === 'string' ? payload.id : null),
        one: isAttention ? (id, signal) => getStaffBooking(id, signal, true) : getStaffBooking
      }
    }
  }, [t, topic, isAttention, navigate, onAsk])
}
