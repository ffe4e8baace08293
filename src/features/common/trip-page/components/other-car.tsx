import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Booking } from '@/entities/booking'
import { CarImage } from '@/entities/car'
import { payableOf } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { useOtherCar } from '../hooks/use-other-car'

/** Shown while no driver is found for the booked car type: offers another car type, with its arrival time and price. */
export function OtherCar({ booking, isWanted }: { booking: Booking; isWanted: boolean }) {
  const { t } = useTranslation('trips')
  const { money, duration } = useFormat()
  const errorText = useErrorText()
  const other = useOtherCar(booking, isWanted)
  if (!other) return null
  const { car, wait, quote, quoteId, taking } = other
  const price = payableOf(quote, booking.payment_mode)
  return (
    <section aria-label={t('search.other_title')} className="space-y-3 rounded-card border border-line p-4">
      <div className="flex items-center gap-4">
        <CarImage image={car.image} className="shrink-0" />
        <p className="min-w-0 flex-1 text-sm text-pretty">
          {t('search.other', { car: car.name, wait: duration(wait) })}
        </p>
      </div>
      {taking.error && <Alert tone="bad">{errorText(taking.error)}</Alert>}
      <Button
        size="lg"
        variant="accent"
        className="w-full tabular"
        busy={taking.busy}
        onClick={() => void taking.run(quoteId)}
      >
        {t('search.take', { car: car.name, price: money(price) })}
      </Button>
    </section>
  )
}
