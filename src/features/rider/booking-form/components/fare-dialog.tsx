import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle
} from '@/components/ui/dialog'
import { FareNote, FareTable, partsPaidBy } from '@/entities/fare'
import { useFormat } from '@/entities/settings'
import { useBookingCars, useBookingDraft, useBookingFare, useBookingOrder } from '../hooks/use-booking-screen'

/**
 * The dialog "Estimate fare", with the button to continue. It shows how each line of the fare is computed, the total, and
 * whether the total can still change.
 */
export function FareDialog() {
  const { t } = useTranslation(['booking_dialogs', 'money_parts'])
  const { distance, duration } = useFormat()
  const { dispatch } = useBookingDraft()
  const { car, isParcel } = useBookingCars()
  const { quote, promo, payment } = useBookingFare()
  const { mayBook, busy, press } = useBookingOrder()
  if (!car || !quote) return null
  const close = () => dispatch({ do: 'ask', question: null })
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{t('fare.title')}</DialogTitle>
          <DialogDescription>
            {/* Isolated: on a right-to-left page, a Latin name would draw the number of kilometres to its own side. */}
            <bdi>{car.name}</bdi> · {distance(quote.distance_in_km)} · {duration(quote.time_in_secs)}
          </DialogDescription>
        </DialogHeader>
        <FareTable
          lines={quote.lines}
          parts={partsPaidBy((promo.discount ?? quote).price_parts, payment)}
          totalLabel={t('fare.total')}
          dueLabel={t([`money_parts:you_pay.${payment}`, 'money_parts:you_pay.other'])}
        />
        <div className="mt-4">
          <FareNote payment={payment} isParcel={isParcel} paid={isParcel ? 'booking' : 'end'} />
        </div>
        <DialogFooter>
          <Button size="lg" onClick={close}>
            {t('common:cancel')}
          </Button>
          {mayBook && (
            <Button
              size="lg"
              variant="accent"
              busy={busy}
              onClick={() => {
                close()
                press()
              }}
            >
              {t('book_now')}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
