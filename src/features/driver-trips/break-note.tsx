import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/server-clock'
import { useNow } from '@/lib/use-now'
import { type Hours, useHours } from './api'

/** How long before a break is due it is announced (ms). */
const EARLY_MS = 30 * 60_000

/** Tells that a break is due, now or soon. */
export function BreakNote({ hours }: { hours: Hours }) {
  const { t } = useTranslation('driver_trips')
  const { time } = useFormat()
  useNow(60_000)
  if (!hours.break_due_at) return null
  const dueAt = Date.parse(hours.break_due_at)
  const left = dueAt - serverNow()
  if (left <= 0) return <Alert tone="bad">{t('hours.due', { minutes: hours.break_minutes })}</Alert>
  if (left >= EARLY_MS) return null
  return <Alert tone="warn">{t('hours.soon', { time: time(dueAt), minutes: hours.break_minutes })}</Alert>
}

/** The same note, for pages that do not read the working time otherwise. */
export function BreakDue({ driverId }: { driverId: string }) {
  const { data: hours } = useHours(driverId)
  return hours ? <BreakNote hours={hours} /> : null
}
