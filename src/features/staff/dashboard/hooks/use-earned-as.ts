import { useSettings } from '@/entities/settings'

/** What the earned amounts are to the reader: fees of the firm, its sales where drivers are employees, or a fleet's share. */
export function useEarnedAs(isAdmin: boolean): 'revenue' | 'sales' | 'fleet_share' {
  const { settings } = useSettings()
  if (!isAdmin) return 'fleet_share'
  return settings?.drivers_employed ? 'sales' : 'revenue'
}
