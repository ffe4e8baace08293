import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { ErrorBanner } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat } from '@/entities/settings'
import { getStreetFare } from './queries'

/** Interval between requests for the fare (ms). A car drives about 150 m in this time. */
const METER_MS = 10_000

/**
 * The taximeter, as the server computes it: the fare in type that is readable from the back seat, with distance and time below.
 */
export function Meter({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation('street')
  const { money, distance, duration } = useFormat()
  const { data, error, mutate } = useSWR(['street-fare', bookingId], () => getStreetFare(bookingId), {
    refreshInterval: METER_MS
  })
  return (
    <section aria-label={t('meter')} className="rounded-card bg-soft p-4 text-center">
      <p className="text-sm text-muted">{t('meter')}</p>
      {data ? (
        <>
          <p className="mt-1 text-4xl font-semibold tracking-tight tabular">
            <bdi>{money(data.trip_cost)}</bdi>
          </p>
          <p className="mt-1 text-base tabular">
            {distance(data.distance_km)} · {duration(data.secs)}
          </p>
        </>
      ) : (
        !error && <Skeleton className="mx-auto mt-2 h-12 w-40 bg-line" />
      )}
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} className="mt-2 text-start" /> : null}
    </section>
  )
}
