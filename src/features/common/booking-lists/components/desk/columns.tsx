import type { TFunction } from 'i18next'
import type { Column } from '@/components/data-table'
import { isAhead, paidOf, reasonWords, type StaffBooking, StatusBadge } from '@/entities/booking'
import { priceOf, taxOf } from '@/entities/fare'
import { firmText } from '@/lib/texts/firm-text'
import { serverNow } from '@/lib/time/server-clock'
import { written } from '@/lib/typing/phone'
import { AttentionBadges, attentionWords } from './attention/badges'
import { DriverCell } from './facts/driver-cell'
import type { FactsStore } from './facts/facts-store'
import { Late, LateCell } from './facts/late-cell'
import { lateSeconds } from './facts/times'
import { stopsOf, WayCell } from './way-cell'

/** Returns an amount; null for zero, so that the cell stays empty. */
const unlessNone = (amount: number): number | null => (amount === 0 ? null : amount)

interface ColumnContext {
  /** True if the list shows only bookings that need attention: each row then shows the reason. */
  isAttention: boolean
  /** True if the rows are sorted by delay: each row then shows how late the car will be or how much time is left. */
  isByRisk: boolean
  /** True if the window has no room for the amount, by which no dispatcher decides. */
  isNarrow: boolean
  /** True if the reader may see how a fare is divided. */
  hasEarnings: boolean
  /** What the firm calls its tax; empty if it has not said. */
  taxName: string
  facts: FactsStore
  when: (at: string) => string
  /** Returns the path of a person's page; null if the reader may not open that page. */
  personPath: (id: string | null, role: 'rider' | 'driver') => string | null
}

/**
 * Returns the columns of the desk's bookings. The first ones are visible by default: what a dispatcher decides by, which a window of
 * 1280 pixels shows whole beside the drawer; the map takes the room that is left. The others can be switched on. Sorted by the
 * risk of being late, the list shows the delay beside the time, in place of the amount.
 */
export function bookingColumns(t: TFunction<['bookings', 'desk']>, context: ColumnContext): Column<StaffBooking>[] {
  const { isByRisk, taxName } = context
  const label = (id: string) => (id === 'tax' && taxName) || t(`column.${id}` as 'column.status')
  return [
    { id: 'reference', label: label('reference'), value: (row) => row.reference, width: 84, sortable: true },
    {
      id: 'status',
      label: label('status'),
      value: (row) => row.status,
      cell: (row) => (
        <StatusBadge isQuiet status={row.status} isScheduled={isAhead(row)} className="max-w-full overflow-hidden" />
      ),
      width: isByRisk ? 108 : 116
    },
    ...(context.isAttention ? [attention(t, context)] : []),
    trip(t('desk:time'), context),
    ...(isByRisk ? [late(t, context)] : []),
    {
      id: 'way',
      label: `${label('pickup')}, ${label('drop')}`,
      value: ({ pickup_address, drop_address }) => [pickup_address, drop_address].filter(Boolean).join(' – '),
      cell: (row) => <WayCell booking={row} />,
      inFiles: ['pickup', 'stops', 'drop'],
      width: isByRisk ? 208 : 216
    },
    customer(t, label('rider'), context),
    {
      id: 'driver',
      label: label('driver'),
      value: (row) => row.driver_name,
      cell: (row) => <DriverCell isNarrow booking={row} store={context.facts} />,
      link: (row) => context.personPath(row.driver_id, 'driver'),
      width: isByRisk ? 112 : 116,
      wraps: true
    },
    ...(isByRisk ? [] : [late(t, context)]),
    {
      id: 'payable',
      label: label('payable'),
      value: (row) => row.total_amount,
      kind: 'money',
      width: 84,
      sortable: 'desc',
      hidden: isByRisk || context.isNarrow
    },
    ...hidden(t, label, context)
  ]
}

const late = (t: TFunction<['bookings', 'desk']>, { facts, isByRisk }: ColumnContext): Column<StaffBooking> => ({
  id: 'late',
  label: t('desk:late.label'),
  fileLabel: t('desk:late.in_files'),
  // The value for exports: the delay in seconds; negative means early.
  value: (row) => lateSeconds(row, facts.of(row.id), serverNow()),
  cell: (row) => <LateCell booking={row} store={facts} />,
  width: 76,
  sortable: 'desc',
  hidden: !isByRisk
})

const trip = (label: string, { when, facts, isByRisk }: ColumnContext): Column<StaffBooking> => ({
  id: 'trip',
  label,
  value: (row) => row.trip_at,
  kind: 'moment',
  cell: (row) => (
    <>
      {when(row.trip_at)}
      {!isByRisk && <Late booking={row} store={facts} />}
    </>
  ),
  width: isByRisk ? 72 : 84,
  wraps: true,
  sortable: 'desc'
})

const customer = (
  t: TFunction<['bookings', 'desk']>,
  label: string,
  { personPath }: ColumnContext
): Column<StaffBooking> => ({
  id: 'customer',
  label,
  value: (row) => (row.guest_name ? t('desk:guest', { name: row.guest_name }) : row.customer_name),
  fileValue: (row) => row.customer_name,
  inFiles: ['customer', 'guest'],
  link: (row) => personPath(row.customer_id, 'rider'),
  width: 80,
  wraps: true
})

const attention = (t: TFunction<['bookings', 'desk']>, { facts }: ColumnContext): Column<StaffBooking> => ({
  id: 'attention',
  label: t('attention:title'),
  value: (row) => attentionWords(t, row).join(', '),
  cell: (row) => <AttentionBadges booking={row} store={facts} />,
  width: 216
})

function hidden(
  t: TFunction<['bookings', 'desk']>,
  label: (id: string) => string,
  { hasEarnings }: ColumnContext
): Column<StaffBooking>[] {
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
    text('pickup', (row) => row.pickup_address),
    text('drop', (row) => row.drop_address),
    text('plate', (row) => row.vehicle_number),
    {
      id: 'mode',
      label: label('mode'),
      value: (row) => row.payment_mode,
      cell: (row) => t(`mode.${row.payment_mode}`),
      width: 88,
      hidden: true
    },
    money('trip_cost', (row) => priceOf(row.price_parts, 'fare')),
    { ...text('contact', (row) => row.customer_contact), fileValue: wholeContact },
    text('car_type', (row) => firmText(row.car_type)),
    money('estimate', (row) => row.estimate),
    money('customer_paid', paidOf),
    ...(hasEarnings
      ? [
          money('convenience_fee', (row) => row.booking_finances?.convenience_fees ?? null),
          money('driver_share', (row) => row.booking_finances?.driver_share ?? null)
        ]
      : []),
    text('promo', (row) => row.promo_code),
    money('discount', (row) => priceOf(row.price_parts, 'promotion')),
    money('rounding', (row) => priceOf(row.price_parts, 'cash_rounding', 'card_rounding')),
    money('tip', (row) => unlessNone(row.tip_amount)),
    money('tax', (row) => unlessNone(taxOf(row.price_parts))),
    {
      id: 'distance',
      label: label('distance'),
      value: (row) => row.distance,
      kind: 'number',
      width: 112,
      hidden: true
    },
    text('cancelled_by', (row) => row.cancelled_by && t(`cancelled_by.${row.cancelled_by}`)),
    text('reason', (row) => row.reason && reasonWords(t, row.reason)),
    money('cancellation_fee', (row) => priceOf(row.price_parts, 'cancellation_fee', 'no_show_fee'))
  ]
}

/** The rider's whole number in a file of somebody who may have it, otherwise its last digits. */
const wholeContact = ({ contacts, customer_contact }: StaffBooking): string | null =>
  contacts?.customer_contact ? written(contacts.customer_contact) : customer_contact

/** Columns of files only: the guest, the stops, and what was agreed with the driver. */
export function fileColumns(t: TFunction<['bookings', 'desk']>): Column<StaffBooking>[] {
  const text = (id: FileColumn, value: (row: StaffBooking) => string | null | undefined): Column<StaffBooking> => ({
    id,
    label: t(`desk:file.${id}`),
    value
  })
  return [
    text('guest', (row) => row.guest_name),
    text('guest_phone', ({ contacts }) => contacts?.guest_phone && written(contacts.guest_phone)),
    text('stops', (row) =>
      stopsOf(row)
        .map(({ add }) => add)
        .join(' | ')
    ),
    text('note', ({ contacts }) => contacts?.pick_up_instructions),
    text('drop_note', ({ contacts }) => contacts?.delivery_instructions),
    text('recipient', ({ contacts }) => contacts?.delivery_person),
    text(
      'recipient_phone',
      ({ contacts }) => contacts?.delivery_person_phone && written(contacts.delivery_person_phone)
    )
  ]
}

type FileColumn = 'guest' | 'guest_phone' | 'stops' | 'note' | 'drop_note' | 'recipient' | 'recipient_phone'
