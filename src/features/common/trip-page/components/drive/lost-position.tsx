import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { useFormat } from '@/entities/settings'

/** The server ignores a position that is less accurate than this (km). */
const COARSE_KM = 0.5

/**
 * Tells the driver why the phone's position is unknown, and what to do. Without it, the rider cannot see the car, and the distance is
 * not measured.
 */
export function LostPosition({ reason }: { reason: 'denied' | 'unavailable' | 'coarse' }) {
  const { t } = useTranslation('drive')
  const { distance } = useFormat()
  return <Alert tone="bad">{t(`lost_position.${reason}`, { coarse: distance(COARSE_KM) })}</Alert>
}
