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

/** A booking's status as a word with its hue. Words: `common:status.<STATUS>`. */
export function StatusBadge({ status, className }: { status: BookingStatus; className?: string }) {
  const { t } = useTranslation()
  return (
    <Badge dot tone={tones[status]} {...(className ? { className } : {})}>
      {t(`status.${status}`)}
    </Badge>
  )
}
