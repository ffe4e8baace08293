export { useFormat } from './use-format'
export { preloadSettings, type Settings, settingsKey, useSettings } from './use-settings'
