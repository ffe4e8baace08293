import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Booking, TripOptions } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useNow } from '@/lib/time/use-now'
import { clockText } from './search-block'

interface RiderWaitProps {
  booking: Booking
  options: TripOptions
  leaveAt: number
}

/**
 * Tells the rider how long the driver still waits, and what waiting and not coming cost. The times and amounts are the
 * server's, so both pages show the same second.
 */
export function RiderWait({ booking, options, leaveAt }: RiderWaitProps) {
  const { t } = useTranslation('drive')
  const { money } = useFormat()
  const now = useNow(1000)
  const { earnsFrom, earnsPerHour, noShowFee } = options
  const isOver = leaveAt <= now
  const words = {
    context: booking.category,
    name: booking.driver_name?.split(' ')[0] ?? '',
    time: clockText(leaveAt - now),
    fee: money(noShowFee ?? 0)
  }
  return (
    <section aria-label={t('wait.label')} className="flex items-center gap-4 rounded-card bg-warn-soft p-4 text-warn">
      <Hourglass aria-hidden className="size-6 shrink-0" />
      <div className="min-w-0 flex-1 text-sm text-pretty">
        <p className="font-semibold">{t(isOver ? 'wait.rider_over' : 'wait.rider_leave', words)}</p>
        {noShowFee !== null && noShowFee > 0 && <p>{t('wait.rider_fee', words)}</p>}
        {earnsFrom !== null && earnsPerHour !== null && earnsPerHour > 0 && (
          <p>
            {t(earnsFrom > now ? 'wait.rider_free' : 'wait.rider_pays', {
              time: clockText(earnsFrom - now),
              rate: money(earnsPerHour / 60)
            })}
          </p>
        )}
      </div>
      <span role="timer" aria-label={t('wait.rider_left')} className="text-2xl font-semibold tabular">
        {clockText(Math.max(0, leaveAt - now))}
      </span>
    </section>
  )
}
