/** The two pages of settings are loaded separately, each with its own list and texts. */

export const loadSettings = async () => (await import('./components/settings-page')).SettingsPage

export const loadAppInfo = async () => (await import('./components/app-info-page')).AppInfoPage
