export { AppInfoPage } from './components/app-info-page'
export { SettingsPage } from './components/settings-page'
