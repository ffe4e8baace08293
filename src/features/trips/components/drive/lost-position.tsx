import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'

/** The phone does not tell where it is: nobody sees the car, and what is driven is not measured. */
export function LostPosition({ reason }: { reason: 'denied' | 'unavailable' }) {
  const { t } = useTranslation('drive')
  return <Alert tone="bad">{t(`lost_position.${reason}`)}</Alert>
}
