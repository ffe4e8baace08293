import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { loginPath, paths } from '@/config/paths'
import { type FareChange, payableOf } from '@/entities/fare'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { useBookingDraft, useBookingFare, useBookingOrder } from '../hooks/use-booking-screen'

const link = 'min-h-6 shrink-0 font-semibold underline underline-offset-4'
/** Errors that mean that the session has ended on the server, although this page still considers the user signed in. */
const ofTheSession = new Set(['not_logged_in', 'must_login'])
const ofTheTime = new Set(['past_booking_error', 'trip_at_too_far'])

/** Says above the Book button why the ride cannot be booked, with a helpful link if there is one, or that the price changed. */
export function BookingProblem() {
  const { t } = useTranslation('booking')
  const errorText = useErrorText()
  const { dispatch, state } = useBookingDraft()
  const { prices } = useBookingFare()
  const { problem, problemKey } = useBookingOrder()
  const { signOut } = useSession()
  if (!problem) return prices.change ? <PriceChange change={prices.change} /> : null
  let errorAction: ReactNode
  if (problemKey === 'profile_incomplete') {
    errorAction = (
      <Link to={`${paths.profile}?next=${encodeURIComponent(paths.home)}`} className={link}>
        {t('complete_profile')}
      </Link>
    )
  } else if (problemKey && ofTheSession.has(problemKey)) {
    errorAction = (
      // Signs out first: with the stale session, the sign-in page would redirect away. The entered ride is kept.
      <Link to={loginPath(paths.home)} onClick={() => void signOut()} className={link}>
        {t('sign_in_again')}
      </Link>
    )
  } else if (problemKey && ofTheTime.has(problemKey)) {
    errorAction = (
      <button type="button" className={link} onClick={() => dispatch({ do: 'ask', question: 'when' })}>
        {t('choose_time')}
      </button>
    )
  }
  if (problemKey === 'guest_incomplete') {
    errorAction = (
      <button type="button" className={link} onClick={() => dispatch({ do: 'ask', question: 'guest' })}>
        {t('guest_number')}
      </button>
    )
  }
  return (
    <Alert tone="bad" action={errorAction}>
      {errorText(problem, { name: state.draft.guest?.name ?? '' })}
    </Alert>
  )
}

/** Says by how much the renewed price differs from the one shown before, and why. */
function PriceChange({ change: { before, after, reason } }: { change: FareChange }) {
  const { t } = useTranslation('booking')
  const { money } = useFormat()
  const { payment } = useBookingFare()
  const name = 'name' in reason ? reason.name : ''
  return (
    <Alert tone="warn">
      {t('price.changed', { now: money(payableOf(after, payment)), was: money(payableOf(before, payment)) })}{' '}
      {t(`price.${reason.kind}`, { name })}
    </Alert>
  )
}
