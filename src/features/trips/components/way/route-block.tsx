import { Route } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { type Booking, BookingRoute, type Party } from '@/entities/booking'
import { SettlementLines } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { loadWithWords } from '@/lib/load-with-words'
import type { Trip } from '../../hooks/use-trip'

const ChangeRoute = lazy(async () => ({ default: (await loadWithWords(() => import('./change-route'))).ChangeRoute }))
const TripFare = lazy(async () => ({ default: (await loadWithWords(() => import('./trip-fare'))).TripFare }))

interface RouteBlockProps {
  booking: Booking
  party: Party
  trip: Trip
  onAnswer: (booking: Booking) => void
}

/** The way of a trip that goes on; for its rider also what it costs, line by line, and the way to another drop or other stops. */
export function RouteBlock({ booking, party, trip, onAnswer }: RouteBlockProps) {
  const { t } = useTranslation('trips')
  const [isChanging, setChanging] = useState(false)
  const isRider = party === 'rider'
  return (
    <section className="space-y-3 rounded-card border border-line p-4">
      <BookingRoute booking={booking} expected={trip.expected} />
      {isRider && trip.options?.actions.includes('change_route') && (
        <Button size="sm" className="w-full" onClick={() => setChanging(true)}>
          <Route aria-hidden />
          {t('action.change_route')}
        </Button>
      )}
      {(booking.discount_amount > 0 || booking.customer_paid > 0) && <SettlementLines settlement={booking} />}
      {isRider && <FareDetails booking={booking} />}
      {isChanging && (
        <Suspense>
          <ChangeRoute booking={booking} onClose={() => setChanging(false)} onAnswer={onAnswer} />
        </Suspense>
      )}
    </section>
  )
}

function FareDetails({ booking }: { booking: Booking }) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-6 cursor-pointer items-center text-muted underline decoration-dotted underline-offset-4 hover:text-ink">
        {t('fare.summary', { amount: money(booking.trip_cost) })}
      </summary>
      {isOpen && (
        <Suspense>
          <TripFare booking={booking} />
        </Suspense>
      )}
    </details>
  )
}
