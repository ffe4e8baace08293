import { useTranslation } from 'react-i18next'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
  DialogTrigger
} from '@/components/ui/dialog'
import { FareTable, type Quote } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { useBookingScreen } from '../hooks/use-booking-screen'

/** "How this fare is made": each line with what it was multiplied by, the sum, and how firm it is. */
export function FareDialog({ carName, quote, isParcel }: { carName: string; quote: Quote; isParcel: boolean }) {
  const { t } = useTranslation('booking')
  const { distance, duration } = useFormat()
  const { settings } = useBookingScreen()
  const promise = isParcel ? 'parcel' : settings?.fare_mode
  return (
    <Dialog>
      <DialogTrigger className="min-h-6 text-sm text-muted underline decoration-dotted underline-offset-4 hover:text-ink">
        {t('fare.how')}
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('fare.title')}</DialogTitle>
          <DialogDescription>
            {[carName, distance(quote.distance_in_km), duration(quote.time_in_secs)].join(' · ')}
          </DialogDescription>
        </DialogHeader>
        <FareTable
          lines={quote.lines}
          total={quote.trip_cost}
          totalLabel={t('fare.total')}
          tax={quote.tax}
          {...(isParcel ? {} : { cash: quote.cash_amount })}
        />
        <p className="mt-4 text-sm text-pretty text-muted">{t(`fare.note.${promise}`)}</p>
      </DialogContent>
    </Dialog>
  )
}
