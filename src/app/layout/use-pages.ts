import { useTranslation } from 'react-i18next'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'

/** The pages this person's menu offers, most used first. */
export function usePages() {
  const { t } = useTranslation()
  const { role } = useSession()
  const isStaff = role === 'admin' || role === 'fleetadmin'
  return [
    ...(isStaff ? [{ to: paths.dashboard, label: t('nav.dashboard') }] : []),
    ...(role === 'driver' ? [{ to: paths.drive, label: t('nav.drive') }] : [{ to: paths.home, label: t('nav.ride') }]),
    ...(role ? [{ to: paths.bookings, label: t('nav.bookings') }] : []),
    ...(role === 'admin'
      ? [
          { to: paths.carTypes, label: t('nav.cartypes') },
          { to: paths.zones, label: t('nav.zones') }
        ]
      : []),
    { to: paths.about, label: t('nav.about') },
    { to: paths.contact, label: t('nav.contact') }
  ]
}
