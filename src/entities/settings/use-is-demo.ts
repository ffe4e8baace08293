import { useSettings } from './use-settings'

/** Whether this is a demo, where most edits, exports and settings are refused. */
export const useIsDemo = (): boolean => useSettings().settings?.allow_critical_edits_admin === false
