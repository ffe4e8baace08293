import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { loadAgain } from '@/lib/load-again'
import { areas } from '../fields'
import { SettingsScreen } from './settings-screen'

// The preview is loaded after the form.
const FormatPreview = lazy(async () => ({
  default: (await loadAgain(() => import('./format-preview'))).FormatPreview
}))

/** The page of settings for how the business runs: all settings except the public texts about the company. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  return <SettingsScreen area={areas.general} title={t('title')} preview={(form) => <FormatPreview form={form} />} />
}
