import { Lock } from 'lucide-react'
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
export function FareDialog({ carName, quote }: { carName: string; quote: Quote }) {
  const { t } = useTranslation('booking')
  const { distance, duration } = useFormat()
  const { settings, isParcel, payment } = useBookingScreen()
  const promise = isParcel ? 'parcel' : settings?.fare_mode
  const firmness = t(promise === 'metered' ? 'fare.estimated' : 'fare.fixed')
  return (
    <Dialog>
      <DialogTrigger
        aria-label={`${firmness}. ${t('fare.how')}`}
        className="inline-flex min-h-8 items-center gap-1.5 text-sm text-muted underline decoration-dotted underline-offset-4 hover:text-ink"
      >
        {promise !== 'metered' && <Lock aria-hidden className="size-4" />}
        {firmness}
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
          {...(payment === 'cash' ? { cash: quote.cash_amount } : {})}
        />
        <p className="mt-4 text-sm text-pretty text-muted">{t(`fare.note.${promise}`)}</p>
      </DialogContent>
    </Dialog>
  )
}
