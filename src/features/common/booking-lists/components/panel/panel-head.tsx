import { Check, Copy, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Tooltip } from '@/components/ui/tooltip'
import { type DeskBooking, isAhead, isOnTheRoad, StatusBadge } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { useCopy } from '@/lib/page/use-copy'
import { firmText } from '@/lib/texts/firm-text'
import { useNow } from '@/lib/time/use-now'
import { People } from './people'
import { ProgressLine, ProposalLine } from './progress-line'

interface PanelHeadProps {
  booking: DeskBooking
  level: 1 | 2
  onClose?: () => void
}

/** How often the shown minutes are updated (ms). */
const TICK_MS = 10_000

/** The booking's reference, status and time, with phone links to rider and driver. */
export function PanelHead({ booking, level, onClose }: PanelHeadProps) {
  const { t } = useTranslation('panel')
  const { dateTime } = useFormat()
  const Heading = level === 1 ? 'h1' : 'h2'
  const isForNow = !booking.book_later && booking.status === 'NEW'
  const when = isForNow ? t('asked_at', { when: dateTime(booking.created_at) }) : dateTime(booking.trip_at)
  return (
    <header className="space-y-2.5">
      <div className="flex items-start gap-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <Heading className="text-xl font-semibold tracking-wide tabular">{booking.reference}</Heading>
          <CopyReference reference={booking.reference} />
          <StatusBadge status={booking.status} isScheduled={isAhead(booking)} />
        </div>
        {onClose && <CloseButton onClose={onClose} />}
      </div>
      <p className="text-muted">
        {[when, firmText(booking.car_type), t(`category.${booking.category}`)].map(isolated).join(' · ')}
      </p>
      <Promised booking={booking} />
      {isOnTheRoad(booking.status) && <ProgressLine booking={booking} />}
      {isOnTheRoad(booking.status) && <ProposalLine booking={booking} />}
      {booking.attention && booking.attention.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {booking.attention.map((reason) => (
            <li key={reason}>
              <Badge tone="warn">{t([`attention:reason.${reason}`, 'attention_raw'], { reason })}</Badge>
            </li>
          ))}
        </ul>
      )}
      <People booking={booking} />
    </header>
  )
}

function CopyReference({ reference }: { reference: string }) {
  const { t } = useTranslation('panel')
  const { copied: isCopied, copy } = useCopy(reference)
  useShortcut({ keys: 'y', label: t('copy'), group: t('shortcuts'), run: copy })
  return (
    <Tooltip label={t('copy')} keys="y">
      <Button size="icon-sm" variant="ghost" aria-label={t('copy')} aria-keyshortcuts={ariaKeys('y')} onClick={copy}>
        {isCopied ? <Check aria-hidden className="text-ok" /> : <Copy aria-hidden />}
        <span role="status" className="sr-only">
          {isCopied && t('copied')}
        </span>
      </Button>
    </Tooltip>
  )
}

function CloseButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('panel')
  return (
    <Tooltip label={t('close')} keys="esc">
      <Button size="icon-sm" variant="ghost" className="-me-2 ms-auto" aria-label={t('close')} onClick={onClose}>
        <X aria-hidden />
      </Button>
    </Tooltip>
  )
}

/** The arrival time that was promised to the rider, and the delay against it. */
function Promised({ booking }: { booking: DeskBooking }) {
  const { t } = useTranslation('panel')
  const { time, duration } = useFormat()
  const now = useNow(TICK_MS)
  if (booking.status !== 'ACCEPTED' || !booking.promised_at) return null
  const lateSeconds = Math.round((now - Date.parse(booking.promised_at)) / 1000)
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span>{t('promised', { time: time(booking.promised_at) })}</span>
      {lateSeconds >= 60 && <Badge tone="bad">{t('late_by', { duration: duration(lateSeconds) })}</Badge>}
    </p>
  )
}
