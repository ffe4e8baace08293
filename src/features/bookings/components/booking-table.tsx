import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'
import { type BookingRow, StatusBadge, shownFare } from '@/entities/booking'
import { useFormat } from '@/entities/settings'

const COLUMNS = ['reference', 'status', 'time', 'pickup', 'drop', 'rider', 'driver', 'fare'] as const

/** The desk's list: one line a trip. */
export function BookingTable({ rows, caption }: { rows: BookingRow[]; caption: string }) {
  const { t } = useTranslation('bookings')
  const { money, dateTime } = useFormat()
  return (
    <section aria-label={caption} className="overflow-x-auto rounded-card border border-line bg-card">
      <table className="w-full min-w-[56rem] text-sm tabular">
        <thead>
          <tr className="border-b border-line text-muted">
            {COLUMNS.map((column) => (
              <th
                key={column}
                scope="col"
                className={column === 'fare' ? 'px-3 py-2 text-end font-medium' : 'px-3 py-2 text-start font-medium'}
              >
                {t(`column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const fare = shownFare(row)
            return (
              <tr key={row.id} className="border-b border-line last:border-0 hover:bg-soft/60">
                <td className="px-3 py-2">
                  <Link to={paths.booking(row.id)} className="inline-block min-h-6 font-semibold hover:underline">
                    {row.reference}
                  </Link>
                </td>
                <td className="px-3 py-2">
                  <StatusBadge status={row.status} />
                </td>
                <td className="px-3 py-2 whitespace-nowrap">{dateTime(row.trip_at ?? row.created_at)}</td>
                <td dir="auto" className="max-w-56 truncate px-3 py-2">
                  {row.pickup_address}
                </td>
                <td dir="auto" className="max-w-56 truncate px-3 py-2">
                  {row.drop_address}
                </td>
                <td className="px-3 py-2 whitespace-nowrap">{row.customer_name}</td>
                <td className="px-3 py-2 whitespace-nowrap text-muted">{row.driver_name ?? t('nobody')}</td>
                <td className="px-3 py-2 text-end whitespace-nowrap">{fare === null ? t('no_fare') : money(fare)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
