import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import type { Hours } from '../queries'
import { BreakNote } from './break-note'

/** Shows how long the driver was on duty and drove today, and whether a break is due. */
export function HoursBlock({ hours }: { hours: Hours }) {
  const { t } = useTranslation('driver_trips')
  const { duration } = useFormat()
  const figures = [
    { key: 'duty', secs: hours.duty_secs_today },
    { key: 'busy', secs: hours.busy_secs_today },
    { key: 'since_break', secs: hours.worked_secs }
  ]
  return (
    <div className="space-y-3">
      <dl className="grid grid-cols-3 gap-2">
        {figures.map(({ key, secs }) => (
          <div key={key} className="flex flex-col-reverse justify-end rounded-control bg-soft px-3 py-2.5">
            <dt className="text-xs text-muted">{t(`hours.${key}`)}</dt>
            <dd className="text-base font-semibold tabular">{duration(secs)}</dd>
          </div>
        ))}
      </dl>
      <BreakNote hours={hours} />
    </div>
  )
}
