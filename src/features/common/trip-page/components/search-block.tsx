import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { type Booking, useSearchState } from '@/entities/booking'
import { useNow } from '@/lib/time/use-now'
import { useTripRules } from '../hooks/use-trip-rules'
import { OtherCar } from './other-car'

/** Writes the waiting time as "0:42". */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/**
 * Returns the note that a driver accepted the trip and gave it back. Returns null if no driver gave it back, or if the search
 * is over. The counter `driver_cancel_count` is needed, because `dispatch_note` says this only until dispatch offers the trip
 * to the next driver.
 */
export function useReleaseNote(booking: Booking): string | null {
  const { t } = useTranslation('trips')
  const { status, driver_cancel_count, dispatch_note } = booking
  const words = { context: booking.category }
  if (status !== 'NEW') return null
  if (driver_cancel_count > 1) return t('note.driver_cancelled_again', words)
  return driver_cancel_count > 0 || dispatch_note === 'driver_cancelled' ? t('note.driver_cancelled', words) : null
}

/** The state of the search for a driver: the time that it has taken, and a clear message if no car is near. */
export function SearchBlock({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  const now = useNow(1000)
  const gaveBack = useReleaseNote(booking)
  const note = booking.dispatch_note
  const { offerTimeoutSecs } = useTripRules()
  const search = useSearchState(booking.id, offerTimeoutSecs)
  const asking = search?.asking ?? 0
  return (
    <div className="space-y-3">
      {gaveBack && <Alert tone="warn">{gaveBack}</Alert>}
      {note && note !== 'driver_cancelled' && <Alert tone="warn">{t([`note.${note}`, 'note.other'])}</Alert>}
      <div className="flex items-center gap-4 rounded-card bg-soft p-4">
        <span aria-hidden className="relative grid size-10 shrink-0 place-items-center">
          {/* Begins once the page stands: a slow phone that loads it has no time for sixty pictures a second. */}
          <span className="absolute inset-0 animate-ping rounded-full bg-accent/30 [animation-delay:2s] [animation-duration:2.4s] motion-reduce:animate-none" />
          <span className="absolute inset-2 rounded-full bg-accent/40" />
          <span className="size-3 rounded-full bg-accent" />
        </span>
        <div className="min-w-0 flex-1 text-sm text-pretty">
          <p role="status">{asking > 0 ? t('search.asking', { count: asking }) : t('search.again')}</p>
          {search && search.passed > 0 && <p className="text-muted">{t('search.passed', { count: search.passed })}</p>}
        </div>
        <span className="text-xl font-semibold tabular" role="timer" aria-label={t('search.waited')}>
          {clockText(now - Date.parse(booking.created_at))}
        </span>
      </div>
      <OtherCar booking={booking} isWanted={note !== null && booking.category === 'taxi'} />
    </div>
  )
}
