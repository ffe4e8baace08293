import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Skeleton } from '@/components/ui/skeleton'
import { bookingsPath } from '@/config/report-paths'
import { STATUSES } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { cn } from '@/lib/utils'
import { daysOf, type PeriodData } from '../model'

/**
 * The bookings of the chosen days, counted by current status. Statuses are listed in the order in which a booking goes through
 * them.
 */
export function StatusList({ figures, isWide }: { figures: PeriodData | undefined; isWide: boolean }) {
  const { t } = useTranslation('dashboard')
  const { locale } = useFormat()
  const count = (value: number) => formatNumber(value, locale)
  const statuses = STATUSES.filter((status) => figures?.all.statuses[status])
  const most = Math.max(1, ...statuses.map((status) => figures?.all.statuses[status] ?? 0))
  return (
    <section
      aria-labelledby="by-status"
      className={cn('rounded-card border border-line bg-card px-4 py-3', isWide && 'xl:col-span-2')}
    >
      <h2 id="by-status" className="flex min-h-9 items-center text-sm font-semibold">
        {t('statuses.title')}
      </h2>
      {!figures && <Skeleton className="h-40" />}
      {figures && statuses.length === 0 && <p className="py-6 text-sm text-muted">{t('statuses.none')}</p>}
      {figures && (
        <ul>
          {statuses.map((status) => {
            const n = figures.all.statuses[status] ?? 0
            return (
              <li key={status}>
                <Link
                  to={bookingsPath({ status, created: daysOf(figures.period) })}
                  className="grid min-h-8 grid-cols-[minmax(0,8.5rem)_minmax(0,1fr)_2.5rem] items-center gap-3 rounded-control px-1 text-sm hover:bg-soft"
                >
                  <span className="truncate">{t(`common:status.${status}`)}</span>
                  <span aria-hidden className="h-2 rounded-full bg-soft">
                    <span
                      className={cn('block h-2 rounded-full', status === 'CANCELLED' ? 'bg-bad' : 'bg-line-strong')}
                      style={{ width: `${(n / most) * 100}%` }}
                    />
                  </span>
                  <span className="text-end font-medium tabular">{count(n)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
