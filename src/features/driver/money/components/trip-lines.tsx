import { ChevronDown, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { earnedOf, type Span } from '../model'
import type { MoneyTrip } from '../queries'
import { AmountLines } from './amount-lines'
import { AmountRow } from './amount-row'

/** Lists the trips of the period. A press on a trip shows its amounts. */
export function TripLines({ trips, span }: { trips: readonly MoneyTrip[] | undefined; span: Span }) {
  const { t } = useTranslation('driver_money')
  return (
    <section aria-labelledby="trips" className="space-y-3">
      <h2 id="trips" className="text-xl font-semibold">
        {t('per_trip')}
      </h2>
      {!trips && <Skeleton className="h-40 rounded-card" />}
      {trips?.length === 0 && (
        <EmptyState icon={ReceiptText} title={t(`none.${span}`)} className="py-6">
          {t('none.text')}
        </EmptyState>
      )}
      {trips && trips.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
          {trips.map((trip) => (
            <li key={trip.booking_id}>
              <Trip trip={trip} isOneDay={span === 'day'} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Trip({ trip, isOneDay }: { trip: MoneyTrip; isOneDay: boolean }) {
  const { t } = useTranslation('driver_money')
  const { money, time, dateTime } = useFormat()
  // Of an employee's trip the fare is the company's: there is no share from which a fee would be missing.
  const fee = trip.trip_cost === null || trip.fares === 0 ? 0 : Math.round((trip.fares - trip.trip_cost) * 1000) / 1000
  return (
    <details className="group">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-4 py-2 hover:bg-soft/60 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block text-base font-semibold tabular">{isOneDay ? time(trip.at) : dateTime(trip.at)}</span>
          <span className="block truncate text-sm text-muted">
            {[
              t([`driver:offer.mode.${trip.payment_mode}`, 'driver:offer.mode.other']),
              trip.source === 'street' && t('street'),
              trip.reference
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className="shrink-0 text-base font-semibold tabular">
          <bdi>{money(earnedOf(trip))}</bdi>
        </span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="space-y-2 border-t border-line bg-soft/40 px-4 py-3">
        {trip.trip_cost !== null && trip.trip_cost > 0 && (fee < 0 || trip.fares === 0) && (
          <dl>
            <AmountRow label={t('fare')} amount={trip.trip_cost} />
            {fee < 0 && <AmountRow label={t('platform')} amount={fee} />}
          </dl>
        )}
        <AmountLines amounts={trip} isEmployed={trip.fares === 0} />
        <Link
          to={paths.booking(trip.booking_id)}
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          {t('open', { reference: trip.reference })}
        </Link>
      </div>
    </details>
  )
}
