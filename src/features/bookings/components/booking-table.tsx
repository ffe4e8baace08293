import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '@/config/paths'
import { type BookingRow, isAhead, StatusBadge, shownFare } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useTableState } from '../hooks/use-table-state'
import { COLUMNS, type Column, type Sort, sorted } from '../table'

/** The desk's list: one line a trip, in the order of the column whose head was pressed, else as it comes. */
export function BookingTable({ rows, caption }: { rows: BookingRow[]; caption: string }) {
  const { t } = useTranslation('bookings')
  const { money, dateTime } = useFormat()
  const { sort, setSort } = useTableState()
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is interactive
      tabIndex={0}
      aria-label={caption}
      className="overflow-x-auto rounded-card border border-line bg-card"
    >
      <table className="w-full min-w-[56rem] text-sm">
        <thead>
          <tr className="border-b border-line text-muted">
            {COLUMNS.map((column) => (
              <Head key={column} column={column} sort={sort} onSort={setSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {(sort ? sorted(rows, sort) : rows).map((row) => {
            const fare = shownFare(row)
            return (
              <tr
                key={row.id}
                className="border-b border-line last:border-0 hover:bg-soft/60 [&>td]:px-3 [&>td]:py-2 [&>td]:align-middle"
              >
                <td>
                  <Link
                    to={paths.booking(row.id)}
                    className="inline-flex min-h-6 items-center align-middle font-semibold hover:underline"
                  >
                    {row.reference}
                  </Link>
                </td>
                <td>
                  <StatusBadge status={row.status} isScheduled={isAhead(row)} />
                </td>
                <td className="whitespace-nowrap tabular">{dateTime(row.trip_at)}</td>
                <td dir="auto" className="max-w-56 truncate">
                  {row.pickup_address}
                </td>
                <td dir="auto" className="max-w-56 truncate">
                  {row.drop_address}
                </td>
                <td className="whitespace-nowrap">{row.customer_name}</td>
                <td className="whitespace-nowrap text-muted">{row.driver_name ?? t('nobody')}</td>
                <td className="text-end whitespace-nowrap tabular">{fare === null ? t('no_fare') : money(fare)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

interface HeadProps {
  column: Column
  sort: Sort | null
  onSort: (sort: Sort) => void
}

function Head({ column, sort, onSort }: HeadProps) {
  const { t } = useTranslation('bookings')
  const isOwn = sort?.column === column
  const Arrow = sort?.isDown ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isOwn ? (sort?.isDown ? 'descending' : 'ascending') : 'none'}
      className={column === 'fare' ? 'px-1 text-end' : 'px-1 text-start'}
    >
      <button
        type="button"
        className="inline-flex min-h-9 items-center gap-1 rounded-control px-2 font-medium hover:text-ink"
        onClick={() => onSort({ column, isDown: isOwn ? !sort?.isDown : column === 'time' || column === 'fare' })}
      >
        {t(`column.${column}`)}
        {isOwn && <Arrow aria-hidden className="size-3.5" />}
      </button>
    </th>
  )
}
