import { useTranslation } from 'react-i18next'
import { ErrorState } from '@/components/ui/error-state'
import { type BookingSearch, useFoundBookings } from '@/entities/booking'
import { LATEST_FIRST, sorted } from '../table'
import { BookingList, ListSkeleton, LoadMore } from './booking-list'

/** What the desk searched or filtered for. */
export function FoundBookings({ search }: { search: BookingSearch }) {
  const { t } = useTranslation('bookings')
  const found = useFoundBookings(search)
  if (found.rows.length === 0 && found.error) return <ErrorState error={found.error} onRetry={found.loadMore} />
  if (!found.data) return <ListSkeleton />
  return (
    <section className="space-y-3">
      <h2 className="text-sm font-semibold text-muted">
        <span role="status">{t('found', { count: found.rows.length })}</span>
      </h2>
      {found.rows.length > 0 && (
        <BookingList
          rows={sorted(found.rows, LATEST_FIRST)}
          kind="desk"
          caption={t('found', { count: found.rows.length })}
        />
      )}
      {found.hasMore && <LoadMore isBusy={found.isLoadingMore} error={found.error} onClick={found.loadMore} />}
    </section>
  )
}
