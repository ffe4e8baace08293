import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'

/**
 * Tells the driver that the phone does not share its position. Without it, the rider cannot see the car, and the distance is
 * not measured.
 */
export function LostPosition({ reason }: { reason: 'denied' | 'unavailable' }) {
  const { t } = useTranslation('drive')
  return <Alert tone="bad">{t(`lost_position.${reason}`)}</Alert>
}
