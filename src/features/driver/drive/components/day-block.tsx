import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { useIsEmployed } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { serverNow } from '@/lib/time/server-clock'
import { useNow } from '@/lib/time/use-now'
import { useDay } from '../queries'

/** For how long a missed offer is shown (ms). */
const NEWS_MS = 30 * 60_000

/** Today's earnings, the demand nearby, and a missed offer. */
export function DayBlock({ driverId }: { driverId: string }) {
  const { t } = useTranslation('driver')
  const { money, time, locale } = useFormat()
  const { data: day, error } = useDay(driverId)
  const isEmployed = useIsEmployed(driverId)
  useNow(60_000)
  if (error && !day) return null
  const count = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value, locale))
  const figures = [
    { key: isEmployed ? 'tips' : 'earned', text: day ? money(day.earned) : undefined },
    { key: 'trips', text: count(day?.trips) },
    ...(day?.wantedNearby === null ? [] : [{ key: 'wanted', text: count(day?.wantedNearby) }])
  ]
  const isNews = day?.lastMissedAt && serverNow() - day.lastMissedAt < NEWS_MS
  return (
    <section aria-labelledby="today" className="space-y-3">
      {day?.lastMissedAt && isNews ? (
        <Alert tone="warn">{t('day.missed', { count: day.missed, time: time(day.lastMissedAt) })}</Alert>
      ) : null}
      <h2 id="today" className="text-sm font-semibold text-muted">
        {t('day.title')}
      </h2>
      <dl className="grid grid-cols-3 gap-2">
        {figures.map(({ key, text }) => (
          <div key={key} className="flex flex-col-reverse justify-end rounded-control bg-soft px-3 py-2.5">
            <dt className="text-xs text-muted">{t(`day.${key}`)}</dt>
            <dd className="text-base font-semibold whitespace-nowrap tabular">
              {text ?? <Skeleton className="h-6 w-12 bg-line" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
