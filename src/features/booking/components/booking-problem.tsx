import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { paths } from '@/config/paths'
import { useErrorText } from '@/lib/use-error-text'
import { useBookingScreen } from '../hooks/use-booking-screen'

const link = 'min-h-6 shrink-0 font-semibold underline underline-offset-4'
const ofTheTime = new Set(['past_booking_error', 'trip_at_too_far'])

/** Why it was not booked, above the button that was pressed, with the way to mend it. */
export function BookingProblem() {
  const { t } = useTranslation('booking')
  const errorText = useErrorText()
  const { problem, problemKey, prices, dispatch } = useBookingScreen()
  if (!problem) return prices.refreshed ? <Alert tone="warn">{t('price_refreshed')}</Alert> : null
  let mend: ReactNode
  if (problemKey === 'profile_incomplete') {
    mend = (
      <Link to={`${paths.profile}?next=${encodeURIComponent(paths.home)}`} className={link}>
        {t('complete_profile')}
      </Link>
    )
  } else if (problemKey && ofTheTime.has(problemKey)) {
    mend = (
      <button type="button" className={link} onClick={() => dispatch({ do: 'ask', question: 'when' })}>
        {t('choose_time')}
      </button>
    )
  }
  return (
    <Alert tone="bad" action={mend}>
      {errorText(problem)}
    </Alert>
  )
}
