import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'
import { clockChangeOf } from '@/lib/time/zoned'
import { cn } from '@/lib/utils'

/** Says that the clocks change on a day, so that nobody wonders about times that are missing or there twice. */
export function ClockNote({ day, className }: { day: string; className?: string }) {
  const { t } = useTranslation('booking_dialogs')
  const { timeZone } = useFormat()
  const change = clockChangeOf(day, timeZone)
  if (!change) return null
  const { from, to, isForward } = change
  return (
    <p className={cn('text-sm text-muted', className)}>
      {t(isForward ? 'clocks_forward' : 'clocks_back', { from, to })}
    </p>
  )
}
