import { CarTaxiFront, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner, ErrorState } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { paths } from '@/config/paths'
import {
  type BookingRow,
  isAhead,
  ownerOf,
  useActiveBookings,
  useFoundBookings,
  usePastBookings
} from '@/entities/booking'
import { useOfferWords } from '@/entities/settings'
import { pollInterval } from '@/lib/server/live'
import { serverNow } from '@/lib/time/server-clock'
import { useLiveLists } from '../../hooks/use-live-lists'
import { latestFirst, soonestFirst } from '../../model'
import { BookingList, LoadMore } from '../booking-list'
import { ListSkeleton } from '../list-skeleton'
import { ExportMenu } from './export-menu'
import { filterOf, isFiltered, type ListKind, type OwnFilter, readFilter } from './filter'
import { Toolbar } from './toolbar'

interface OwnBookingsProps {
  userId: string
  kind: ListKind
}

/** A rider's or driver's own bookings: in sections, or as a list of search results. */
export function OwnBookings({ userId, kind }: OwnBookingsProps) {
  const { t } = useTranslation('bookings')
  const [params] = useSearchParams()
  const filter = readFilter(params)
  return (
    <PageFrame title={t('title')} width="column">
      <div className="mt-6 space-y-6">
        <Toolbar filter={filter}>
          <ExportMenu userId={userId} kind={kind} filter={filterOf(filter, serverNow())} />
        </Toolbar>
        {isFiltered(filter) ? (
          <Found userId={userId} kind={kind} filter={filter} />
        ) : (
          <Lists userId={userId} kind={kind} />
        )}
      </div>
    </PageFrame>
  )
}

function Found({ userId, kind, filter }: OwnBookingsProps & { filter: OwnFilter }) {
  const { t } = useTranslation('history')
  const found = useFoundBookings(ownerOf(kind, userId), filterOf(filter, serverNow()))
  const reload = () => found.mutate()
  useLiveLists(kind, userId, reload)
  if (found.data === undefined) {
    return found.error ? <ErrorState error={found.error} onRetry={reload} /> : <ListSkeleton />
  }
  if (found.rows.length === 0) {
    return (
      <EmptyState
        icon={SearchX}
        title={t('none')}
        action={
          <Button asChild>
            <Link to={paths.bookings}>{t('show_all')}</Link>
          </Button>
        }
      >
        {t('none_hint')}
      </EmptyState>
    )
  }
  return (
    <section aria-label={t('found')} className="space-y-3">
      <BookingList rows={found.rows} kind={kind} onChanged={reload} />
      {found.hasMore && <LoadMore isBusy={found.isLoadingMore} error={found.error} onClick={found.loadMore} />}
    </section>
  )
}

/** Lists the active trips first, then the past trips page by page. */
function Lists({ userId, kind }: OwnBookingsProps) {
  const owner = ownerOf(kind, userId)
  const channel = useLiveLists(kind, userId, () => reload())
  const active = useActiveBookings(owner, pollInterval(channel))
  const past = usePastBookings(owner)
  const reload = () => Promise.all([active.mutate(), past.mutate()])

  // If a further page of past trips fails, the button for the next page shows the error.
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
      <Sections active={activeRows} past={past} kind={kind} onChanged={reload} />
    </>
  )
}

interface SectionsProps {
  active: readonly BookingRow[]
  past: ReturnType<typeof usePastBookings>
  kind: ListKind
  onChanged: () => void
}

/** Returns whether the trip is paid. It is listed with the past trips, although the rider can still rate it. */
const isPaid = ({ status }: BookingRow): boolean => status === 'PAID'

/** The three sections: upcoming trips (the next one first), active trips, and past trips (the latest first). */
function Sections({ active, past, kind, onChanged }: SectionsProps) {
  const { t } = useTranslation('bookings')
  const lists = [
    { key: 'ahead', rows: soonestFirst(active.filter(isAhead)) },
    { key: 'active', rows: latestFirst(active.filter((row) => !isAhead(row) && !isPaid(row))) },
    { key: 'past', rows: latestFirst([...active.filter(isPaid), ...past.rows]) }
  ].filter(({ rows }) => rows.length > 0)
  return lists.map(({ key, rows }) => (
    <section key={key} className="space-y-3">
      <h2 className="text-sm font-semibold text-muted">{t(key)}</h2>
      <BookingList rows={rows} kind={kind} onChanged={onChanged} />
      {key === 'past' && past.hasMore && (
        <LoadMore isBusy={past.isLoadingMore} error={past.error} onClick={past.loadMore} />
      )}
    </section>
  ))
}

function NoBookings({ kind }: { kind: ListKind }) {
  const { t } = useTranslation('bookings')
  const offer = useOfferWords()
  return (
    <EmptyState
      icon={CarTaxiFront}
      title={t('no_bookings')}
      action={
        <Button asChild variant="accent" size="lg">
          <Link to={kind === 'driver' ? paths.drive : paths.home}>{t(`empty.${kind}_action`, offer)}</Link>
        </Button>
      }
    >
      {t(`empty.${kind}`)}
    </EmptyState>
  )
}
