import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Switch } from '@/components/ui/switch'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { setLastRide } from '../commands'
import { driverKeys, useDriver } from '../queries'

interface LastRideProps {
  driverId: string
  /** Whether a trip is under way; otherwise the switch only takes back what was said during the last one. */
  isOnTrip: boolean
}

/** The switch with which a driver on a trip says that it is the last one. Dispatch makes no offers then. */
export function LastRide({ driverId, isOnTrip }: LastRideProps) {
  const { t } = useTranslation('drive')
  const errorText = useErrorText()
  const id = useId()
  const { data: driver } = useDriver(driverId)
  const change = useCommand(setLastRide, { invalidates: () => [driverKeys.driver(driverId)] })
  const isLast = change.sent ?? driver?.last_ride ?? false
  if (!driver?.driver_active_status || !(isOnTrip || isLast)) return null
  return (
    <div className="space-y-2">
      <div className="flex items-center gap-3 rounded-card border border-line p-4">
        <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer">
          <span className="block font-semibold">{t('last_ride.label')}</span>
          <span id={`${id}-hint`} className="block text-sm text-pretty text-muted">
            {t(isLast ? (isOnTrip ? 'last_ride.on' : 'last_ride.home') : 'last_ride.off')}
          </span>
        </label>
        <Switch id={id} checked={isLast} aria-describedby={`${id}-hint`} onChange={(next) => void change.run(next)} />
      </div>
      {change.error && <Alert tone="bad">{errorText(change.error)}</Alert>}
    </div>
  )
}
