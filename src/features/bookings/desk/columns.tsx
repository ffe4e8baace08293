import type { TFunction } from 'i18next'
import type { Column } from '@/components/data-table'
import { isAhead, type StaffBooking, StatusBadge } from '@/entities/booking'
import { AttentionBadges, attentionWords } from './attention'

/** A fee that is nobody's is no figure. */
const unlessNone = (amount: number): number | null => (amount === 0 ? null : amount)

/**
 * Columns of the desk's list of bookings: the first eleven as it opens, the others for those who choose them.
 *
 * @param isAttention whether the rows are those that need attention, so that each says why
 */
export function bookingColumns(t: TFunction<'bookings'>, isAttention: boolean): Column<StaffBooking>[] {
  const label = (id: string) => t(`column.${id}`)
  return [
    { id: 'reference', label: label('reference'), value: (row) => row.reference, width: 124, sortable: true },
    {
      id: 'status',
      label: label('status'),
      value: (row) => row.status,
      cell: (row) => <StatusBadge isQuiet status={row.status} isScheduled={isAhead(row)} />,
      width: 148
    },
    ...(isAttention ? [attention(t)] : []),
    { id: 'trip', label: label('time'), value: (row) => row.trip_at, kind: 'moment', width: 176, sortable: 'desc' },
    { id: 'pickup', label: label('pickup'), value: (row) => row.pickup_address, width: 200 },
    { id: 'drop', label: label('drop'), value: (row) => row.drop_address, width: 200 },
    {
      id: 'customer',
      label: label('rider'),
      value: (row) => row.guest_name ?? row.customer_name,
      width: 144
    },
    { id: 'driver', label: label('driver'), value: (row) => row.driver_name, width: 144 },
    { id: 'plate', label: label('plate'), value: (row) => row.vehicle_number, width: 104 },
    {
      id: 'mode',
      label: label('mode'),
      value: (row) => row.payment_mode,
      cell: (row) => t(`mode.${row.payment_mode}`),
      width: 88
    },
    { id: 'trip_cost', label: label('trip_cost'), value: (row) => row.trip_cost, kind: 'money', width: 112 },
    {
      id: 'payable',
      label: label('payable'),
      value: (row) => row.payable_amount,
      kind: 'money',
      width: 120,
      sortable: 'desc'
    },
    ...hidden(t, label)
  ]
}

const attention = (t: TFunction<'bookings'>): Column<StaffBooking> => ({
  id: 'attention',
  label: t('attention:title'),
  value: (row) => attentionWords(t, row).join(', '),
  cell: (row) => <AttentionBadges booking={row} />,
  width: 216
})

function hidden(t: TFunction<'bookings'>, label: (id: string) => string): Column<StaffBooking>[] {
  const money = (id: string, value: (row: StaffBooking) => number | null): Column<StaffBooking> => ({
    id,
    label: label(id),
    value,
    kind: 'money',
    width: 128,
    hidden: true
  })
  const text = (id: string, value: (row: StaffBooking) => string | null): Column<StaffBooking> => ({
    id,
    label: label(id),
    value,
    hidden: true
  })
  return [
    {
      id: 'created',
      label: label('created'),
      value: (row) => row.created_at,
      kind: 'moment',
      width: 176,
      sortable: 'desc',
      hidden: true
    },
    text('contact', (row) => row.customer_contact),
    text('car_type', (row) => row.car_type),
    money('estimate', (row) => row.estimate),
    money('customer_paid', (row) => row.customer_paid),
    money('convenience_fee', (row) => row.booking_finances?.convenience_fees ?? null),
    money('driver_share', (row) => row.booking_finances?.driver_share ?? null),
    text('promo', (row) => row.promo_code),
    money('discount', (row) => unlessNone(row.discount_amount)),
    money('tip', (row) => unlessNone(row.tip_amount)),
    money('tax', (row) => unlessNone(row.tax_amount)),
    {
      id: 'distance',
      label: label('distance'),
      value: (row) => row.distance,
      kind: 'number',
      width: 112,
      hidden: true
    },
    text('cancelled_by', (row) => row.cancelled_by && t(`cancelled_by.${row.cancelled_by}`)),
    text('reason', (row) => row.reason),
    money('cancellation_fee', (row) => unlessNone(row.cancellation_fee))
  ]
}
