import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import type { PushState } from './use-push'

/** Explains why the browser refuses notifications, and how the person can allow them, because a page cannot. */
export function PushHelp({ state }: { state: PushState }) {
  const { t } = useTranslation('push')
  if (state === 'install') return <Alert>{t('install')}</Alert>
  if (state !== 'blocked') return null
  const system = /\b(iPhone|iPad)\b/.test(navigator.userAgent)
    ? 'ios'
    : /\bAndroid\b/.test(navigator.userAgent)
      ? 'android'
      : 'desktop'
  return (
    <Alert tone="warn">
      <strong className="block font-semibold">{t('blocked.title')}</strong>
      {t(`blocked.${system}`)}
    </Alert>
  )
}
