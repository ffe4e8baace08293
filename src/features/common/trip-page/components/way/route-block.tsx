import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { type Booking, BookingRoute, type Party } from '@/entities/booking'
import { FareTable, partsOf } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import type { Trip } from '../../hooks/use-trip'
import { TripMoney } from '../trip-money'

const ChangeRoute = lazy(() => import('./change-route').then((part) => ({ default: part.ChangeRoute })))
const TripFare = lazy(() => import('./trip-fare').then((part) => ({ default: part.TripFare })))

interface RouteBlockProps {
  booking: Booking
  party: Party
  trip: Trip
  onAnswer: (booking: Booking) => void
}

/** The route of an active trip. The rider also sees the lines of the fare and can change drop-off and stops. */
export function RouteBlock({ booking, party, trip, onAnswer }: RouteBlockProps) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const fareId = useId()
  const [isChanging, setChanging] = useState(false)
  const [isFareOpen, setFareOpen] = useState(false)
  const isRider = party === 'rider'
  const parts = partsOf(booking.price_parts)
  // Rounding alone is not shown before the fare is opened: all buttons name the rounded amount.
  const hasTerms = parts.some(({ kind }) => kind !== 'fare' && !kind.endsWith('_rounding'))
  const isAsked = trip.options?.asked.includes('change_route') ?? false
  return (
    <section className="flex flex-col gap-3 rounded-card border border-line p-4">
      <BookingRoute booking={booking} expected={trip.expected} />
      {hasTerms && !isFareOpen && <FareTable lines={[]} parts={parts} totalLabel={t('receipt.quoted')} />}
      {booking.customer_paid > 0 && <TripMoney booking={booking} />}
      {isRider && (
        // `min-h-8` keeps the row's height when the button for changing the route appears. It appears once the allowed actions
        // are loaded.
        <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 text-sm">
          <Button
            variant="link"
            className="min-h-8"
            aria-expanded={isFareOpen}
            aria-controls={fareId}
            onClick={() => setFareOpen(!isFareOpen)}
          >
            {t('fare.summary', { amount: money(booking.total_amount) })}
          </Button>
          {(isAsked || trip.options?.actions.includes('change_route')) && (
            <Button
              variant="link"
              className="min-h-8"
              aria-disabled={isAsked || undefined}
              onClick={() => !isAsked && setChanging(true)}
            >
              {t('action.change_route')}
            </Button>
          )}
        </div>
      )}
      <p className="text-xs text-muted">{t('reference', { reference: booking.reference })}</p>
      <div id={fareId} className="empty:hidden">
        {isFareOpen && (
          <Suspense>
            <TripFare booking={booking} />
          </Suspense>
        )}
      </div>
      {isChanging && (
        <Suspense>
          <ChangeRoute booking={booking} onClose={() => setChanging(false)} onAnswer={onAnswer} />
        </Suspense>
      )}
    </section>
  )
}
