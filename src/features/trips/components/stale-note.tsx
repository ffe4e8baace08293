import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'

/**
 * Says how many seconds ago the car last reported its position. Renders nothing while the position is fresh (`seconds` is
 * null).
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
