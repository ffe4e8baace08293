import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { useBookingDraft } from '../hooks/use-booking-screen'
import type { Pin } from '../model/state'

/** The panel while a place is set on the map: instructions, the address under the pin, and buttons to cancel and to use it. */
export function PinPanel({ pin: { slot, place } }: { pin: Pin }) {
  const { t } = useTranslation('booking_dialogs')
  const { dispatch } = useBookingDraft()
  const title = typeof slot === 'string' ? t(`pin.${slot}`) : t('pin.stop')
  return (
    <section aria-label={title} className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-xl font-semibold">{title}</h2>
        <p className="text-sm text-pretty text-muted">{t('pin.how')}</p>
      </div>
      <div role="status" className="flex min-h-12 items-center rounded-control bg-soft px-3.5 text-base">
        {place ? <bdi>{place.add}</bdi> : <Skeleton className="h-4 w-2/3 bg-line" />}
      </div>
      <div className="flex gap-2">
        <Button size="lg" onClick={() => dispatch({ do: 'drop_pin' })}>
          {t('common:cancel')}
        </Button>
        <Button
          size="lg"
          variant="accent"
          className="flex-1"
          disabled={!place}
          onClick={() => dispatch({ do: 'use_pin' })}
        >
          {t('pin.use')}
        </Button>
      </div>
    </section>
  )
}
