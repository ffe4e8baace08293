import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '@/components/ui/badge'
import type { BookingStatus } from './status'

/** Four quiet hues and neutral; the word beside always says the same. */
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

interface StatusBadgeProps {
  status: BookingStatus
  /** For a time the search has not begun for: nothing is new about it. */
  isScheduled?: boolean
  className?: string
}

/** A booking's status as a word with its hue. Words: `common:status.<STATUS>`. */
export function StatusBadge({ status, isScheduled = false, className }: StatusBadgeProps) {
  const { t } = useTranslation()
  const isWaiting = isScheduled && status === 'NEW'
  return (
    <Badge dot tone={isWaiting ? 'info' : tones[status]} {...(className ? { className } : {})}>
      {t(isWaiting ? 'scheduled' : `status.${status}`)}
    </Badge>
  )
}
