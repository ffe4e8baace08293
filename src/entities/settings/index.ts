export { type SocialLink, socialLinks } from './social'
export { useFormat } from './use-format'
export { useIsDemo } from './use-is-demo'
export { preloadSettings, type Settings, settingsKey, useSettings } from './use-settings'
