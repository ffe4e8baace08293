import { CarTaxiFront } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner, ErrorState } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { paths } from '@/config/paths'
import { type BookingRow, isAhead, ownerOf, useActiveBookings, usePastBookings } from '@/entities/booking'
import type { Role } from '@/entities/person'
import { useSession } from '@/entities/person'
import { pollWithout } from '@/lib/live'
import { useLiveLists } from '../hooks/use-live-lists'
import { useTableState } from '../hooks/use-table-state'
import { LATEST_FIRST, sorted } from '../table'
import { BookingFilter } from './booking-filter'
import { BookingList, type ListKind, ListSkeleton, LoadMore } from './booking-list'
import { FoundBookings } from './found-bookings'

/** The signed-in person's trips: what is under way first, what is over by pages. */
export function BookingsPage() {
  const { user, role } = useSession()
  if (!user || !role) return null
  return <Bookings userId={user.id} role={role} />
}

function Bookings({ userId, role }: { userId: string; role: Role }) {
  const { t } = useTranslation('bookings')
  const kind: ListKind = role === 'rider' || role === 'driver' ? role : 'desk'
  const { reference, status } = useTableState()
  const search = kind === 'desk' && (reference || status) ? { reference, status } : null

  return (
    <PageFrame title={t(kind === 'desk' ? 'title_desk' : 'title')} width={kind === 'desk' ? 'full' : 'column'}>
      <div className="mt-6 space-y-6">
        {kind === 'desk' && <BookingFilter />}
        {search ? <FoundBookings search={search} /> : <Lists userId={userId} role={role} kind={kind} />}
      </div>
    </PageFrame>
  )
}

interface ListsProps {
  userId: string
  role: Role
  kind: ListKind
}

function Lists({ userId, role, kind }: ListsProps) {
  const owner = ownerOf(role, userId)
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
    <>
      {error && !isEmpty ? <ErrorBanner error={error} onRetry={reload} /> : null}
      {isLoading && <ListSkeleton />}
      {error && isEmpty ? <ErrorState error={error} onRetry={reload} /> : null}
      {isEmpty && !error && <NoBookings kind={kind} />}
      <Sections active={activeRows} past={past} kind={kind} />
    </>
  )
}

interface SectionsProps {
  active: readonly BookingRow[]
  past: ReturnType<typeof usePastBookings>
  kind: ListKind
}

/** Nobody is on the road any more, though the trip may still be rated. */
const isPaid = ({ status }: BookingRow): boolean => status === 'PAID'

/** What is ahead, the next trip first; what is under way; what is over, the latest first. */
function Sections({ active, past, kind }: SectionsProps) {
  const { t } = useTranslation('bookings')
  const lists = [
    { key: 'ahead', rows: sorted(active.filter(isAhead), { column: 'time', isDown: false }) },
    {
      key: 'active',
      rows: sorted(
        active.filter((row) => !isAhead(row) && !isPaid(row)),
        LATEST_FIRST
      )
    },
    { key: 'past', rows: sorted([...active.filter(isPaid), ...past.rows], LATEST_FIRST) }
  ].filter(({ rows }) => rows.length > 0)
  return lists.map(({ key, rows }) => (
    <section key={key} className="space-y-3">
      <h2 className="text-sm font-semibold text-muted">{t(key)}</h2>
      <BookingList rows={rows} kind={kind} caption={t(key)} />
      {key === 'past' && past.hasMore && (
        <LoadMore isBusy={past.isLoadingMore} error={past.error} onClick={past.loadMore} />
      )}
    </section>
  ))
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
