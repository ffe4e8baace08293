import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Badge } from '@/components/ui/badge'
import { paths } from '@/config/paths'
import { StatusBadge } from '@/entities/booking'
import { NeededOfCar } from '@/entities/car'
import { RouteEnds } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import type { Job } from '../queries'

/** A driver's trip: time, places, earnings and payment. The whole card is a link. */
export function JobCard({ job }: { job: Job }) {
  const { t } = useTranslation('driver_trips')
  const { money, time, dateTime } = useFormat()
  const isToday = job.list === 'today'
  const at = isToday ? job.ended_at : job.trip_at
  return (
    <article className="group relative space-y-3 rounded-card border border-line bg-card p-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink hover:bg-soft/60">
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          {at && (
            <time dateTime={at} className="text-base font-semibold tabular">
              {isToday ? time(at) : dateTime(at)}
            </time>
          )}
          {job.source === 'street' && <Badge tone="info">{t('street')}</Badge>}
        </span>
        <StatusBadge status={job.status} isScheduled={job.list === 'later'} />
      </div>
      <h3>
        <Link
          to={paths.booking(job.booking_id)}
          className="block after:absolute after:inset-0 after:content-[''] focus-visible:outline-none"
        >
          <span className="sr-only">{t('open', { reference: job.reference })}</span>
        </Link>
      </h3>
      <RouteEnds
        pickup={{ label: t('pickup'), address: job.pickup_address }}
        drop={{ label: t('drop'), address: job.drop_address ?? t('drop_open') }}
      />
      {!isToday && <NeededOfCar requirements={job.requirements} />}
      <p className="flex items-baseline gap-3 text-sm text-muted">
        <span className="min-w-0 truncate">
          {t([`driver:offer.mode.${job.payment_mode}`, 'driver:offer.mode.other'])}
        </span>
        <span className="shrink-0 tabular">{job.reference}</span>
        {job.driver_share !== null && (job.status !== 'CANCELLED' || job.driver_share > 0) && (
          <span className="ms-auto shrink-0 text-base font-semibold text-ink tabular">
            {/* An employee has no share, so the fare counts. */}
            {money(job.driver_share > 0 ? job.driver_share : job.trip_cost)}
          </span>
        )}
      </p>
    </article>
  )
}
