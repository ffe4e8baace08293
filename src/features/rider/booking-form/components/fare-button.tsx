import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useBookingDraft, useBookingFare } from '../hooks/use-booking-screen'

/** A button that says whether the price can still change; it opens the dialog with the lines of the fare. */
export function FareButton() {
  const { t } = useTranslation('booking')
  const { dispatch } = useBookingDraft()
  const { isFixed } = useBookingFare()
  const firmness = t(isFixed ? 'fare.fixed' : 'fare.estimated')
  return (
    <button
      type="button"
      aria-label={`${firmness}. ${t('fare.how')}`}
      aria-haspopup="dialog"
      onClick={() => dispatch({ do: 'ask', question: 'fare' })}
      className="inline-flex min-h-8 items-center gap-1.5 text-sm text-muted underline decoration-dotted underline-offset-4 hover:text-ink"
    >
      {isFixed && <Lock aria-hidden className="size-4" />}
      {firmness}
    </button>
  )
}
