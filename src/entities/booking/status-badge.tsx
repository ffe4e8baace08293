import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '@/components/ui/badge'
import { cn } from '@/lib/utils'
import type { BookingStatus } from './status'

/** The colour of each status; the badge always shows the status as a word, too. */
const tones: Record<BookingStatus, Tone> = {
  PAYMENT_PENDING: 'bad',
  NEW: 'warn',
  ACCEPTED: 'info',
  ARRIVED: 'info',
  STARTED: 'ok',
  REACHED: 'ok',
  PENDING: 'bad',
  PAID: 'ok',
  COMPLETE: 'neutral',
  CANCELLED: 'neutral'
}

const dots = { ok: 'bg-ok', info: 'bg-info', neutral: 'bg-line-strong' } as const

interface StatusBadgeProps {
  status: BookingStatus
  /**
   * True for a booking for later that does not keep a driver busy yet. Its status NEW is then shown as "scheduled" and without
   * a warning colour, because it needs no action.
   */
  isScheduled?: boolean
  /** True in a table, where only a status that needs action has a coloured background. */
  isQuiet?: boolean
  className?: string
}

/** A booking's status as a coloured word. The words are in `common:status.<STATUS>`. */
export function StatusBadge({ status, isScheduled = false, isQuiet = false, className }: StatusBadgeProps) {
  const { t } = useTranslation()
  const isWaiting = isScheduled && status === 'NEW'
  const tone = isWaiting ? 'info' : tones[status]
  const word = t(isWaiting ? 'scheduled' : `status.${status}`)
  if (isQuiet && tone !== 'bad' && tone !== 'warn') {
    return (
      <span className={cn('inline-flex items-center gap-2 align-middle', className)}>
        <span aria-hidden className={cn('size-1.5 shrink-0 rounded-full', dots[tone])} />
        <span className="truncate">{word}</span>
      </span>
    )
  }
  return (
    <Badge dot tone={tone} {...(className ? { className } : {})}>
      <span className="truncate">{word}</span>
    </Badge>
  )
}
