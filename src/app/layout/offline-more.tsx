import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/config/paths'
import { readKeptTrip } from '@/entities/booking'

/** Without a network: that there are no fares where one books, and the way to the trip that this device keeps. */
export function OfflineMore() {
  const { t } = useTranslation('kept')
  const { pathname } = useLocation()
  const trip = readKeptTrip()
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
