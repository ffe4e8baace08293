import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { type BookingRow, useOwnOrders } from '@/entities/booking'
import { BookingCard } from './booking-card'
import type { ListKind } from './own/filter'
import { RowActions } from './own/row-actions'

interface BookingListProps {
  rows: readonly BookingRow[]
  kind: ListKind
  /** Called after an action on one of the trips. */
  onChanged: () => void
}

/** A list of trips as cards. In a rider's list each card has the rider's actions. */
export function BookingList({ rows, kind, onChanged }: BookingListProps) {
  const parcels = rows.filter(({ category }) => kind === 'rider' && category === 'delivery')
  const { data: orders } = useOwnOrders(parcels.map(({ id }) => id))
  const recipientOf = (id: string) => orders?.find(({ booking_id }) => booking_id === id)?.delivery_person ?? null
  return (
    <ul className="space-y-3">
      {rows.map((row) => (
        <li key={row.id}>
          <BookingCard
            booking={row}
            otherName={kind === 'rider' ? row.driver_name : row.customer_name}
            isFor={kind === 'rider' ? (row.guest_name ?? recipientOf(row.id)) : null}
          >
            {kind === 'rider' && <RowActions booking={row} onChanged={onChanged} />}
          </BookingCard>
        </li>
      ))}
    </ul>
  )
}

interface LoadMoreProps {
  isBusy: boolean
  /** Why loading the next page failed; null or undefined if it did not fail. */
  error: unknown
  onClick: () => void
}

/**
 * The button that loads the next page. The list does not load pages while scrolling, because people could then never reach its
 * end.
 */
export function LoadMore({ isBusy, error, onClick }: LoadMoreProps) {
  const { t } = useTranslation('bookings')
  if (error && !isBusy) return <ErrorBanner error={error} onRetry={onClick} />
  return (
    <Button className="w-full" busy={isBusy} onClick={onClick}>
      {t('more')}
    </Button>
  )
}
