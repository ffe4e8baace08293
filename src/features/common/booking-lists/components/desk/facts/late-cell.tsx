import { useTranslation } from 'react-i18next'
import type { StaffBooking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useNow } from '@/lib/time/use-now'
import { cn } from '@/lib/utils'
import { type FactsStore, useFacts } from './facts-store'
import { lateSeconds } from './times'

/** Interval at which the time shown is updated (ms). */
const TICK_MS = 5000
/** A delay shorter than this (s) counts as on time: arrival times are not promised to the second. */
const LATE_S = 60

interface LateProps {
  booking: StaffBooking
  store: FactsStore
}

function useLate({ booking, store }: LateProps): number | null {
  const facts = useFacts(store, booking.id)
  return lateSeconds(booking, facts, useNow(TICK_MS))
}

interface DelayProps {
  seconds: number
  /** Whether the delay is written as in a timetable, in minutes: "+3′". */
  isShort?: boolean
}

/** A delay with its sign: plus if the car will be late, minus if it will be early or on time (less than `LATE_S` late). */
function Delay({ seconds, isShort = false }: DelayProps) {
  const { t, i18n } = useTranslation('desk')
  const { duration } = useFormat()
  const isLate = seconds >= LATE_S
  const by = duration(isLate ? seconds : Math.max(0, -seconds))
  return (
    <span className={cn('tabular', isLate ? 'font-semibold text-bad' : 'text-muted')}>
      {/* The mark keeps the sign on the left of the number in Arabic, too. */}
      <bdi
        aria-hidden
        dir={i18n.dir()}
      >{`\u200e${isLate ? '+' : '\u2212'}${isShort ? `${Math.round(Math.abs(seconds) / 60)}′` : by}`}</bdi>
      <span className="sr-only">{t(isLate ? 'late.by' : 'late.in_time', { duration: by })}</span>
    </span>
  )
}

/** Shown beside the time of a trip: by how much the car will be late. Renders nothing if it will be on time or has arrived. */
export function Late(props: LateProps) {
  const late = useLate(props)
  if (late === null || late < LATE_S) return null
  return (
    <span className="ms-1.5">
      <Delay isShort seconds={late} />
    </span>
  )
}

/**
 * The cell that shows by how much the car will be late or early at the pickup. It changes every five seconds, also between
 * updates of the facts.
 *
 * @param isBare renders nothing while the delay is not known; in a table, a dash marks the empty cell
 */
export function LateCell({ isBare = false, ...props }: LateProps & { isBare?: boolean }) {
  const late = useLate(props)
  if (late !== null) return <Delay seconds={late} />
  return isBare ? null : <span className="text-muted">–</span>
}
