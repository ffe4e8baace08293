import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/config/paths'
import { readStoredTrip } from '@/entities/booking'

/**
 * The second part of the offline banner. On the home page it says that fares are not available. If a trip is stored on the
 * device, every page except the trip's own gets a link to it.
 */
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
