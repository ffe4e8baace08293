import { useTranslation } from 'react-i18next'
import { areas } from '../fields'
import { PublicPreview } from './public-preview'
import { SettingsScreen } from './settings-screen'

/** What visitors read about the company, on the site and in its apps. */
export function AppInfoPage() {
  const { t } = useTranslation('settings')
  return <SettingsScreen area={areas.appInfo} title={t('app_info')} preview={(form) => <PublicPreview form={form} />} />
}
