import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import type { StaffBooking } from '@/entities/booking'
import { cn } from '@/lib/utils'
import { type FactsStore, useFacts } from '../facts/facts-store'
import { reasonWord } from './reason-words'

/** Returns the reasons why a booking needs attention, as words; empty if it needs none. */
export const attentionWords = (t: TFunction<['bookings', 'desk']>, { attention }: StaffBooking): string[] =>
  (attention ?? []).map((reason) => reasonWord(t, reason))

interface AttentionBadgesProps {
  booking: StaffBooking
  store: FactsStore
  className?: string
}

/** The reasons why a booking needs attention, as badges. */
export function AttentionBadges({ booking, store, className }: AttentionBadgesProps) {
  const { t } = useTranslation(['bookings', 'desk'])
  // The list of reasons is computed at an interval. A driver who is asked in the meantime is known earlier, from the facts.
  const isAsked = (useFacts(store, booking.id)?.asked ?? 0) > 0
  const attention = (booking.attention ?? []).filter((reason) => reason !== 'no_driver' || !isAsked)
  return (
    <span className={cn('flex gap-1', className)}>
      {attentionWords(t, { ...booking, attention }).map((word) => (
        <Badge key={word} tone="warn">
          {word}
        </Badge>
      ))}
    </span>
  )
}
