import { CarTaxiFront } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner, ErrorState } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { paths } from '@/config/paths'
import { ownerOf, useActiveBookings, usePastBookings } from '@/entities/booking'
import type { Role } from '@/entities/person'
import { useSession } from '@/entities/person'
import { pollWithout } from '@/lib/live'
import { useLiveLists } from '../hooks/use-live-lists'
import { BookingList, type ListKind, ListSkeleton, LoadMore } from './booking-list'

/** The signed-in person's trips: what is under way first, what is over by pages. */
export function BookingsPage() {
  const { user, role } = useSession()
  if (!user || !role) return null
  return <Bookings userId={user.id} role={role} />
}

function Bookings({ userId, role }: { userId: string; role: Role }) {
  const { t } = useTranslation('bookings')
  const owner = ownerOf(role, userId)
  const kind: ListKind = role === 'rider' || role === 'driver' ? role : 'desk'
  const channel = useLiveLists(role, userId, () => reload())
  const active = useActiveBookings(owner, pollWithout(channel))
  const past = usePastBookings(owner)
  const reload = () => {
    void active.mutate()
    void past.mutate()
  }

  // A page that did not come is told where it was asked for.
  const error = active.error ?? (past.hasMore ? undefined : past.error)
  const activeRows = active.data ?? []
  const isLoading = !error && (active.data === undefined || (past.data === undefined && !past.error))
  const isEmpty = !isLoading && activeRows.length === 0 && past.rows.length === 0

  return (
    <PageFrame title={t(kind === 'desk' ? 'title_desk' : 'title')} width={kind === 'desk' ? 'full' : 'column'}>
      <div className="mt-6 space-y-6">
        {error && !isEmpty ? <ErrorBanner error={error} onRetry={reload} /> : null}
        {isLoading && <ListSkeleton />}
        {error && isEmpty ? <ErrorState error={error} onRetry={reload} /> : null}
        {isEmpty && !error && <NoBookings kind={kind} />}
        {activeRows.length > 0 && (
          <section className="space-y-3">
            <h2 className="text-sm font-semibold text-muted">{t('active')}</h2>
            <BookingList rows={activeRows} kind={kind} caption={t('active')} />
          </section>
        )}
        {past.rows.length > 0 && (
          <section className="space-y-3">
            <h2 className="text-sm font-semibold text-muted">{t('past')}</h2>
            <BookingList rows={past.rows} kind={kind} caption={t('past')} />
            {past.hasMore && <LoadMore isBusy={past.isLoadingMore} error={past.error} onClick={past.loadMore} />}
          </section>
        )}
      </div>
    </PageFrame>
  )
}

function NoBookings({ kind }: { kind: ListKind }) {
  const { t } = useTranslation('bookings')
  return (
    <EmptyState
      icon={CarTaxiFront}
      title={t('no_bookings')}
      action={
        kind !== 'desk' && (
          <Button asChild variant="accent" size="lg">
            <Link to={kind === 'driver' ? paths.drive : paths.home}>{t(`empty.${kind}_action`)}</Link>
          </Button>
        )
      }
    >
      {t(`empty.${kind}`)}
    </EmptyState>
  )
}
