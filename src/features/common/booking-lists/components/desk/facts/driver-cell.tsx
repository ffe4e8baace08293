import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { asOthersSee, isAhead, type StaffBooking, useLastSeen } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { useNow } from '@/lib/time/use-now'
import { cn } from '@/lib/utils'
import { type DeskFacts, type FactsStore, useFacts } from './facts-store'
import { isSilent } from './times'

const TICK_MS = 1000
const MINUTE_MS = 60_000

interface DriverCellProps {
  booking: StaffBooking
  store: FactsStore
  /** Whether the cell is narrow. The text then continues on a second line, and the minutes are shown without the word "left". */
  isNarrow?: boolean
}

/** The cell for the driver: the name and the time until the car arrives, or the state of the search for a driver. */
export function DriverCell({ booking, store, isNarrow = false }: DriverCellProps) {
  const facts = useFacts(store, booking.id)
  if (booking.status === 'NEW' && facts?.asked_until) return <Asking facts={facts} until={facts.asked_until} />
  return <Driver booking={booking} facts={facts} isNarrow={isNarrow} />
}

/**
 * How many drivers have an offer now, with the remaining time. It is a component of its own, so that only it renders again each
 * second.
 */
function Asking({ facts, until }: { facts: DeskFacts; until: string }) {
  const { t } = useTranslation('desk')
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - useNow(TICK_MS)) / 1000))
  return <span className="text-muted tabular">{t('driver.asking', { count: facts.asked, seconds })}</span>
}

interface DriverProps {
  booking: StaffBooking
  facts: DeskFacts | undefined
  isNarrow: boolean
}

function Driver({ booking, facts, isNarrow }: DriverProps) {
  const { t } = useTranslation('desk')
  const { duration } = useFormat()
  const now = useNow(5000)
  const minutes = facts?.eta ? duration(Math.max(MINUTE_MS, Date.parse(facts.eta) - now) / 1000) : null
  const seen = useLastSeen(facts?.seen_at ? { at: Date.parse(facts.seen_at) } : null, 5000)
  const silent = isUnderWay(booking) && isSilent(facts, now) ? seen : null
  const state = silent ?? (isNarrow && booking.status === 'STARTED' ? minutes : stateOf(t, booking, facts, minutes))
  if (!booking.driver_name) return state ? <span className="text-muted">{state}</span> : <None />
  const name = state ? initialed(booking.driver_name) : booking.driver_name
  if (isNarrow) {
    return (
      <>
        <bdi>{name}</bdi>
        {state && (
          <span className={cn('text-muted', minutes && 'whitespace-nowrap')}>{` ·\u00a0${isolated(state)}`}</span>
        )}
      </>
    )
  }
  return (
    <span className="flex min-w-0">
      <bdi className="min-w-8 truncate">{name}</bdi>
      {state && (
        <span
          className={cn('text-muted', minutes ? 'shrink-0' : 'min-w-0 truncate')}
        >{`\u00a0· ${isolated(state)}`}</span>
      )}
    </span>
  )
}

/**
 * Returns a name with the first name shortened ("S. Kind"), because the cell has little space. The panel shows the full name.
 */
const initialed = (name: string): string => name.replace(/^(\p{L})\p{L}+\s+/u, '$1. ')

/** Whether the car drives to the pickup or to the drop-off. */
const isUnderWay = (booking: StaffBooking): boolean => ['ACCEPTED', 'STARTED'].includes(asOthersSee(booking).status)

const None = () => <span className="text-muted">–</span>

function stateOf(
  t: TFunction<'desk'>,
  booking: StaffBooking,
  facts: DeskFacts | undefined,
  minutes: string | null
): string | null {
  switch (asOthersSee(booking).status) {
    case 'PAYMENT_PENDING':
      return t('driver.card')
    case 'NEW':
      if (isAhead(booking)) return t('driver.later')
      return facts && facts.wave > 0 ? t('driver.wave', { wave: facts.wave }) : t('driver.none')
    case 'ACCEPTED':
      return minutes
    case 'ARRIVED':
      return t('driver.waits')
    case 'STARTED':
      return minutes && t('driver.left', { duration: minutes })
    case 'PENDING':
      return t(booking.payment_mode === 'card' ? 'driver.card' : 'driver.unpaid')
    case 'CANCELLED':
      return booking.cancelled_by && t(`driver.cancelled.${booking.cancelled_by}`)
    default:
      return null
  }
}
