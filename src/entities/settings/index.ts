export { useFormat } from './use-format'
export { type Settings, settingsKey, useSettings } from './use-settings'
