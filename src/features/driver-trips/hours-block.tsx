import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/server-clock'
import { useNow } from '@/lib/use-now'
import type { Hours } from './api'

/** Before a break is due it is named so early (ms). */
const EARLY_MS = 30 * 60_000

/** How long the driver has been on duty and driving today, and the break that is due. */
export function HoursBlock({ hours }: { hours: Hours }) {
  const { t } = useTranslation('driver_trips')
  const { duration, time } = useFormat()
  useNow(60_000)
  const dueAt = hours.break_due_at ? Date.parse(hours.break_due_at) : null
  const left = dueAt === null ? null : dueAt - serverNow()
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
      {dueAt !== null && left !== null && left <= 0 && (
        <Alert tone="bad">{t('hours.due', { minutes: hours.break_minutes })}</Alert>
      )}
      {dueAt !== null && left !== null && left > 0 && left < EARLY_MS && (
        <Alert tone="warn">{t('hours.soon', { time: time(dueAt), minutes: hours.break_minutes })}</Alert>
      )}
    </div>
  )
}
