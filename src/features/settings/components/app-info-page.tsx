import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { areas, fieldsOf } from '../fields'
import { SettingsScreen } from './settings-screen'

const PublicPreview = lazy(() => import('./public-preview').then((part) => ({ default: part.PublicPreview })))

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
