import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsScreen } from './components/settings-screen'
import { areas } from './model/fields'

// The preview is loaded after the form.
const FormatPreview = lazy(() =>
  import('./components/format-preview').then((part) => ({ default: part.FormatPreview }))
)

/** The page of settings for how the business runs: all settings except the public texts about the company. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  return <SettingsScreen area={areas.general} title={t('title')} preview={(form) => <FormatPreview form={form} />} />
}
