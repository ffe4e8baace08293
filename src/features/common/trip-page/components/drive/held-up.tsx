import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'

/** Tells the driver that steps taken after a wrong start code are sent once the right code is entered. */
export function HeldUp() {
  const { t } = useTranslation('drive')
  return <Alert tone="warn">{t('held_up')}</Alert>
}
