import { useTranslation } from 'react-i18next'
import { useFormat } from '@/entities/settings'

/** That the car was last heard of so long ago; nothing while that is no news. */
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
