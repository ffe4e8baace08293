import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { loadAgain } from '@/lib/load-again'
import { areas } from '../fields'
import { SettingsScreen } from './settings-screen'

// Beside the form, which comes first.
const FormatPreview = lazy(async () => ({
  default: (await loadAgain(() => import('./format-preview'))).FormatPreview
}))

/** How the business runs: every setting but what visitors read about the company. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  return <SettingsScreen area={areas.general} title={t('title')} preview={(form) => <FormatPreview form={form} />} />
}
