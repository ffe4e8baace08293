/** The two pages of settings are loaded separately, each with its own list and texts. */

export const loadSettings = async () => (await import('./page')).SettingsPage

export const loadAppInfo = async () => (await import('./app-info-page')).AppInfoPage
