import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'

/** How long ago the car last reported; nothing while its position is fresh. */
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
