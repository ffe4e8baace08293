import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import type { BookingRow } from '@/entities/booking'
import { RowActions } from '../own/row-actions'
import { BookingCard } from './booking-card'
import type { ListKind } from './bookings-page'

interface BookingListProps {
  rows: readonly BookingRow[]
  kind: ListKind
  /** Somebody did something with a row. */
  onChanged: () => void
}

/** Trips as cards, with what a rider does from here. */
export function BookingList({ rows, kind, onChanged }: BookingListProps) {
  return (
    <ul className="space-y-3">
      {rows.map((row) => (
        <li key={row.id}>
          <BookingCard booking={row} otherName={kind === 'rider' ? row.driver_name : row.customer_name}>
            {kind === 'rider' && <RowActions booking={row} onChanged={onChanged} />}
          </BookingCard>
        </li>
      ))}
    </ul>
  )
}

interface LoadMoreProps {
  isBusy: boolean
  /** Why the next page did not come. */
  error: unknown
  onClick: () => void
}

/** Asks for the next page by a press: a list that grows by itself keeps its end out of reach. */
export function LoadMore({ isBusy, error, onClick }: LoadMoreProps) {
  const { t } = useTranslation('bookings')
  if (error && !isBusy) return <ErrorBanner error={error} onRetry={onClick} />
  return (
    <Button className="w-full" busy={isBusy} onClick={onClick}>
      {t('more')}
    </Button>
  )
}
