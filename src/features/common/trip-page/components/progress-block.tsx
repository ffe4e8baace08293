import { useTranslation } from 'react-i18next'
import type { Booking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isAtGoal } from '../model/at-goal'
import { type LegProgress, tripShare } from '../model/leg'

/** The car's progress on the route as a bar, with the pickup address and the remaining distance below it. */
export function ProgressBlock({ booking, progress }: { booking: Booking; progress: LegProgress | null }) {
  const { t } = useTranslation('trips')
  const { distance } = useFormat()
  const share = Math.round(progress ? tripShare(progress, booking.estimate_distance) * 100 : 0)
  return (
    <section aria-label={t('progress.label')} className="space-y-2">
      <div
        role="progressbar"
        aria-label={t('progress.label')}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-1000 ease-linear motion-reduce:transition-none"
          style={{ width: `${share}%` }}
        />
      </div>
      <div className="flex justify-between gap-4 text-sm text-muted">
        <span dir="auto" className="truncate">
          {booking.pickup_address}
        </span>
        <span className="shrink-0 tabular">
          {progress && !isAtGoal(progress.remainingKm)
            ? t('progress.left', { distance: distance(progress.remainingKm) })
            : ''}
        </span>
      </div>
    </section>
  )
}
