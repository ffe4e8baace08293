import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/use-error-text'
import { useBookingScreen } from '../hooks/use-booking-screen'
import { FareDialog } from './fare-dialog'
import { PromoRow, RefusedPromo } from './promo-row'

/** What it costs, how that is made, and the one action that matters. */
export function BookBar() {
  const { t } = useTranslation('booking')
  const { money, distance, duration } = useFormat()
  const { car, quote, promo, isParcel, mayBook, busy, press } = useBookingScreen()
  return (
    <div className="space-y-3">
      <Problem />
      <RefusedPromo promo={promo} />
      {quote && car && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
          <span className="tabular">
            <bdi>{distance(quote.distance_in_km)}</bdi> · <bdi>{duration(quote.time_in_secs)}</bdi> ·{' '}
            {t(isParcel ? 'wallet' : 'cash')}
          </span>
          <FareDialog carName={car.name} quote={quote} isParcel={isParcel} />
        </div>
      )}
      {quote?.quote_id && car && mayBook && <PromoRow promo={promo} />}
      {!mayBook && <Alert>{t('admin_looks')}</Alert>}
      {mayBook && (
        <Button variant="accent" size="lg" className="w-full" busy={busy} onClick={press}>
          {quote && car
            ? t('book_for', {
                car: car.name,
                price: money(
                  isParcel ? (promo.discount?.payable ?? quote.trip_cost) : (promo.discount?.cash ?? quote.cash_amount)
                )
              })
            : t('book')}
        </Button>
      )}
    </div>
  )
}

/** Why it was not booked, with the way to mend it; the time's own problem stands at its field. */
function Problem() {
  const { t } = useTranslation('booking')
  const errorText = useErrorText()
  const { problem, problemKey, prices } = useBookingScreen()
  if (!problem || problemKey === 'past_booking_error') {
    return prices.refreshed && !problem ? <Alert tone="warn">{t('price_refreshed')}</Alert> : null
  }
  const mend = problemKey === 'profile_incomplete' && (
    <Link
      to={`${paths.profile}?next=${encodeURIComponent(paths.home)}`}
      className="min-h-6 font-semibold underline underline-offset-4"
    >
      {t('complete_profile')}
    </Link>
  )
  return (
    <Alert tone="bad" action={mend}>
      {errorText(problem)}
    </Alert>
  )
}
