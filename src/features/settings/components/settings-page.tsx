import { useTranslation } from 'react-i18next'
import { areas } from '../fields'
import { FormatPreview } from './format-preview'
import { SettingsScreen } from './settings-screen'

/** How the business runs: every setting but what visitors read about the company. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  return <SettingsScreen area={areas.general} title={t('title')} preview={(form) => <FormatPreview form={form} />} />
}
