import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useCarrying } from '@/entities/car'
import { useBookingCars, useBookingDraft } from '../../hooks/use-booking-screen'

/**
 * Shown if no car carries everything, instead of the Book button: names the largest car, and offers to book it for as many
 * people as it takes. The others need a second ride.
 */
export function NothingFits() {
  const { t } = useTranslation('needs')
  const { state, dispatch } = useBookingDraft()
  const { offered } = useBookingCars()
  const { requirements } = state.draft
  const carrying = useCarrying(requirements)
  const seatsOf = (id: string) => carrying?.[id]?.seats ?? 0
  const [largest] = (offered.carTypes ?? []).toSorted((a, b) => seatsOf(b.id) - seatsOf(a.id))
  const seats = largest ? seatsOf(largest.id) : 0
  if (!largest || requirements.seats <= seats || seats === 0) return <Alert tone="warn">{t('none.together')}</Alert>
  return (
    <div className="space-y-2">
      <Alert tone="warn">{t('none.seats', { asked: requirements.seats, car: largest.name, count: seats })}</Alert>
      <Button
        variant="accent"
        size="lg"
        className="w-full"
        onClick={() => dispatch({ do: 'set_options', options: { requirements: { ...requirements, seats } } })}
      >
        {t('none.first', { count: seats })}
      </Button>
    </div>
  )
}
