import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'

/** What was done after a code that turned out wrong counts as soon as there is the right one. */
export function HeldUp() {
  const { t } = useTranslation('drive')
  return <Alert tone="warn">{t('held_up')}</Alert>
}
