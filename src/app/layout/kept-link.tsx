import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/config/paths'
import { readKeptTrip } from '@/entities/booking'

/** Without a network: the way to the trip that this device keeps. */
export function KeptLink() {
  const { t } = useTranslation('kept')
  const { pathname } = useLocation()
  const trip = readKeptTrip()
  if (!trip || pathname === paths.booking(trip.id)) return null
  return (
    <Link to={paths.booking(trip.id)} className="pointer-events-auto font-semibold underline underline-offset-4">
      {t('link')}
    </Link>
  )
}
