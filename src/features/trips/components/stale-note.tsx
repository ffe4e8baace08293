import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'

/**
 * Says how long ago the car last reported its position.
 *
 * @param seconds the position's age; null while it is fresh: then nothing is rendered
 */
export function StaleNote({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation('trips')
  const { duration } = useFormat()
  if (seconds === null) return null
  return (
    <span className="block">
      {seconds < 90 ? t('stale.seconds', { count: seconds }) : t('stale.longer', { duration: duration(seconds) })}
    </span>
  )
}
