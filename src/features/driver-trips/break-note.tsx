import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/server-clock'
import { useNow } from '@/lib/use-now'
import { type Hours, useHours } from './api'

/** How long before a break is due the note announces it (ms). */
const EARLY_MS = 30 * 60_000

/** A note that the driver must take a break, now or within half an hour. */
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

/** The same note as {@link BreakNote}, for pages that do not read the working time themselves. */
export function BreakDue({ driverId }: { driverId: string }) {
  const { data: hours } = useHours(driverId)
  return hours ? <BreakNote hours={hours} /> : null
}
