import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Booking } from '@/entities/booking'
import { useNow } from '@/lib/use-now'
import { waitLeft } from '../trip-view'
import { clockText } from './search-block'

/** How long the driver still waits at the pickup for free. */
export function WaitLine({ booking, freeWaitMinutes }: { booking: Booking; freeWaitMinutes: number }) {
  const { t } = useTranslation('trips')
  const left = waitLeft(booking, { freeWaitMinutes }, useNow(1000))
  if (left === null) return null
  return (
    <p className="flex items-center gap-2 text-sm text-muted tabular">
      <Hourglass aria-hidden className="size-4" />
      {left > 0 ? t('wait.left', { time: clockText(left) }) : t('wait.over')}
    </p>
  )
}
