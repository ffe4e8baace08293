import { useTranslation } from 'react-i18next'
import { usePlaceName } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import type { LatLng } from '@/lib/geo/geo'
import { useNow } from '@/lib/time/use-now'
import { isOutdated, staleSeconds } from './position'

/** From this age on it is written in minutes (s). */
const MINUTES_FROM = 90

type Seen = { at: number } & Partial<LatLng>

/**
 * Returns how long ago a car was last seen, and near which address if that no longer says where it is. Null while its position
 * is fresh or there is none.
 *
 * @param car the car's last position; without coordinates the address is left out
 */
export function useLastSeen(car: Seen | null, intervalMs = 1000): string | null {
  const { t } = useTranslation('ride')
  const { duration } = useFormat()
  const now = useNow(intervalMs)
  const seconds = staleSeconds(car, now)
  const { lat, lng } = car ?? {}
  const place = usePlaceName(lat !== undefined && lng !== undefined && isOutdated(car, now) ? { lat, lng } : null)
  if (seconds === null) return null
  if (seconds < MINUTES_FROM) return t('stale.seconds', { count: seconds })
  const words = { duration: duration(seconds), place }
  return t(place ? 'stale.at' : 'stale.longer', words)
}

/** Says when and where a car was last seen. Renders nothing while its position is fresh. */
export function LastSeen({ car }: { car: Seen | null }) {
  const text = useLastSeen(car)
  return text && <span className="block text-warn">{text}</span>
}
