import { SearchX } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { MapView } from '@/components/map'
import { MapPanel } from '@/components/map/map-panel'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { partyOf, readStoredDriverTrip, readStoredTrip, useBooking } from '@/entities/booking'
import { useReader, useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useOnline } from '@/lib/page/use-online'
import { toAppError } from '@/lib/server/errors'
import { isPaused } from '@/lib/session/session-pause'
import { BackLink } from './components/back-link'
import { TripPanel } from './components/trip-panel'
import { useKeptStops } from './model/kept-drive'
import type { TripSlots } from './model/slots'

const StoredTrip = lazy(() => import('./components/kept-trip').then((part) => ({ default: part.StoredTrip })))

/** The page of one booking, updated live, for its rider, its driver or staff. */
export function TripPage(slots: TripSlots) {
  const { id = '' } = useParams()
  const reader = useReader()
  const { data: booking, error, mutate } = useBooking(id, reader)
  const { status } = useSession()
  // A session that was ended elsewhere reads nothing. The page then keeps the trip and asks for a code.
  const isEnded = status === 'loading' && isPaused()
  // True if the driver gave the trip back or the link is wrong. Nothing of the trip may be shown then.
  const isGone = error && !isEnded ? toAppError(error).key === 'not_found' : false
  const reload = () => void mutate()
  const isLost = useIsOut(error)
  const isOut = isEnded || (isLost && !isGone)
  const kept = useMemo(() => (isOut ? readStoredDriverTrip(id) : null), [isOut, id])
  useKeptStops(kept)
  const shown = booking ?? kept?.booking
  // Deferred: rendering the whole panel at once would block a slow phone, which then would not react to touches.
  const isThere = useDeferredValue(shown !== undefined)

  if (!reader || !shown || !isThere || isGone) {
    return <TripFrame id={id} error={error} isOut={isOut} onReload={reload} signIn={slots.signIn} />
  }
  return (
    <TripPanel
      key={shown.id}
      booking={shown}
      party={partyOf(shown, reader.id)}
      me={reader.id}
      error={error}
      onReload={reload}
      onAnswer={(answer) => void mutate(answer, { revalidate: false })}
      {...slots}
    />
  )
}

/** Uses a date format and a money format once while the trip loads, because the first use of each blocks a slow phone. */
function useWarmFormat() {
  const { dateTime, money } = useFormat()
  useEffect(() => {
    const timers = [() => dateTime(new Date()), () => money(0)].map((write) => setTimeout(write))
    return () => timers.forEach(clearTimeout)
  }, [dateTime, money])
}

/** If the network does not respond for this long (ms), it counts as offline. */
const PATIENCE_MS = 5000

/** Returns whether the trip cannot be loaded because the network does not respond. */
function useIsOut(error: unknown): boolean {
  const isOnline = useOnline()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return error ? toAppError(error).key === 'network_error' : isLate || !isOnline
}

interface TripFrameProps {
  id: string
  error: unknown
  isOut: boolean
  onReload: () => void
  signIn: ReactNode
}

/** The page while the booking loads, or if it cannot be loaded. */
function TripFrame({ id, error, isOut, onReload, signIn }: TripFrameProps) {
  const { t } = useTranslation('trips')
  const last = isOut ? readStoredTrip() : null
  const kept = last?.id === id ? last : null
  useWarmFormat()
  return (
    <MapPanel
      label={t('ride:panel')}
      top={<BackLink className="h-11 rounded-full border border-line bg-card ps-3 pe-4" />}
      map={(padding, controls) => (
        <MapView label={t('ride:map.label')} padding={padding} controls={controls} isWaiting isHeld={!error} />
      )}
    >
      <div className="mb-4 empty:hidden">{signIn}</div>
      {kept ? (
        <Suspense>
          <StoredTrip trip={kept} />
        </Suspense>
      ) : error && toAppError(error).key === 'not_found' ? (
        <EmptyState
          heading="h1"
          icon={SearchX}
          title={t('gone.title')}
          action={
            <Button asChild>
              <Link to={paths.bookings}>{t('gone.action')}</Link>
            </Button>
          }
        >
          {t('gone.text')}
        </EmptyState>
      ) : error ? (
        <ErrorState heading="h1" error={error} onRetry={onReload} />
      ) : (
        // This skeleton is about as high as the panel during the search for a driver, so that the sheet hardly moves.
        <Loading label={t('ride:loading')} className="space-y-4">
          <Skeleton className="h-7 w-2/3" />
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-20 rounded-card" />
          <Skeleton className="h-36 rounded-card" />
          <Skeleton className="h-16 rounded-card" />
          <Skeleton className="h-5 w-1/3" />
        </Loading>
      )}
    </MapPanel>
  )
}
