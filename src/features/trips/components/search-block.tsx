import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import type { Booking } from '@/entities/booking'
import { useNow } from '@/lib/use-now'

/** "0:42": how long somebody has been waiting. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** The wait for a driver: calm, with the time it has taken so far, and honest when nobody is near. */
export function SearchBlock({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  const now = useNow(1000)
  const note = booking.dispatch_note
  return (
    <div className="space-y-3">
      {note && <Alert tone="warn">{t([`note.${note}`, 'note.other'])}</Alert>}
      <div className="flex items-center gap-4 rounded-card bg-soft p-4">
        <span aria-hidden className="relative grid size-10 shrink-0 place-items-center">
          <span className="absolute inset-0 animate-ping rounded-full bg-accent/30 [animation-duration:2.4s] motion-reduce:animate-none" />
          <span className="absolute inset-2 rounded-full bg-accent/40" />
          <span className="size-3 rounded-full bg-accent" />
        </span>
        <p className="min-w-0 flex-1 text-sm text-pretty">{note ? t('search.again') : t('search.asking')}</p>
        <span className="text-xl font-semibold tabular" role="timer" aria-label={t('search.waited')}>
          {clockText(now - Date.parse(booking.created_at))}
        </span>
      </div>
    </div>
  )
}
