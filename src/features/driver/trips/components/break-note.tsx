import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { useFormat } from '@/entities/settings'
import { serverNow } from '@/lib/time/server-clock'
import { useNow } from '@/lib/time/use-now'
import { type Hours, useHours } from '../queries'

/** How long before a break is due the note announces it (ms). */
const EARLY_MS = 30 * 60_000

interface BreakNoteProps {
  hours: Hours
  /** True for a note with little padding, which fits into a small sheet over the map. */
  isSmall?: boolean
}

/** A note that the driver's break is due, now or within half an hour. It only informs: without the break nothing is refused. */
export function BreakNote({ hours, isSmall = false }: BreakNoteProps) {
  const { t } = useTranslation('driver_trips')
  const { time } = useFormat()
  useNow(60_000)
  if (!hours.break_due_at) return null
  const dueAt = Date.parse(hours.break_due_at)
  const left = dueAt - serverNow()
  if (left >= EARLY_MS) return null
  const isDue = left <= 0
  return (
    <Alert tone={isDue ? 'bad' : 'warn'} className={isSmall ? 'px-3 py-2' : ''}>
      {t(isDue ? 'hours.due' : 'hours.soon', { time: time(dueAt), minutes: hours.break_minutes })}
    </Alert>
  )
}

/** The same note as {@link BreakNote}, for pages that do not read the working time themselves. */
export function BreakDue({ driverId, isSmall = false }: { driverId: string; isSmall?: boolean }) {
  const { data: hours } = useHours(driverId)
  return hours ? <BreakNote hours={hours} isSmall={isSmall} /> : null
}
