import { useSettings } from '@/lib/use-settings'
import type { TripClockSettings } from '../trip-view'

/** The operator's times as a trip needs them; the specified defaults until the settings are there. */
export function useTripRules(): TripClockSettings & { offerTimeoutSecs: number } {
  const { settings } = useSettings()
  return {
    leadMinutes: settings?.lead_minutes ?? 15,
    freeWaitMinutes: settings?.free_wait ?? 5,
    offerTimeoutSecs: settings?.offer_timeout ?? 20
  }
}
