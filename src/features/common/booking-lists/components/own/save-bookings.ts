import type { TFunction } from 'i18next'
import { fileName, writeFile } from '@/components/data-table/export/write-file'
import type { Column } from '@/components/data-table/types'
import { type BookingFilter, findBookings, ownerOf, paidOf } from '@/entities/booking'
import { priceOf, taxOf } from '@/entities/fare'
import { saveFile } from '@/lib/files/save-file'
import { firmText } from '@/lib/texts/firm-text'
import { serverNow } from '@/lib/time/server-clock'
import type { Tables } from '@/types/database'
import type { ListKind } from './filter'

type Row = Tables<'bookings'> & { booking_finances: { driver_share: number } | null }

const FIELDS =
  'id,reference,status,created_at,trip_at,pickup_address,drop_address,car_type,driver_name,customer_name,vehicle_number,distance,payment_mode,price_parts,total_amount,tip_amount,customer_paid'

const PAGE = 500

/**
 * Returns the columns of the file for a role. Riders see the driver's name, and drivers see the rider's. Only drivers see what
 * the driver earns.
 */
function columnsOf(kind: ListKind, taxName: string, t: TFunction<['history', 'bookings']>): Column<Row>[] {
  const label = (id: string) => (id === 'tax' && taxName) || t(`bookings:column.${id}` as 'bookings:column.status')
  const money = (id: string, value: (row: Row) => number | null): Column<Row> => ({
    id,
    label: label(id),
    value,
    kind: 'money'
  })
  const isRider = kind === 'rider'
  return [
    { id: 'reference', label: label('reference'), value: (row) => row.reference },
    { id: 'status', label: label('status'), value: (row) => t(`common:status.${row.status}`) },
    { id: 'created', label: label('created'), value: (row) => row.created_at, kind: 'moment' },
    { id: 'trip', label: label('time'), value: (row) => row.trip_at, kind: 'moment' },
    { id: 'pickup', label: label('pickup'), value: (row) => row.pickup_address },
    { id: 'drop', label: label('drop'), value: (row) => row.drop_address },
    { id: 'car_type', label: label('car_type'), value: (row) => firmText(row.car_type) },
    isRider
      ? { id: 'driver', label: label('driver'), value: (row) => row.driver_name }
      : { id: 'rider', label: label('rider'), value: (row) => row.customer_name },
    { id: 'plate', label: label('plate'), value: (row) => row.vehicle_number },
    { id: 'distance', label: label('distance'), value: (row) => row.distance, kind: 'number' },
    {
      id: 'mode',
      label: label('mode'),
      value: (row) => t(`bookings:mode.${row.payment_mode}` as 'bookings:mode.cash')
    },
    money('trip_cost', (row) => priceOf(row.price_parts, 'fare')),
    money('discount', (row) => priceOf(row.price_parts, 'promotion')),
    money('rounding', (row) => priceOf(row.price_parts, 'cash_rounding', 'card_rounding')),
    money('cancellation_fee', (row) => priceOf(row.price_parts, 'cancellation_fee', 'no_show_fee')),
    money('payable', (row) => row.total_amount),
    money('tax', (row) => taxOf(row.price_parts)),
    money('customer_paid', paidOf),
    money('tip', (row) => row.tip_amount),
    ...(isRider ? [] : [money('driver_share', (row) => row.booking_finances?.driver_share ?? null)])
  ]
}

interface SaveOptions {
  userId: string
  kind: ListKind
  filter: BookingFilter
  format: 'csv' | 'xlsx'
  timeZone: string
  /** What the firm calls its tax; empty if it has not said. */
  taxName: string
  t: TFunction<['history', 'bookings']>
}

/** Writes all bookings that match the filter into a file and downloads it. */
export async function saveBookings({ userId, kind, filter, format, timeZone, taxName, t }: SaveOptions): Promise<void> {
  const fields = kind === 'driver' ? `${FIELDS},booking_finances(driver_share)` : FIELDS
  async function* pages() {
    for (let from = 0; ; from += PAGE) {
      const rows = await findBookings<Row>(ownerOf(kind, userId), filter, from, PAGE, fields)
      yield rows
      if (rows.length < PAGE) return
    }
  }
  const { file } = await writeFile({
    format,
    label: t('bookings:title'),
    columns: columnsOf(kind, taxName, t),
    timeZone,
    pages: pages(),
    onProgress: () => {},
    signal: new AbortController().signal
  })
  saveFile(file, fileName('bookings', serverNow(), timeZone, format))
}
