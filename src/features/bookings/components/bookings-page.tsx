import { CarTaxiFront } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner, ErrorState } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { paths } from '@/config/paths'
import { type BookingRow, isAhead, ownerOf, useActiveBookings, usePastBookings } from '@/entities/booking'
import { useSession } from '@/entities/person'
import { pollWithout } from '@/lib/live'
import { loadAgain } from '@/lib/load-again'
import { topicOf, useLiveLists } from '../hooks/use-live-lists'
import { latestFirst, soonestFirst } from '../order'
import { BookingList, ListSkeleton, LoadMore } from './booking-list'

/** The table is the staff's; riders and drivers load their cards only. */
const loadDesk = async () => (await loadAgain(() => import('../desk/desk-bookings'))).DeskBookings
const LateDesk = lazy(async () => ({ default: await loadDesk() }))
let loadedDesk: Awaited<ReturnType<typeof loadDesk>> | null = null

/**
 * The page, for staff with the desk: coming later it would stand behind its skeleton for at least 300 ms, since React does
 * not replace one sooner.
 */
export async function loadBookings(isStaff: boolean) {
  if (isStaff) loadedDesk = await loadDesk()
  return BookingsPage
}

/** Whose list it is decides how a trip is drawn. */
export type ListKind = 'rider' | 'driver'

/** A rider's or driver's own trips; for the staff all that they look after, as a table. */
function BookingsPage() {
  const { user, role } = useSession()
  if (!user || !role) return null
  if (role === 'rider' || role === 'driver') return <OwnBookings userId={user.id} kind={role} />
  const Desk = loadedDesk ?? LateDesk
  return (
    <Suspense fallback={<DeskWaits />}>
      <Desk topic={topicOf(role, user.id)} />
    </Suspense>
  )
}

function DeskWaits() {
  const { t } = useTranslation('bookings')
  return (
    <PageFrame title={t('title_desk')}>
      <div className="mt-6">
        <ListSkeleton />
      </div>
    </PageFrame>
  )
}

interface OwnBookingsProps {
  userId: string
  kind: ListKind
}

function OwnBookings({ userId, kind }: OwnBookingsProps) {
  const { t } = useTranslation('bookings')
  return (
    <PageFrame title={t('title')} width="column">
      <div className="mt-6 space-y-6">
        <Lists userId={userId} kind={kind} />
      </div>
    </PageFrame>
  )
}

/** What is under way first, what is over by pages. */
function Lists({ userId, kind }: OwnBookingsProps) {
  const owner = ownerOf(kind, userId)
  const channel = useLiveLists(kind, userId, () => reload())
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
    { key: 'ahead', rows: soonestFirst(active.filter(isAhead)) },
    { key: 'active', rows: latestFirst(active.filter((row) => !isAhead(row) && !isPaid(row))) },
    { key: 'past', rows: latestFirst([...active.filter(isPaid), ...past.rows]) }
  ].filter(({ rows }) => rows.length > 0)
  return lists.map(({ key, rows }) => (
    <section key={key} className="space-y-3">
      <h2 className="text-sm font-semibold text-muted">{t(key)}</h2>
      <BookingList rows={rows} kind={kind} />
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
        <Button asChild variant="accent" size="lg">
          <Link to={kind === 'driver' ? paths.drive : paths.home}>{t(`empty.${kind}_action`)}</Link>
        </Button>
      }
    >
      {t(`empty.${kind}`)}
    </EmptyState>
  )
}
