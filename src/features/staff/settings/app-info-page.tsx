import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsScreen } from './components/settings-screen'
import { areas, fieldsOf } from './model/fields'

const PublicPreview = lazy(() =>
  import('./components/public-preview').then((part) => ({ default: part.PublicPreview }))
)

/** The page of settings for what visitors read about the company, on the site and in its apps. */
export function AppInfoPage() {
  const { t } = useTranslation('settings')
  return (
    <SettingsScreen
      area={areas.appInfo}
      title={t('app_info')}
      preview={(form, words) => <PublicPreview form={form} words={words} settings={fieldsOf(areas.appInfo)} />}
    />
  )
}
