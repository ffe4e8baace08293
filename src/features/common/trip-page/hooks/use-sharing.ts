import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/config/paths'
import { type Booking, bookingKeys, endGuestLink, shareTrip, unshareTrip } from '@/entities/booking'
import { useCommand } from '@/lib/server/use-command'

/** Returns the link to a trip, and commands that create and revoke it. */
export function useSharing(
  { id, status, driver_id }: Pick<Booking, 'id' | 'status' | 'driver_id'>,
  onEnded: () => void
) {
  const { t } = useTranslation('trips')
  const [token, setToken] = useState<string | null>(null)
  const invalidates = () => [bookingKeys.options(id, status, driver_id)]
  const begin = useCommand(() => shareTrip(id), { invalidates, onDone: setToken })
  const end = useCommand(() => unshareTrip(id), {
    invalidates,
    done: t('share.ended'),
    onDone: () => {
      setToken(null)
      onEnded()
    }
  })
  const endGuest = useCommand(() => endGuestLink(id), { invalidates, done: t('share.guest_ended') })
  return { link: token && new URL(paths.shared(token), window.location.origin).href, begin, end, endGuest }
}
