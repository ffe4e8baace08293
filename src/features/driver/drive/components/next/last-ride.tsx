import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import { setLastRide } from '../../commands'
import { driverKeys, useDriver } from '../../queries'

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
      {/* The whole row is the switch: a small one is hard to hit at the wheel. */}
      <button
        type="button"
        role="switch"
        aria-checked={isLast}
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        disabled={change.busy}
        onClick={() => void change.run(!isLast)}
        className="flex w-full items-center gap-3 rounded-card border border-line p-4 text-start transition-colors hover:bg-soft"
      >
        <span className="min-w-0 flex-1">
          <span id={id} className="block font-semibold">
            {t('last_ride.label')}
          </span>
          <span id={`${id}-hint`} className="block text-sm text-pretty text-muted">
            {t(isLast ? (isOnTrip ? 'last_ride.on' : 'last_ride.home') : 'last_ride.off')}
          </span>
        </span>
        <span
          aria-hidden
          className={cn(
            'flex h-6 w-11 shrink-0 rounded-full p-0.5 transition-colors',
            isLast ? 'justify-end bg-ink' : 'bg-line-strong'
          )}
        >
          <span className="size-5 rounded-full bg-paper" />
        </span>
      </button>
      {change.error && <Alert tone="bad">{errorText(change.error)}</Alert>}
    </div>
  )
}
