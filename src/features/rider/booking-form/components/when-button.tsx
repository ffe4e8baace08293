import { ChevronDown, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/entities/settings'
import { readMoment } from '@/lib/time/zoned'
import { useBookingDraft } from '../hooks/use-booking-screen'

/** A button that shows when the ride begins; it opens the dialog in which the time is changed. */
export function WhenButton() {
  const { t } = useTranslation('booking')
  const { state, dispatch } = useBookingDraft()
  const { dateTime, timeZone } = useFormat()
  const { when, tripAt } = state.draft
  const at = when === 'later' ? readMoment(tripAt, timeZone) : null
  const text = at === null ? t('now') : dateTime(at)
  return (
    <Button
      variant="outline"
      className="min-w-0 rounded-full"
      aria-label={`${t('when')}: ${text}`}
      aria-haspopup="dialog"
      onClick={() => dispatch({ do: 'ask', question: 'when' })}
    >
      <Clock aria-hidden />
      <span className="truncate">{text}</span>
      <ChevronDown aria-hidden className="text-muted" />
    </Button>
  )
}
