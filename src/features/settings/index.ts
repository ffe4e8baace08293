/** The two pages come apart: each has switches and explanations of its own. */

export const loadSettings = async () => (await import('./components/settings-page')).SettingsPage

export const loadAppInfo = async () => (await import('./components/app-info-page')).AppInfoPage
