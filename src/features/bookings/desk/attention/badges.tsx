import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import type { StaffBooking } from '@/entities/booking'
import { cn } from '@/lib/utils'
import { reasonWord } from './reason-words'

/** Returns the reasons why a booking needs attention, as words; empty if it needs none. */
export const attentionWords = (t: TFunction<['bookings', 'desk']>, { attention }: StaffBooking): string[] =>
  (attention ?? []).map((reason) => reasonWord(t, reason))

/** The reasons why a booking needs attention, as badges. */
export function AttentionBadges({ booking, className }: { booking: StaffBooking; className?: string }) {
  const { t } = useTranslation(['bookings', 'desk'])
  return (
    <span className={cn('flex gap-1', className)}>
      {attentionWords(t, booking).map((word) => (
        <Badge key={word} tone="warn">
          {word}
        </Badge>
      ))}
    </span>
  )
}
