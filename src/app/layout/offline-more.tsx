import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/config/paths'
import { readStoredTrip } from '@/entities/booking'

/** Offline: that there are no fares on booking pages, and the link to the stored trip. */
export function OfflineMore() {
  const { t } = useTranslation('kept')
  const { pathname } = useLocation()
  const trip = readStoredTrip()
  return (
    <>
      {pathname === paths.home && <span>{t('no_fares')}</span>}
      {trip && pathname !== paths.booking(trip.id) && (
        <Link to={paths.booking(trip.id)} className="pointer-events-auto font-semibold underline underline-offset-4">
          {t('link')}
        </Link>
      )}
    </>
  )
}
