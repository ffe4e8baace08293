import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import type { Booking, TripOptions } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useNow } from '@/lib/time/use-now'
import { AT_PICKUP } from '../../hooks/use-trip'
import { clockText } from '../search-block'

const HOUR_MS = 3_600_000

interface WaitingBlockProps {
  booking: Booking
  options: TripOptions | undefined
  /** True if the driver has reported the arrival, but is not at the pickup yet: nothing counts, and nobody was told. */
  isEarly: boolean
  /** The distance to the pickup (m); null if the position is unknown. */
  away: number | null
  /** True if the driver's arrival is still queued on the phone, because there is no signal. */
  isUnheard: boolean
  isOffline: boolean
}

/** Shows how long the driver has waited at the pickup, what the waiting earns, and when the driver may leave. */
export function WaitingBlock({ booking, options, isEarly, away, isUnheard, isOffline }: WaitingBlockProps) {
  const { t } = useTranslation('drive')
  const { money, distance } = useFormat()
  const now = useNow(1000)
  const arrived = booking.arrival_confirmed_at ?? booking.arrived_at
  const since = arrived ? Date.parse(arrived) : null
  const { leaveAt = null, earnsFrom = null, earnsPerHour = null } = options ?? {}
  const earned =
    earnsFrom !== null && earnsPerHour !== null ? (Math.max(0, now - earnsFrom) / HOUR_MS) * earnsPerHour : 0
  const isPaid = earnsFrom !== null && earnsPerHour !== null && earnsPerHour > 0
  if (since === null) return null
  if (isEarly) {
    const words = {
      context: booking.category,
      distance: distance((away ?? 0) / 1000),
      near: distance(AT_PICKUP / 1000)
    }
    return <Alert tone="warn">{t(away === null ? 'wait.no_place' : 'wait.early', words)}</Alert>
  }
  return (
    <section aria-label={t('wait.label')} className="flex items-center gap-4 rounded-card bg-soft p-4">
      <Hourglass aria-hidden className="size-6 shrink-0" />
      <div className="min-w-0 flex-1 text-sm">
        {isPaid && (
          <p className="font-semibold">
            {earnsFrom > now
              ? t('wait.free', { time: clockText(earnsFrom - now) })
              : t('wait.earns', { amount: money(earned), rate: money(earnsPerHour / 60) })}
          </p>
        )}
        {leaveAt !== null && (
          <p className={isPaid ? 'text-muted' : 'font-semibold'}>
            {leaveAt > now ? t('wait.leave', { time: clockText(leaveAt - now) }) : t('wait.over')}
          </p>
        )}
        {isUnheard ? <p>{t('wait.unheard')}</p> : isOffline && <p>{t('wait.needs_signal')}</p>}
      </div>
      <span role="timer" aria-label={t('wait.label')} className="text-2xl font-semibold tabular">
        {clockText(Math.max(0, now - since))}
      </span>
    </section>
  )
}
