import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { useErrorText } from '@/lib/use-error-text'
import type { Duty } from '../hooks/use-duty'
import type { LocationState } from '../model'
import type { CurrentTrip } from '../queries'
import { CurrentTripCard } from './current-trip-card'
import { DayBlock } from './day-block'

interface DutyPanelProps {
  duty: Duty
  trips: CurrentTrip[]
  location: LocationState
}

/** Whether the driver is on duty, what stands in the way, and what they are in the middle of. */
export function DutyPanel({ duty, trips, location }: DutyPanelProps) {
  const { t } = useTranslation('driver')
  const errorText = useErrorText()
  const problem =
    duty.problem ?? (duty.isOnline && (location === 'denied' || location === 'unavailable') ? location : null)
  const car = [duty.driver?.vehicle_make, duty.driver?.vehicle_model].filter(Boolean).join(' ')
  const facts = [car, duty.driver?.vehicle_number].filter(Boolean).join(' · ')
  const state = duty.isOnline ? 'online' : 'offline'
  return (
    <div className="space-y-4">
      <header className="space-y-1">
        <div className="flex items-start justify-between gap-3">
          <h1 className="text-xl font-semibold">{t(trips.length > 0 ? 'duty.on_trip' : `duty.${state}_title`)}</h1>
          <Badge dot tone={duty.isOnline ? 'ok' : 'neutral'} className="mt-0.5">
            {t(`duty.${state}`)}
          </Badge>
        </div>
        <p className="text-sm text-pretty text-muted">
          {t(trips.length > 0 ? 'duty.on_trip_text' : `duty.${state}_text`)}
        </p>
      </header>
      {problem && (
        <Alert tone="bad">
          <strong className="block font-semibold">{t(`location.${problem}_title`)}</strong>
          {t(`location.${problem}`)}
        </Alert>
      )}
      {duty.failure ? <Alert tone="bad">{errorText(duty.failure)}</Alert> : null}
      {trips.map((trip) => (
        <CurrentTripCard key={trip.id} trip={trip} />
      ))}
      {duty.driver && <DayBlock driverId={duty.driver.id} />}
      {facts && <p className="text-sm text-muted">{facts}</p>}
    </div>
  )
}
