/** Two entry points: each page has its own switches and explanations. */

export const loadSettings = async () => (await import('./components/settings-page')).SettingsPage

export const loadAppInfo = async () => (await import('./components/app-info-page')).AppInfoPage
