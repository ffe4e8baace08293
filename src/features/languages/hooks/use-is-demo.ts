import { useSettings } from '@/entities/settings'

/** Whether this is a demo, which refuses what is edited here. */
export const useIsDemo = (): boolean => useSettings().settings?.allow_critical_edits_admin === false
